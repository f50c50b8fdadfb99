/**
 * Opens a file for writing. Steps that do not disturb other processes are done at once; an upgrade is left to a caller
 * who has the file alone.
 */
import { randomBytes } from "node:crypto"
import { type Format, type UpgradeProgress, whyNotWritten, whyOther } from "../format.ts"
import { IndexKey, keyBytes } from "../keyed.ts"
import { chunkTables } from "./chunks.ts"
import { Connection } from "./connection.ts"
import { FileHeld, FileRefused, isBusy } from "./errors.ts"
import { type FileForm, formOf } from "./form.ts"
import { makeGeneration, noteSchema } from "./generation.ts"
import { applicationId, fingerprint, type Layout, sharedTables, tables } from "./tables.ts"
import { upgraded, within } from "./upgrade.ts"

/** The file must be upgraded before it is used. */
export class Behind extends Error {
  readonly stored: Format

  constructor(stored: Format) {
    super("the file must be upgraded")
    this.stored = stored
  }
}

/**
 * Opens the file for writing, with every table and index that the layouts name; throws {@link Behind} if that needs an
 * upgrade. It never waits for a lock: SQLite rejects a change of the journal mode at once while another process makes one,
 * whatever the timeout, and waiting inside a turn would block everything else in this process. A caller that gets `busy`
 * retries later.
 */
export const start = (file: string, layouts: ReadonlyArray<Layout>, own: Format, key = new IndexKey()): Connection => {
  const writer = new Connection(file, "write")
  try {
    writer.exec("pragma busy_timeout = 0")
    for (const pragma of pragmas) writer.exec(`pragma ${pragma}`)
    prepare(writer, layouts, own, key)
    return writer
  } catch (error) {
    writer.close()
    throw error
  }
}

/**
 * Opens the file for an upgrade, alone: nobody else can open it until the connection is closed. Throws {@link FileHeld} with
 * this sentence if another process has it open.
 */
export const openAlone = (file: string, why: string): Connection => {
  const writer = new Connection(file, "write")
  try {
    writer.exec("pragma busy_timeout = 0")
    // Every open connection to a file has a shared lock on it, also of programs that know nothing of this one.
    writer.exec("pragma locking_mode = exclusive")
    for (const pragma of pragmas) writer.exec(`pragma ${pragma}`)
    writer.exec("begin immediate")
    writer.exec("commit")
    return writer
  } catch (error) {
    writer.close()
    throw isBusy(error) ? new FileHeld(why) : error
  }
}

/** The steps that upgrade a file, on a connection that has it alone. */
export function* upgrade(
  alone: Connection,
  layouts: ReadonlyArray<Layout>,
  own: Format,
  key = new IndexKey()
): Generator<UpgradeProgress, void> {
  alone.exec("begin immediate")
  noteSchema(alone)
  for (const sql of [...sharedTables, ...chunkTables]) alone.exec(sql)
  makeGeneration(alone)
  alone.exec("commit")
  const stored = formOf(alone)
  // Another process may have done it meanwhile.
  if (stored === undefined || whyNotWritten(stored.format, own) !== undefined) return
  // From the first step on, no program of an older format opens the file.
  within(alone, () => {
    raise(alone, stored.format, own)
    setKey(alone, key)
  })
  for (const layout of layouts) yield* upgraded(alone, layout)
}

// A checkpoint blocks this process while it copies the log: 30 ms after 2,000 pages, or 100 ms after 8,000 with hardly
// more writes per second.
const pragmas = [
  "page_size = 8192",
  "journal_mode = wal",
  "synchronous = full",
  "wal_autocheckpoint = 2000",
  // After a long read has made the log large, the first commit that restarts the log truncates it.
  "journal_size_limit = 33554432",
  "cache_size = -65536",
  "temp_store = memory",
  // What is removed is overwritten with zeros; see docs/decisions/0468.
  "secure_delete = on"
]

const prepare = (writer: Connection, layouts: ReadonlyArray<Layout>, own: Format, key: IndexKey): void => {
  writer.exec("begin immediate")
  try {
    const stored = formOf(writer)
    const missing = missingIn(stored, layouts, own)
    noteSchema(writer)
    for (const sql of [...sharedTables, ...chunkTables]) writer.exec(sql)
    setKey(writer, key)
    for (const layout of missing) create(writer, layout)
    const isNew = makeGeneration(writer)
    mark(writer, "application_id", applicationId)
    raise(writer, stored?.format, own)
    writer.exec("commit")
    // A log is compared with the generation in the file itself, so it is written there at once.
    if (isNew) writer.exec("pragma wal_checkpoint(passive)")
  } catch (error) {
    if (writer.open) writer.exec("rollback")
    throw error
  }
}

/** The key of the file's keyed lookups; `undefined` if it has none yet. */
export const keyOf = (connection: Connection): Uint8Array | undefined => {
  const isThere = connection.get("select 1 from sqlite_schema where name = 'bottega_key'") !== undefined
  return isThere ? connection.get("select key from bottega_key")?.[0] : undefined
}

/** Sets the key of keyed lookups to the file's, which is made if it is missing. */
const setKey = (writer: Connection, key: IndexKey): void => {
  writer.run("insert into bottega_key values (1, ?) on conflict do nothing", [randomBytes(keyBytes)])
  key.set(keyOf(writer)!)
}

/** The layouts that are missing in a file whose other layouts are as declared. */
const missingIn = (stored: FileForm | undefined, layouts: ReadonlyArray<Layout>, own: Format) => {
  if (stored === undefined) return layouts
  const refused = whyNotWritten(stored.format, own)
  if (refused !== undefined) throw new FileRefused(refused)
  const isOther = ({ name }: Layout, is: string) => (stored.collections.get(name) ?? is) !== is
  const isBehind =
    stored.upgrading.length > 0 ||
    // The programs of the stored format may not write beside this one.
    stored.format.number < own.writers ||
    layouts.some((layout) => isOther(layout, fingerprint(layout)))
  if (isBehind && stored.format.number > own.number) throw new FileRefused(whyOther)
  if (isBehind) throw new Behind(stored.format)
  return layouts.filter(({ name }) => !stored.collections.has(name))
}

const create = (writer: Connection, layout: Layout): void => {
  for (const sql of tables(layout)) writer.exec(sql)
  writer.run("insert into bottega_collections values (?, ?)", [layout.name, fingerprint(layout)])
}

/** Writes the program's format into the file if that has a lower one. */
const raise = (writer: Connection, stored: Format | undefined, own: Format): void => {
  const { number, readers, writers } = stored ?? { number: 0, readers: 0, writers: 0 }
  if (writer.get("select 1 from bottega_format") === undefined || number < own.number)
    writer.run("insert or replace into bottega_format values (1, ?, ?, ?)", [
      ...[Math.max(number, own.number), Math.max(writers, own.writers), Math.max(readers, own.readers)]
    ])
  mark(writer, "user_version", Math.max(number, own.number))
}

/** Writes a marker of the file's kind if it is missing. */
const mark = (writer: Connection, pragma: string, value: number): void => {
  if (writer.get(`pragma ${pragma}`)![0] !== value) writer.exec(`pragma ${pragma} = ${value}`)
}
