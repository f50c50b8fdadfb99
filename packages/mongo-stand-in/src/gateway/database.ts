// The gateway's way to PostgreSQL: a bounded pool, values as MongoDB's bytes, and the one question whether it is there.
import pg from "pg"
import { isBroken, isConflict, Lost } from "./errors.ts"

/** A row as an array: documents as bytes, 64-bit integers as bigint. */
export type Row = ReadonlyArray<unknown>

/** Something that carries out a statement: the pool, or the connection of a transaction. */
export interface Runner {
  readonly query: (sql: string, values: ReadonlyArray<unknown>) => Promise<ReadonlyArray<Row>>
}

/** A connection of one's own, until it is let go. */
export interface Held extends Runner {
  /** Gives the connection back; with true it is closed, and what was open in it is undone. */
  readonly release: (close: boolean) => void
}

/** How many connections the gateway takes: PostgreSQL's 200 less what the extension and its jobs open themselves. */
const most = 150

/** How long a connection may take to be had, in milliseconds; then the database is taken for dead. */
const patience = 30_000

/** How often a statement that lost against another writer is tried again, as MongoDB does outside transactions. */
const tries = 50

const types = {
  getTypeParser: (oid: number) => parsers[oid] ?? ((value: string) => value)
} as pg.CustomTypesConfig

const parsers: Record<number, (value: string) => unknown> = {
  16: (value) => value === "t",
  17: (value) => Buffer.from(value.slice(2), "hex"),
  20: BigInt
}

/** The database behind the gateway. `lost` is told each time a connection breaks. */
export class Database implements Runner {
  readonly #port: () => number
  readonly #lost: () => void
  #pool: pg.Pool
  /** Ends when everything that lost so far was tried again. */
  #losers: Promise<unknown> = Promise.resolve()

  constructor(port: () => number, lost: () => void) {
    this.#port = port
    this.#lost = lost
    this.#pool = this.#open()
  }

  /**
   * Carries out one statement by itself, again when it lost against another writer. Who lost does so one at a time: inserts
   * of one unique value wait for each other until PostgreSQL ends one of them, and if all came back at once, for minutes.
   */
  async query(sql: string, values: ReadonlyArray<unknown>): Promise<ReadonlyArray<Row>> {
    try {
      return await this.#once(sql, values)
    } catch (error) {
      if (!isConflict(error)) throw error
    }
    const mine = this.#losers.then(() => this.#again(sql, values))
    this.#losers = mine.catch(() => undefined)
    return mine
  }

  async #again(sql: string, values: ReadonlyArray<unknown>): Promise<ReadonlyArray<Row>> {
    for (let left = tries; ; left--) {
      try {
        return await this.#once(sql, values)
      } catch (error) {
        if (left === 1 || !isConflict(error)) throw error
      }
    }
  }

  async #once(sql: string, values: ReadonlyArray<unknown>): Promise<ReadonlyArray<Row>> {
    const held = await this.hold()
    try {
      const rows = await held.query(sql, values)
      held.release(false)
      return rows
    } catch (error) {
      held.release(error instanceof Lost)
      throw error
    }
  }

  /** Takes a connection out of the pool, waiting for one when all are out. */
  async hold(): Promise<Held> {
    const pool = this.#pool
    const client = await this.#watched(pool, pool.connect())
    return {
      query: async (text, values) => {
        const query = { name: named(text), text, values: [...values], types, rowMode: "array" }
        return (await this.#watched(pool, client.query<Array<unknown>>(query))).rows
      },
      release: (close) => client.release(close)
    }
  }

  /** Whether the database takes statements now. */
  async answers(): Promise<boolean> {
    const client = new pg.Client({ ...this.#settings(), connectionTimeoutMillis: 2_000 })
    client.on("error", () => undefined)
    try {
      await client.connect()
      await client.query("SELECT 1")
      return true
    } catch {
      return false
    } finally {
      client.end().catch(() => undefined)
    }
  }

  /** Gives up every connection and begins anew. */
  reset(): void {
    this.#close(this.#pool)
    this.#pool = this.#open()
  }

  close(): void {
    this.#close(this.#pool)
  }

  #open(): pg.Pool {
    const pool = new pg.Pool({
      ...this.#settings(),
      max: most,
      idleTimeoutMillis: 60_000,
      connectionTimeoutMillis: patience
    })
    pool.on("error", () => pool === this.#pool && this.#lost())
    // One that is out of the pool tells of its end by the statement it fails.
    pool.on("connect", (client) => client.on("error", () => undefined))
    return pool
  }

  #close(pool: pg.Pool): void {
    pool.end().catch(() => undefined)
  }

  #settings(): pg.ClientConfig {
    return {
      host: "127.0.0.1",
      port: this.#port(),
      user: "postgres",
      database: "postgres",
      // Of inserts of one unique value one is ended each time that this passes.
      options: "-c search_path=documentdb_api_catalog,documentdb_api,public -c deadlock_timeout=10ms"
    }
  }

  /** A connection of a pool that was given up already tells nothing new. */
  async #watched<A>(pool: pg.Pool, work: Promise<A>): Promise<A> {
    try {
      return await work
    } catch (error) {
      if (!isBroken(error)) throw error
      if (pool === this.#pool) this.#lost()
      throw new Lost("The connection to the database broke.", { cause: error })
    }
  }
}

const names = new Map<string, string>()

/** The name under which PostgreSQL keeps a statement's plan; there are as many as kinds of statement. */
const named = (sql: string): string => {
  const name = names.get(sql) ?? `s${names.size}`
  names.set(sql, name)
  return name
}
