/**
 * The generation of a data file: a count of its commits, in a table of one row. Every commit increments it, so it is in
 * the file and in each commit of the log beside it (`-wal`). Comparing the two shows whether the log belongs to the
 * file.
 */
import { randomBytes } from "node:crypto"
import type { Connection } from "./connection.ts"

/** A position in the sequence of a file's commits. */
export interface Generation {
  /** Random, 16 hex digits; two files with the same instance are copies of each other. */
  readonly instance: string
  /** The number of commits so far. */
  readonly number: number
  /**
   * SQLite's own count of schema changes at that commit. A copy made by `VACUUM INTO` has a higher one in its header.
   */
  readonly schema: number
}

const name = "bottega_generation"
const schemaVersion = "(select schema_version from pragma_schema_version)"

/** Counts a commit, inside its transaction. */
export const advance = `update ${name} set number = number + 1, schema = ${schemaVersion}`

/** Creates the table in a file that has none, inside the open transaction; returns whether it did. */
export const makeGeneration = (writer: Connection): boolean => {
  if (isMarked(writer)) return false
  writer.exec(`create table ${name}
    (id integer primary key check (id = 1), instance text not null, number integer not null, schema integer not null) strict`)
  writer.run(`insert into ${name} values (1, ?, 1, ${schemaVersion})`, [newInstance()])
  return true
}

/**
 * Counts a commit if the schema has changed without one, as by `VACUUM` or by hand; called before a transaction changes tables.
 * Otherwise the log of that change would not have the schema that the file has, and seem to be another file's.
 */
export const noteSchema = (writer: Connection): void => {
  if (isMarked(writer)) writer.exec(`${advance} where schema <> ${schemaVersion}`)
}

/** Gives a copy its own instance, so that no log of the original file belongs to it. */
export const makeOwn = (copy: Connection): void => {
  if (isMarked(copy)) copy.run(`update ${name} set instance = ?, schema = ${schemaVersion}`, [newInstance()])
}

/** The generation that a connection sees; a file of an older program has none. */
export const generationOf = (connection: Connection): Generation | undefined => {
  if (!isMarked(connection)) return undefined
  const row = connection.get(`select instance, number, schema from ${name}`)
  return row && { instance: row[0], number: row[1], schema: row[2] }
}

/** The number of the page that contains the generation. */
export const pageOf = (connection: Connection): number =>
  connection.get("select rootpage from sqlite_schema where name = ?", name)![0]

/** The generation on a page of the file as it is on the disk; undefined if the page contains something else. */
export const generationOn = (page: Buffer): Generation | undefined => {
  // It must be a leaf page of a table with one row whose id is 1; see "B-tree Pages" and "Record Format" of SQLite's
  // file format.
  if (page.length < 512 || page[0] !== 13 || page.readUInt16BE(3) !== 1) return undefined
  const cell = page.readUInt16BE(8)
  if (cell + shortest > page.length || page[cell + 1] !== 1 || page[cell + 2] !== 5) return undefined
  const [none, text, ...types] = page.subarray(cell + 3, cell + 7)
  if (none !== 0 || text !== textOf16) return undefined
  const from = cell + 7
  const instance = page.toString("latin1", from, from + 16)
  const sizes = types.map((type) => intSizes[type])
  const [first, second] = sizes
  if (!/^[0-9a-f]{16}$/.test(instance) || first === undefined || second === undefined) return undefined
  if (from + 16 + first + second > page.length) return undefined
  const number = intAt(page, from + 16, types[0]!)
  return { instance, number, schema: intAt(page, from + 16 + first, types[1]!) }
}

/** Bytes of a row before its integers: sizes, types and the instance. */
const shortest = 7 + 16

const isMarked = (connection: Connection): boolean =>
  connection.get("select 1 from sqlite_schema where name = ?", name) !== undefined

const newInstance = (): string => randomBytes(8).toString("hex")

/** The record type of a text of 16 bytes, and the length in bytes of each integer type. */
const textOf16 = 13 + 2 * 16
const intSizes: ReadonlyArray<number | undefined> = [undefined, 1, 2, 3, 4, 6, 8, undefined, 0, 0]

const intAt = (page: Buffer, at: number, type: number): number => {
  const size = intSizes[type]!
  if (size === 0) return type - 8
  return size === 8 ? Number(page.readBigInt64BE(at)) : page.readIntBE(at, size)
}
