/** Maps shops to the small integers that replace their ids in the file: each index entry begins with one. */
import type { Connection } from "./connection.ts"

/** The integers of shops, as one connection sees them. */
export class Shops {
  readonly #connection: Connection
  readonly #numbers = new Map<string, number>()

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** The integer of a shop; `undefined` if nothing was ever written for it. */
  find(name: string): number | undefined {
    const known = this.#numbers.get(name)
    if (known !== undefined) return known
    const found = this.#connection.get("select id from bottega_shops where name = ?", name)?.[0] as number | undefined
    if (found !== undefined) this.#numbers.set(name, found)
    return found
  }

  /** The integer of a shop, assigned in the open transaction if it has none. */
  number(name: string): number {
    const known = this.find(name)
    if (known !== undefined) return known
    this.#connection.run("insert into bottega_shops (name) values (?)", [name])
    return this.find(name)!
  }

  /** Forgets integers that were assigned in a transaction that was rolled back. */
  forget(): void {
    this.#numbers.clear()
  }
}
