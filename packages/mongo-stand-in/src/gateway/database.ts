// The gateway's connections to PostgreSQL: a bounded pool, documents as bytes, and a health check.
import pg from "pg"
import { isBroken, isConflict, Lost } from "./errors.ts"

/** A row as an array: documents as bytes, 64-bit integers as bigint. */
export type Row = ReadonlyArray<unknown>

/** Runs statements: the pool, or the connection of a transaction. */
export interface Runner {
  readonly query: (sql: string, values: ReadonlyArray<unknown>) => Promise<ReadonlyArray<Row>>
}

/** A connection out of the pool, until it is released. */
export interface Held extends Runner {
  /** Gives the connection back; `true` closes it, which rolls back its transaction. */
  readonly release: (close: boolean) => void
}

/**
 * The size of the pool. Each process of PostgreSQL reads the catalogue of every collection and index that it meets, so that many cost more
 * than they gain on few cores. A transaction holds its connection and asks for no other.
 */
const maxConnections = 24

/** How long the pool may take to provide a connection before the database counts as dead. */
const connectTimeoutMs = 30_000

/** How often a statement outside a transaction is retried after a conflict, as MongoDB does. */
const maxRetries = 50

const types = {
  getTypeParser: (oid: number) => parsers[oid] ?? ((value: string) => value)
} as pg.CustomTypesConfig

const parsers: Record<number, (value: string) => unknown> = {
  16: (value) => value === "t",
  17: (value) => Buffer.from(value.slice(2), "hex"),
  20: BigInt
}

/** The database behind the gateway. Calls `lost` each time a connection breaks. */
export class Database implements Runner {
  readonly #port: () => number
  readonly #lost: () => void
  #pool: pg.Pool
  /** Settles when all retries so far have ended. */
  #retries: Promise<unknown> = Promise.resolve()

  constructor(port: () => number, lost: () => void) {
    this.#port = port
    this.#lost = lost
    this.#pool = this.#open()
  }

  /**
   * Runs one statement outside a transaction and retries it after a conflict. Retries run one at a time: concurrent inserts of
   * one unique value wait for each other until PostgreSQL ends one of them, so concurrent retries would take minutes.
   */
  async query(sql: string, values: ReadonlyArray<unknown>): Promise<ReadonlyArray<Row>> {
    try {
      return await this.#once(sql, values)
    } catch (error) {
      if (!isConflict(error)) throw error
    }
    const mine = this.#retries.then(() => this.#again(sql, values))
    this.#retries = mine.catch(() => undefined)
    return mine
  }

  async #again(sql: string, values: ReadonlyArray<unknown>): Promise<ReadonlyArray<Row>> {
    for (let left = maxRetries; ; left--) {
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

  /** Takes a connection out of the pool; waits while all are in use. */
  async hold(): Promise<Held> {
    const pool = this.#pool
    const client = await this.#watched(pool, pool.connect())
    return {
      query: async (text, values) => {
        // Without values nothing has to be planned ahead, and several statements may go together.
        const prepared = values.length === 0 ? {} : { name: named(text), values: [...values] }
        const query = { text, types, rowMode: "array" as const, ...prepared }
        return (await this.#watched(pool, client.query<Array<unknown>>(query))).rows
      },
      release: (close) => client.release(close)
    }
  }

  /** Whether the database accepts statements now. */
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

  /** Closes all connections and opens a new pool. */
  reset(): void {
    this.#close(this.#pool)
    this.#pool = this.#open()
  }

  /** Closes all connections. */
  close(): void {
    this.#close(this.#pool)
  }

  #open(): pg.Pool {
    const pool = new pg.Pool({
      ...this.#settings(),
      max: maxConnections,
      idleTimeoutMillis: 60_000,
      connectionTimeoutMillis: connectTimeoutMs
    })
    pool.on("error", () => pool === this.#pool && this.#lost())
    // A broken connection that is in use fails its statement, which reports the loss.
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
      // Concurrent inserts of one unique value wait this long until PostgreSQL ends one of them.
      options: "-c search_path=documentdb_api_catalog,documentdb_api,public -c deadlock_timeout=10ms"
    }
  }

  /** Reports a broken connection, unless its pool was already replaced. */
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

/** The name under which PostgreSQL keeps a statement's plan; one for each distinct statement. */
const named = (sql: string): string => {
  const name = names.get(sql) ?? `s${names.size}`
  names.set(sql, name)
  return name
}
