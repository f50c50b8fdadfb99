/** Copies a file while others write to it, by one read of one instant that no commit restarts. */
import { randomBytes } from "node:crypto"
import {
  chmodSync,
  closeSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync
} from "node:fs"
import { basename, dirname, join, resolve } from "node:path"
import type { Effect } from "effect"
import type { Unavailable } from "../storage.ts"
import { Connection } from "./connection.ts"
import { attempt, CopyFailed, FileRefused, isBusy } from "./errors.ts"
import { makeOwn } from "./generation.ts"
import { lookInto, refuseForeign } from "./look.ts"

/**
 * Writes a copy of the file at `location` to `target`. The copy has mode 0600, is complete or absent, and is on the
 * disk when the effect ends. It overwrites nothing.
 */
export const backup = (location: string, target: string): Effect.Effect<void, Unavailable> =>
  attempt(() => copy(resolve(location), resolve(target)))

const copy = (file: string, target: string): void => {
  if (onTarget(target, () => lstatSync(target, { throwIfNoEntry: false })))
    throw new FileRefused(`the file ${target} already exists, and a backup does not overwrite files`)
  const begun = onTarget(target, () => {
    removeAbandoned(target)
    const name = `${target}.${randomBytes(4).toString("hex")}.part`
    closeSync(openSync(name, "wx", 0o600))
    return name
  })
  try {
    const source = lookInto(file)
    try {
      refuseForeign(source)
      // A transaction is open to hold the instant, but `vacuum into` needs its own.
      source.exec("commit")
      onTarget(target, () => source.run("vacuum into ?", [begun]))
    } finally {
      source.close()
    }
    onTarget(target, () => complete(begun, target))
  } finally {
    rmSync(begun, { force: true })
    rmSync(`${begun}-journal`, { force: true })
  }
}

/**
 * Removes the files of killed backups to this target. A running one has a lock on its file, and before that an empty
 * file. Process ids do not help, because each container numbers its own.
 */
const removeAbandoned = (target: string): void => {
  const folder = dirname(target)
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(`${basename(target)}.`) || !name.endsWith(".part")) continue
    const part = join(folder, name)
    if (statSync(part).size > 0 && !isLocked(part)) rmSync(part, { force: true })
  }
}

const isLocked = (part: string): boolean => {
  try {
    const opened = new Connection(part, "write")
    try {
      opened.exec("pragma busy_timeout = 0")
      opened.exec("begin immediate")
      opened.exec("rollback")
      return false
    } finally {
      opened.close()
    }
  } catch (error) {
    // A file that is not a database yet, or is cut off, has no lock.
    return isBusy(error)
  }
}

/** Makes the copy a store of its own, and renames it once it is on the disk. */
const complete = (begun: string, target: string): void => {
  const made = new Connection(begun, "write")
  try {
    makeOwn(made)
    // Keeps the lock until the file has its name.
    made.exec("begin immediate")
    synchronise(begun)
    chmodSync(begun, 0o600)
    renameSync(begun, target)
    synchronise(dirname(target))
  } finally {
    made.close()
  }
}

/** Runs a step that writes the copy; its failure names the copy and not the store. */
const onTarget = <A>(target: string, act: () => A): A => {
  try {
    return act()
  } catch (error) {
    const { code, errcode, message } = error as { code?: string; errcode?: number; message: string }
    // SQLite's: a file that is read-only, a full disk, and a file that cannot be opened.
    const isTarget = code !== "ERR_SQLITE_ERROR" || [8, 13, 14].includes((errcode ?? 0) & 0xff)
    throw isTarget ? new CopyFailed(`the copy ${target} cannot be written: ${message}`, { cause: error }) : error
  }
}

const synchronise = (path: string): void => {
  const opened = openSync(path, "r")
  try {
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}
