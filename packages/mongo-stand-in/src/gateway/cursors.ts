// Cursors. The extension returns a continuation with each page; it is kept here until the next page is requested.
import type { Runner } from "./database.ts"
import { CommandError } from "./errors.ts"

/** The position of a cursor. */
interface Place {
  readonly database: string
  readonly continuation: Buffer
  /** The session that opened it, if any. */
  readonly session: string | undefined
}

/** How many cursors are kept; the least recently used is dropped first. */
const maxCursors = 10_000

/** All open cursors. */
export class Cursors {
  readonly #places = new Map<bigint, Place>()

  /** Opens a cursor with one of the extension's functions and returns its first page. */
  async open(runner: Runner, kind: string, database: string, command: Buffer, session?: string): Promise<Buffer> {
    const sql = `SELECT cursorpage::bytea, continuation::bytea, cursorid
      FROM documentdb_api.${kind}_cursor_first_page($1, $2::bytea::documentdb_core.bson)`
    const [row] = await runner.query(sql, [database, command])
    const [page, continuation, id] = row as [Buffer, Buffer | null, bigint]
    if (continuation !== null) this.#keep(id, { database, continuation, session })
    return page
  }

  /** Returns the next page of a cursor. */
  async more(runner: Runner, id: bigint, command: Buffer): Promise<Buffer> {
    const place = this.#places.get(id)
    if (place === undefined) throw new CommandError(43, `The cursor ${id} was not found.`)
    const sql = `SELECT cursorpage::bytea, continuation::bytea FROM documentdb_api.cursor_get_more(
      $1, $2::bytea::documentdb_core.bson, $3::bytea::documentdb_core.bson)`
    const [row] = await runner.query(sql, [place.database, command, place.continuation])
    const [page, continuation] = row as [Buffer, Buffer | null]
    if (continuation === null) this.#places.delete(id)
    else this.#keep(id, { ...place, continuation })
    return page
  }

  /** Drops cursors; returns which of them existed. */
  kill(ids: ReadonlyArray<bigint>): { readonly killed: Array<bigint>; readonly unknown: Array<bigint> } {
    const killed = ids.filter((id) => this.#places.delete(id))
    return { killed, unknown: ids.filter((id) => !killed.includes(id)) }
  }

  /** Drops the cursors of ended sessions. */
  end(sessions: ReadonlySet<string>): void {
    for (const [id, { session }] of this.#places) {
      if (session !== undefined && sessions.has(session)) this.#places.delete(id)
    }
  }

  /** Drops all cursors. */
  clear(): void {
    this.#places.clear()
  }

  #keep(id: bigint, place: Place): void {
    this.#places.delete(id)
    this.#places.set(id, place)
    if (this.#places.size > maxCursors) this.#places.delete(this.#places.keys().next().value!)
  }
}
