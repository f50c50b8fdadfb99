/**
 * Upgrades a file to what the program's collections declare: creates what is missing, and recomputes the lookups of a
 * changed collection from its stored documents.
 */
import { chunkTables } from "./chunks.ts"
import { Connection } from "./connection.ts"
import { makeGeneration } from "./generation.ts"
import { Shops } from "./shops.ts"
import { applicationId, fingerprint, format, indices, type Layout, quoted, sharedTables, tables } from "./tables.ts"
import { Writer } from "./writes.ts"

/**
 * Opens the file for writing, with every table and index that the layouts name. It never waits for a lock: SQLite
 * rejects a change of the journal mode at once while another process makes one, whatever the timeout, and waiting
 * inside a turn would block everything else in this process. A caller that gets `busy` retries later.
 */
export const start = (file: string, layouts: ReadonlyArray<Layout>): Connection => {
  const writer = new Connection(file, "write")
  try {
    writer.exec("pragma busy_timeout = 0")
    for (const pragma of pragmas) writer.exec(`pragma ${pragma}`)
    prepare(writer, layouts)
    return writer
  } catch (error) {
    writer.close()
    throw error
  }
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
  "temp_store = memory"
]

const prepare = (writer: Connection, layouts: ReadonlyArray<Layout>): void => {
  writer.exec("begin immediate")
  try {
    for (const sql of [...sharedTables, ...chunkTables]) writer.exec(sql)
    for (const layout of layouts) bring(writer, layout)
    const isNew = makeGeneration(writer)
    mark(writer, "application_id", applicationId)
    mark(writer, "user_version", format)
    writer.exec("commit")
    // A log is compared with the generation in the file itself, so it is written there at once.
    if (isNew) writer.exec("pragma wal_checkpoint(passive)")
  } catch (error) {
    if (writer.open) writer.exec("rollback")
    throw error
  }
}

/** Writes a marker of the file's kind if it is missing. */
const mark = (writer: Connection, pragma: string, value: number): void => {
  if (writer.get(`pragma ${pragma}`)![0] !== value) writer.exec(`pragma ${pragma} = ${value}`)
}

const bring = (writer: Connection, layout: Layout): void => {
  const now = fingerprint(layout)
  const before = writer.get("select fingerprint from bottega_collections where name = ?", layout.name)?.[0]
  if (before === now) return
  if (before === undefined) for (const sql of [...tables(layout), ...indices(layout)]) writer.exec(sql)
  else rebuild(writer, layout)
  writer.run(
    "insert into bottega_collections values (?, ?) on conflict do update set fingerprint = excluded.fingerprint",
    [layout.name, now]
  )
}

/** Creates a collection's tables again and fills them from its documents. Indexes are created last, which is faster. */
const rebuild = (writer: Connection, layout: Layout): void => {
  const old = `${layout.name}.before`
  writer.run("delete from bottega_indexed where collection = ?", [layout.name])
  for (const [side] of sidesOf(writer, layout.name)) writer.exec(`drop table ${quoted(side)}`)
  writer.exec(`alter table ${quoted(layout.name)} rename to ${quoted(old)}`)
  for (const [index] of indexesOf(writer, old)) writer.exec(`drop index ${quoted(index)}`)
  for (const sql of tables(layout)) writer.exec(sql)
  const shops = new Shops(writer)
  const into = new Writer(writer, shops)
  let after = 0
  for (;;) {
    const rows = writer.all(
      `select id, shop, key, version, doc from ${quoted(old)} where id > ? order by id limit 500`,
      [after]
    )
    for (const [id, shop, key, version, text] of rows) {
      // Files of format 1 name the shop in every row.
      const number = typeof shop === "string" ? shops.number(shop) : shop
      into.fill(layout, number, { key, version, text }, layout.collection.decode(text))
      after = id
    }
    if (rows.length < 500) break
  }
  writer.exec(`drop table ${quoted(old)}`)
  for (const sql of indices(layout)) writer.exec(sql)
}

const sidesOf = (writer: Connection, name: string) =>
  writer.all("select name from sqlite_schema where type = 'table' and substr(name, 1, length(?1) + 1) = ?1 || '.'", [
    name
  ])

const indexesOf = (writer: Connection, table: string) =>
  writer.all("select name from sqlite_schema where type = 'index' and tbl_name = ? and sql is not null", [table])
