/** A program's figures from the kernel and the data file: CPU time, bytes, commits. These vary less than throughput. */
import { closeSync, openSync, readFileSync, readSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import type { Program } from "./server.ts"

/** Totals of a process since its start. */
export interface Usage {
  readonly cpuMs: number
  /** Bytes of pages that it changed in files, as `write_bytes` of `/proc/<pid>/io` counts them. */
  readonly bytes: number
}

/** The totals of a process so far. */
export const usageOf = ({ pid }: Program): Usage => {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ")
  const bytes = Number(/^write_bytes: (\d+)/m.exec(readFileSync(`/proc/${pid}/io`, "utf8"))![1])
  // The kernel counts user and system time in hundredths of a second.
  return { cpuMs: (Number(fields[11]) + Number(fields[12])) * 10, bytes }
}

/** Totals of a data file. */
export interface Totals {
  readonly commits: number
  /** The newest row of the ledger: each create and each increment adds one. */
  readonly movements: number
  readonly orders: number
  /** The running number of the newest order; a commit that was decided again has drawn another. */
  readonly drawn: number
}

/** The totals of a data file so far. */
export const totalsOf = (file: string): Totals =>
  reading(file, (db) => {
    const one = (sql: string) => Number(db.prepare(sql).get()!["n"])
    return {
      commits: one("select number as n from bottega_generation"),
      movements: one("select max(id) as n from ledger"),
      orders: one("select max(id) as n from orders"),
      drawn: one(
        `select max(cast(substr(doc, instr(doc, '"short_id":"') + 12, 20) as integer)) as n
           from (select doc from orders order by id desc limit 500)`
      )
    }
  })

/** The rows of each table of a data file, and the characters of the newest document of those that have documents. */
export const rowsOf = (file: string): ReadonlyMap<string, { readonly rows: number; readonly characters: number }> =>
  reading(file, (db) => {
    const found = new Map<string, { rows: number; characters: number }>()
    for (const { name, sql } of db.prepare("select name, sql from sqlite_schema where type = 'table'").all()) {
      const { rows } = db.prepare(`select count(*) as rows from "${name}"`).get()!
      const isDocuments = String(sql).includes("doc text not null")
      const last = isDocuments
        ? db.prepare(`select length(doc) as n from "${name}" order by id desc limit 1`).get()
        : undefined
      found.set(String(name), { rows: Number(rows), characters: Number(last?.["n"] ?? 0) })
    }
    return found
  })

/**
 * The bytes that a file's log grows by while something runs. An open snapshot keeps the log from starting over, so that
 * its length counts every page of every commit.
 */
export const logged = async (file: string, run: () => Promise<unknown>): Promise<number> => {
  const db = new DatabaseSync(file, { readOnly: true })
  // Closed last: closing any descriptor of a file gives up all locks that the process has on it.
  const index = openSync(`${file}-shm`, "r")
  try {
    db.exec("begin")
    db.prepare("select number from bottega_generation").get()
    const before = headerOf(index)
    await run()
    const after = headerOf(index)
    const frames = before.salt === after.salt ? after.frames - before.frames : after.frames
    return frames * (after.pageBytes + 24)
  } finally {
    db.close()
    closeSync(index)
  }
}

/** The header of SQLite's index of the log; see "WAL-Index Format" of its documentation. */
const headerOf = (index: number) => {
  const header = Buffer.alloc(48)
  readSync(index, header, 0, header.length, 0)
  return { pageBytes: header.readUInt16LE(14), frames: header.readUInt32LE(16), salt: header.toString("hex", 32, 40) }
}

const reading = <A>(file: string, read: (db: DatabaseSync) => A): A => {
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    return read(db)
  } finally {
    db.close()
  }
}
