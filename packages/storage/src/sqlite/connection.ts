/** A connection to the file, which caches its prepared statements. */
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite"
import { pathToFileURL } from "node:url"

/** A value of a row; the statement determines its type. */
// biome-ignore lint/suspicious/noExplicitAny: SQLite knows the type, the compiler cannot
export type Cell = any

/** The parameters of a statement. */
export type Values = ReadonlyArray<SQLInputValue>

/**
 * The purpose of a connection. `alone` reads the file without its log and without a lock, and creates no file beside
 * it; that is safe only if nobody writes meanwhile.
 */
export type Use = "write" | "read" | "alone"

/** One connection; rows are arrays. */
export class Connection {
  readonly #database: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()

  constructor(file: string, use: Use) {
    const readOnly = use !== "write"
    const path = use === "alone" ? immutable(file) : file
    this.#database = new DatabaseSync(path, { readOnly, timeout: readOnly ? 2000 : 10_000 })
  }

  /** Whether a transaction is open. */
  get open(): boolean {
    return this.#database.isOpen && this.#database.isTransaction
  }

  /** Runs statements that return nothing and are not worth caching. */
  exec(sql: string): void {
    this.#database.exec(sql)
  }

  /** All rows of a query. */
  all(sql: string, values: Values = []): Array<Array<Cell>> {
    return this.#statement(sql).all(...values) as unknown as Array<Array<Cell>>
  }

  /** The rows of a query, one at a time; the consumer must finish, or stop, before another statement runs. */
  each(sql: string, values: Values = []): Iterable<Array<Cell>> {
    return this.#statement(sql).iterate(...values) as unknown as Iterable<Array<Cell>>
  }

  /** The first row of a query. */
  get(sql: string, ...values: Values): Array<Cell> | undefined {
    return this.#statement(sql).get(...values) as unknown as Array<Cell> | undefined
  }

  /** Runs a change; returns the number of changed rows and the id of the last inserted one. */
  run(sql: string, values: Values = []) {
    return this.#statement(sql).run(...values)
  }

  close(): void {
    if (this.#database.isOpen) this.#database.close()
  }

  #statement(sql: string): StatementSync {
    const known = this.#statements.get(sql)
    if (known !== undefined) return known
    // Statements come from declarations and are few; a caller's query can vary them only a little.
    if (this.#statements.size >= 1000) this.#statements.clear()
    const made = this.#database.prepare(sql)
    made.setReturnArrays(true)
    this.#statements.set(sql, made)
    return made
  }
}

const immutable = (file: string): URL => {
  const url = pathToFileURL(file)
  url.search = "immutable=1"
  return url
}
