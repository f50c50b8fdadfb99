/**
 * Chunks of bytes in the file, in a table of their own. They are written through a connection with a small page cache, between
 * the transactions of the commits, so that an upload neither fills the commits' cache nor keeps them waiting for more than one
 * chunk. Several small chunks that wait are written in one transaction.
 */
import { Effect } from "effect"
import { type Chunks, maxRemovedChunks, Unavailable } from "../storage.ts"
import { inTurns, spendBytes } from "../turns.ts"
import { Connection } from "./connection.ts"
import { isBusy, isFailure, unavailable } from "./errors.ts"
import { advance } from "./generation.ts"
import type { Group, Place } from "./group.ts"
import { Shops } from "./shops.ts"

/** The statements that create the table of chunks if it is missing. */
export const chunkTables: ReadonlyArray<string> = [
  "create table if not exists bottega_chunks (id integer primary key, shop integer not null, upload text not null, number integer not null, bytes blob not null) strict",
  'create unique index if not exists "bottega_chunks (upload, number)" on bottega_chunks (shop, upload, number)'
]

/** Reads chunks through a connection. */
export const readChunk =
  (connection: Connection, shops: Shops): Chunks["read"] =>
  (shop, upload, number) =>
    inTurns(
      // biome-ignore lint/correctness/useYield: one chunk is one step of its turn
      function* (): Generator<void, Uint8Array | undefined> {
        const owner = shops.find(shop)
        if (owner === undefined) return undefined
        const found = chunkIn(connection, owner, upload, number)
        spendBytes(found?.length ?? 0)
        return found
      },
      (error) => Effect.fail(unavailable(error))
    )

/** A chunk of the shop with a number; `undefined` if there is none. */
export const chunkIn = (connection: Connection, shop: number, upload: string, number: number): Uint8Array | undefined =>
  connection.get(select, shop, upload, number)?.[0]

const select = "select bytes from bottega_chunks where shop = ? and upload = ? and number = ?"

/** A change of chunks in progress. */
interface Job {
  /** The bytes that it writes. */
  readonly bytes: number
  readonly run: (connection: Connection, shops: Shops) => number
  readonly answer: (outcome: Effect.Effect<number, Unavailable>) => void
}

/** Writes chunks to a file that `group` commits to; `place` checks whether the file is still the store. */
export class ChunkWriter {
  readonly #file: string
  readonly #group: Group
  readonly #place: Place
  /** Opened by the first change, because most processes make none. */
  #opened: { readonly connection: Connection; readonly shops: Shops } | undefined
  #jobs: Array<Job> = []
  #tries = 0
  #closed = false

  constructor(file: string, group: Group, place: Place) {
    this.#file = file
    this.#group = group
    this.#place = place
  }

  /** Writes a chunk; see {@link Chunks}. */
  readonly write: Chunks["write"] = (shop, upload, number, bytes) =>
    Effect.asVoid(
      this.#submitted(bytes.length, (connection, shops) =>
        Number(connection.run(insert, [shops.number(shop), upload, number, bytes]).changes)
      )
    )

  /** Removes some chunks; see {@link Chunks}. */
  readonly remove: Chunks["remove"] = (shop, upload) =>
    // A removal may concern many chunks, so it gets a separate transaction.
    this.#submitted(maxBatchBytes, (connection, shops) => {
      const owner = shops.find(shop)
      return owner === undefined ? 0 : Number(connection.run(remove, [owner, upload, maxRemovedChunks]).changes)
    })

  /** Refuses waiting and later jobs, and closes the file. */
  close(): void {
    this.#closed = true
    for (const { answer } of this.#jobs.splice(0)) answer(closed)
    this.#opened?.connection.close()
  }

  #submitted(bytes: number, run: Job["run"]): Effect.Effect<number, Unavailable> {
    return Effect.callback((resume) => {
      if (this.#closed) {
        resume(closed)
        return undefined
      }
      const job: Job = { bytes, run, answer: resume }
      if (this.#jobs.push(job) === 1) setImmediate(() => this.#next())
      return Effect.sync(() => {
        this.#jobs = this.#jobs.filter((other) => other !== job)
      })
    })
  }

  /** Runs a batch of jobs when no transaction of the commits is open, and the next one in a later turn. */
  #next(): void {
    this.#group.between(() => {
      const batch = this.#batch()
      if (batch.length === 0 || this.#closed) return
      const outcomes = this.#outcomes(batch)
      if (outcomes === undefined) {
        setTimeout(() => this.#next(), 1 + (this.#tries++ % 4))
        return
      }
      this.#tries = 0
      this.#jobs = this.#jobs.slice(batch.length)
      for (const [at, job] of batch.entries()) job.answer(outcomes[at]!)
      if (this.#jobs.length > 0) setImmediate(() => this.#next())
    })
  }

  /** The first job, and the following ones that fit into its batch. */
  #batch(): ReadonlyArray<Job> {
    let bytes = 0
    const end = this.#jobs.findIndex((job, at) => (bytes += job.bytes) > maxBatchBytes && at > 0)
    return this.#jobs.slice(0, end < 0 ? undefined : end)
  }

  /** The outcome of the jobs, all of them or none; undefined while another process writes. */
  #outcomes(jobs: ReadonlyArray<Job>): ReadonlyArray<Effect.Effect<number, Unavailable>> | undefined {
    let committing = false
    try {
      const replaced = this.#place.file()
      if (replaced !== undefined) throw replaced
      const { connection, shops } = (this.#opened ??= opened(this.#file))
      connection.run("begin immediate")
      const changed = this.#place.form(connection)
      if (changed !== undefined) throw changed
      const counts = jobs.map(({ run }) => run(connection, shops))
      connection.run(advance)
      committing = true
      connection.run("commit")
      const after = this.#place.committed()
      if (after !== undefined) throw after
      return counts.map((count) => Effect.succeed(count))
    } catch (error) {
      this.#takeBack()
      if (!committing && isBusy(error)) return this.#tries > maxTries ? jobs.map(() => busy) : undefined
      const failure = isFailure(error) ? Effect.fail(unavailable(error)) : Effect.die(error)
      return jobs.map(() => failure)
    }
  }

  #takeBack(): void {
    if (this.#opened === undefined) return
    const { connection, shops } = this.#opened
    if (connection.open) connection.run("rollback")
    shops.forget()
  }
}

const opened = (file: string) => {
  const connection = new Connection(file, "write")
  for (const pragma of pragmas) connection.exec(`pragma ${pragma}`)
  return { connection, shops: new Shops(connection) }
}

// Each checkpoint copies the log of a few chunks and so takes a few milliseconds; the commits' own comes at 2,000 pages.
const pragmas = ["busy_timeout = 0", "synchronous = full", "wal_autocheckpoint = 256", "cache_size = -2048"]

const insert =
  "insert into bottega_chunks (shop, upload, number, bytes) values (?, ?, ?, ?) on conflict do update set bytes = excluded.bytes"
const remove =
  "delete from bottega_chunks where id in (select id from bottega_chunks where shop = ? and upload = ? limit ?)"

/** The maximum size of a transaction: that of one chunk, so that commits wait no longer for it. */
const maxBatchBytes = 512 * 1024

/** The number of tries for the lock, 1 to 4 ms apart, so about ten seconds. */
const maxTries = 4000

const closed = Effect.fail(new Unavailable({ reason: "unreachable", cause: "the store is closed" }))
const busy = Effect.fail(new Unavailable({ reason: "busy", cause: "another process holds the file" }))
