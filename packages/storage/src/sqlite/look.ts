/** Opens a file for reading as of one instant, and leaves nothing beside a copy that must not be written to. */
import { accessSync, constants, existsSync, statSync } from "node:fs"
import { basename, dirname } from "node:path"
import { whyLocked } from "../format.ts"
import { Connection } from "./connection.ts"
import { FileHeld, FileRefused, isBusy } from "./errors.ts"
import { hasStore } from "./form.ts"
import { isHeld, placeOf } from "./hold.ts"
import { foreign, inspectLog } from "./inspect.ts"

/** A connection that sees the file as it is now, whatever others write to it until it is closed. */
export const lookInto = (location: string): Connection => {
  const file = placeOf(location)
  // A file that this process has open was inspected then, and must not be opened directly.
  if (!isHeld(file)) inspectLog(file)
  // SQLite would not say why it cannot open it.
  accessSync(file, constants.R_OK)
  const connection = new Look(file)
  try {
    connection.exec("begin")
    // The first read fixes the instant.
    connection.get("select count(*) from sqlite_schema")
    return connection
  } catch (error) {
    connection.close()
    throw isBusy(error) ? new FileHeld(whyLocked) : error
  }
}

/** Refuses a file that has tables, and none of a store. A new file has none at all until its first server makes them. */
export const refuseForeign = (connection: Connection): void => {
  if (connection.get("select 1 from sqlite_schema") === undefined || hasStore(connection)) return
  throw new FileRefused(foreign)
}

/** A connection that leaves no log behind where there was none. */
class Look extends Connection {
  readonly #file: string
  readonly #hadLog: boolean
  readonly #end = () => this.close()

  constructor(file: string) {
    const hadLog = existsSync(`${file}-wal`)
    super(file, isAlone(file) ? "alone" : "read")
    this.#file = file
    this.#hadLog = hadLog
    // A command ends at once when nobody reads its output.
    process.once("exit", this.#end)
  }

  override close(): void {
    process.off("exit", this.#end)
    super.close()
    if (!this.#hadLog) removeLog(this.#file)
  }
}

/**
 * Removes an empty log and its index. SQLite does that itself, under its locks, when the last connection closes, but only if
 * that connection may write.
 */
const removeLog = (file: string): void => {
  if (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size !== 0) return
  try {
    const last = new Connection(file, "write")
    try {
      last.exec("pragma busy_timeout = 0")
      // A connection opens the log with its first read, even of a damaged file.
      last.get("select count(*) from sqlite_schema")
    } finally {
      last.close()
    }
  } catch {
    // What the file holds was reported when it was looked into.
  }
}

/** Whether a file or its folder is read-only. */
export const isSealed = (location: string): boolean => {
  const file = placeOf(location)
  return isReadOnly(dirname(file)) || isReadOnly(file)
}

/**
 * Whether a file is a copy that nobody writes to: it or its folder is read-only, and there is no log to read with it. A
 * server that has a file open keeps a log beside it.
 */
const isAlone = (file: string): boolean => {
  const folder = dirname(file)
  const isSealed = isReadOnly(folder)
  if (!isSealed && !isReadOnly(file)) return false
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false })
  if (log === undefined || (isSealed && log.size === 0)) return true
  if (isSealed && !existsSync(`${file}-shm`)) throw new FileRefused(unreadable(file))
  return false
}

/** Also checks the mode: root may write to anything, and a copy is made read-only so that it stays unchanged. */
const isReadOnly = (path: string): boolean => {
  const { mode } = statSync(path)
  if ((mode & 0o222) === 0) return true
  try {
    accessSync(path, constants.W_OK)
    return false
  } catch {
    return true
  }
}

const unreadable = (file: string): string =>
  `the log ${basename(file)}-wal beside it can be read only in a writable folder: copy both files to one`
