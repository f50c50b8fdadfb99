/**
 * Checks a file before it is opened for writing: whether it belongs to this program, has a format that the program
 * knows, and whether the log beside it is its own. Writes nothing.
 */
import { closeSync, openSync, readSync, statSync } from "node:fs"
import { basename } from "node:path"
import { type Format, ownFormat, whyNotWritten } from "../format.ts"
import { Connection } from "./connection.ts"
import { FileRefused } from "./errors.ts"
import { formOf } from "./form.ts"
import { type Generation, generationOf, generationOn } from "./generation.ts"
import { applicationId } from "./tables.ts"
import { schemaAt, type Wal, walOf } from "./wal.ts"

/** Refuses a file that must not be written to, with a sentence that says why and what to do. */
export const inspect = (file: string, own: Format = ownFormat): void =>
  settled(file, (wal) => {
    const header = headerOf(file)
    if (header === undefined) {
      if (!wal.isEmpty) throw new FileRefused(widow(file))
      return
    }
    checkKind(file, wal, header, own)
    checkLog(file, wal, header)
  })

/** Refuses a file whose log belongs to another file. */
export const inspectLog = (file: string): void =>
  settled(file, (wal) => {
    const header = wal.isEmpty ? undefined : headerOf(file)
    if (header !== undefined) checkLog(file, wal, header)
  })

/**
 * Checks a log together with its file. They are read one after the other, and another process may commit and copy its
 * log into the file in between, again and again. So a refusal counts only if the log has not changed since it was read, and
 * any other failure only if it occurs again.
 */
const settled = (file: string, check: (wal: Wal) => void): void => {
  for (let tries = 1; ; tries++) {
    const wal = walOf(file)
    try {
      check(wal)
      return
    } catch (error) {
      const isSure =
        error instanceof FileRefused ? tries >= maxTries.refused || isSame(wal, walOf(file)) : tries >= maxTries.failed
      if (isSure) throw error
    }
  }
}
const maxTries = { refused: 200, failed: 10 }

const isSame = (one: Wal, other: Wal): boolean =>
  JSON.stringify([one.generations, [...one.schemas]]) === JSON.stringify([other.generations, [...other.schemas]])

/** The bytes of a file; 0 if it is missing. Refuses a folder, and what could make its reader wait, such as a pipe. */
export const sizeOf = (file: string): number => {
  const found = statSync(file, { throwIfNoEntry: false })
  if (found !== undefined && !found.isFile())
    throw new FileRefused(found.isDirectory() ? "it is a folder, not a file" : "it is not a file")
  return found?.size ?? 0
}

/** The first 100 bytes of a file; undefined if it is missing or empty. */
const headerOf = (file: string): Buffer | undefined => {
  if (sizeOf(file) === 0) return undefined
  const header = Buffer.alloc(100)
  const opened = openSync(file, "r")
  try {
    readSync(opened, header, 0, header.length, 0)
  } finally {
    closeSync(opened)
  }
  if (header.toString("latin1", 0, 16) !== "SQLite format 3\0") throw new FileRefused("it is not an SQLite database")
  return header
}

const checkKind = (file: string, wal: Wal, header: Buffer, own: Format): void => {
  const kind = header.readUInt32BE(68)
  if (kind !== 0 && kind !== applicationId) throw new FileRefused(foreign)
  const { form, tables } = tablesIn(file, wal, header)
  if (form === undefined && tables > 0) throw new FileRefused(foreign)
  const refused = form && whyNotWritten(form.format, own)
  if (refused !== undefined) throw new FileRefused(refused)
}

const tablesIn = (file: string, wal: Wal, header: Buffer) => {
  try {
    const inFile = reading(file, true, tablesOf)
    // A file that was never checkpointed has all its tables in its log.
    if (inFile.tables > 0 || wal.isEmpty) return inFile
  } catch (error) {
    if (wal.isEmpty) throw error
    // If a process was killed while it copied the log into the file, the file is complete only with its log.
    checkLog(file, wal, header)
  }
  return reading(file, false, tablesOf)
}

/** The number of tables, and the form of the file if it belongs to this program. */
const tablesOf = (connection: Connection) => ({
  tables: Number(connection.get("select count(*) from sqlite_schema")![0]),
  form: formOf(connection)
})

const checkLog = (file: string, wal: Wal, header: Buffer): void => {
  if (wal.isEmpty || wal.generations.length === 0) return
  const own =
    generationIn(file, wal, header) ?? (isBegunCopy(file, wal, header) ? undefined : reading(file, true, generationOf))
  if (!continues(wal, own, header.readUInt32BE(schemaAt))) throw new FileRefused(strange(file))
}

/**
 * The generation on the page of the file where the log has it. A page is copied whole, so it can be read while the file as
 * a whole cannot, because only a part of the log was copied.
 */
const generationIn = (file: string, { generationPage }: Wal, header: Buffer): Generation | undefined => {
  if (generationPage === undefined) return undefined
  const size = pageSizeIn(header)
  const page = Buffer.alloc(size)
  const opened = openSync(file, "r")
  try {
    const length = readSync(opened, page, 0, size, (generationPage - 1) * size)
    return length === size ? generationOn(page) : undefined
  } finally {
    closeSync(opened)
  }
}

// SQLite writes a page size of 65,536 as 1.
const pageSizeIn = (header: Buffer): number => (header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16))

/**
 * Whether a new file has nothing but a part of the log that made it, because a full disk or a kill ended the first copy. Its
 * tables cannot be read without the log. Its first page may be the one that it had before.
 */
const isBegunCopy = (file: string, { generations, pages }: Wal, header: Buffer): boolean => {
  if (generations[0]?.number !== 1) return false
  const size = pageSizeIn(header)
  const [opened, log] = [openSync(file, "r"), openSync(`${file}-wal`, "r")]
  const [page, copy] = [Buffer.alloc(size), Buffer.alloc(size)]
  try {
    for (let number = 2; ; number++) {
      const length = readSync(opened, page, 0, size, (number - 1) * size)
      if (length === 0) return true
      readSync(log, copy, 0, size, pages.get(number) ?? 0)
      if (!page.subarray(0, length).equals(copy.subarray(0, length))) return false
    }
  } finally {
    closeSync(opened)
    closeSync(log)
  }
}

/**
 * Whether a log belongs to a file. The file must be in the state before the log's first commit, or later if part of the
 * log was already copied into it. A program from before generations may have written either, and left none in them.
 */
const continues = ({ generations, schemas }: Wal, own: Generation | undefined, schema: number): boolean => {
  const [first, last] = [generations[0]!, generations.at(-1)!]
  // The table was created in this very log.
  if (own === undefined) return first.number === 1
  if (generations.some(({ instance }) => instance !== own.instance)) return false
  if (own.number < first.number - 1 || own.number > last.number) return false
  return own.schema === schema || schemas.has(schema) || generations.some((one) => one.schema === schema)
}

const reading = <A>(file: string, alone: boolean, act: (connection: Connection) => A): A => {
  const connection = new Connection(file, alone ? "alone" : "read")
  try {
    return act(connection)
  } finally {
    connection.close()
  }
}

/** Why a file with other tables is refused. */
export const foreign = "it is a database of another program"

const strange = (file: string): string =>
  `the log ${basename(file)}-wal beside it belongs to another file, so the data file was replaced by an older copy or another file; opening the two together would destroy it. To use this file, first move ${basename(file)}-wal and ${basename(file)}-shm away. To use the previous file, put it back`

const widow = (file: string): string =>
  `the file is missing or empty, but its log ${basename(file)}-wal has commits that would be lost. Put the file back; or, to start with an empty store, first move ${basename(file)}-wal and ${basename(file)}-shm away`
