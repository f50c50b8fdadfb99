/** Copies a file while others write to it, by one read of one instant that no commit restarts. */
import { chmodSync, closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from "node:fs"
import { dirname, resolve } from "node:path"
import type { Effect } from "effect"
import type { Unavailable } from "../storage.ts"
import { Connection } from "./connection.ts"
import { attempt, FileRefused } from "./errors.ts"
import { makeOwn } from "./generation.ts"
import { lookInto } from "./look.ts"

/**
 * Writes a copy of the file at `location` to `target`. The copy has mode 0600, is complete or absent, and is on the
 * disk when the effect ends. It overwrites nothing.
 */
export const backup = (location: string, target: string): Effect.Effect<void, Unavailable> =>
  attempt(() => copy(resolve(location), resolve(target)))

const copy = (file: string, target: string): void => {
  if (existsSync(target))
    throw new FileRefused(`the file ${target} already exists, and a backup does not overwrite files`)
  const begun = `${target}.${process.pid}.part`
  closeSync(openSync(begun, "wx", 0o600))
  try {
    const source = lookInto(file)
    try {
      // A transaction is open to hold the instant, but `vacuum into` needs its own.
      source.exec("commit")
      source.run("vacuum into ?", [begun])
    } finally {
      source.close()
    }
    asOwn(begun)
    chmodSync(begun, 0o600)
    renameSync(begun, target)
    synchronise(dirname(target))
  } finally {
    rmSync(begun, { force: true })
    rmSync(`${begun}-journal`, { force: true })
  }
}

const asOwn = (begun: string): void => {
  const made = new Connection(begun, "write")
  try {
    makeOwn(made)
  } finally {
    made.close()
  }
  synchronise(begun)
}

const synchronise = (path: string): void => {
  const opened = openSync(path, "r")
  try {
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}
