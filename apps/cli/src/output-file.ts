/** Writes the files that commands make. */
import { randomBytes } from "node:crypto"
import { rmSync } from "node:fs"
import { open, readdir, readlink, realpath, rename, rm, stat } from "node:fs/promises"
import { basename, dirname, join, resolve } from "node:path"
import { Usage } from "./usage.ts"

/** Adds a piece to a file. */
export type Put = (piece: string | Uint8Array) => Promise<unknown>

/**
 * Writes a file that appears only when it is complete; of two commands that write it at once, the last to end replaces it. A pipe
 * or a device, such as `/dev/null`, is written to, and never replaced by a file. A link stays, and the file that it leads to is
 * replaced. No SQLite database is replaced, because it may be the store.
 */
export const writeFile = async (named: string, mode: number, act: (put: Put) => Promise<void>): Promise<void> => {
  if (named === "") throw new Usage("--output needs the name of a file.")
  const found = await stat(named).catch(() => undefined)
  if (found?.isDirectory()) throw new Usage(`${named} is a folder; name a file.`)
  const replaces = found === undefined || found.isFile()
  // The shell's `>(command)` is a link to a pipe, which has no path of its own.
  const path = replaces ? await linkedBy(named) : named
  if (found?.isFile() && (await isDatabase(path))) throw new Usage(`${path} is a data file; name another file.`)
  // A name of its own: two commands must not write to one file.
  const begun = replaces ? `${path}.${randomBytes(4).toString("hex")}.part` : path
  if (replaces) await removeAbandoned(path)
  const kept = replaces ? removedBySignals(begun) : () => {}
  try {
    await written(begun, mode, replaces, act)
    if (replaces) await rename(begun, path)
  } catch (error) {
    if (replaces) await rm(begun, { force: true }).catch(() => {})
    const { message, syscall } = error as NodeJS.ErrnoException
    throw syscall === undefined ? error : new Error(`${path} cannot be written: ${message}.`)
  } finally {
    kept()
  }
}

/** The path that a link leads to, also where there is no file yet; any other path as it is. */
const linkedBy = async (path: string): Promise<string> => {
  const target = await readlink(path).catch(() => undefined)
  if (target === undefined) return path
  return realpath(path).catch(() => resolve(dirname(path), target))
}

/** Removes what killed commands have left beside a file; one that still writes has changed its own within an hour. */
const removeAbandoned = async (path: string): Promise<void> => {
  const folder = dirname(path)
  const isPart = (name: string) => name.startsWith(`${basename(path)}.`) && /\.[0-9a-f]{8}\.part$/.test(name)
  for (const name of await readdir(folder).catch(() => [])) {
    if (!isPart(name)) continue
    const part = join(folder, name)
    const changed = await stat(part).catch(() => undefined)
    if (changed !== undefined && Date.now() - changed.mtimeMs > abandonedMs)
      await rm(part, { force: true }).catch(() => {})
  }
}
const abandonedMs = 3_600_000

/** Whether a file is an SQLite database. One that cannot be read may be replaced, as its owner could remove it. */
const isDatabase = async (path: string): Promise<boolean> => {
  const file = await open(path).catch(() => undefined)
  if (file === undefined) return false
  try {
    const { buffer } = await file.read(Buffer.alloc(begin.length), 0, begin.length, 0)
    return buffer.toString("latin1") === begin
  } finally {
    await file.close()
  }
}
const begin = "SQLite format 3\0"

/** Removes a file if a signal ends the process, until the returned function is called. */
const removedBySignals = (path: string): (() => void) => {
  const end = (signal: NodeJS.Signals) => {
    rmSync(path, { force: true })
    // It is handled once, so this ends the process as it would have ended.
    process.kill(process.pid, signal)
  }
  for (const signal of signals) process.once(signal, end)
  return () => {
    for (const signal of signals) process.off(signal, end)
  }
}
const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const

const written = async (
  path: string,
  mode: number,
  isKept: boolean,
  act: (put: Put) => Promise<void>
): Promise<void> => {
  const file = await open(path, isKept ? "wx" : "w", mode)
  try {
    await act((piece) => file.appendFile(piece))
    if (isKept) await file.sync()
  } finally {
    await file.close()
  }
}
