/** Caches what was derived from rows, for as long as a row is in memory and its derivation is among the recent ones. */
import type { Row } from "./storage.ts"

/**
 * The last values derived from rows. It keeps no row alive, and values of at most twice `maxCharacters`, counted in
 * characters of the texts that they were derived from; a list of any length therefore leaves a bounded amount behind.
 */
export class Recent<Value> {
  readonly #maxCharacters: number
  #young = new WeakMap<Row, Entry<Value>>()
  /** The previous generation, which is dropped when the current one is full. */
  #old = new WeakMap<Row, Entry<Value>>()
  #characters = 0

  constructor(maxCharacters: number) {
    this.#maxCharacters = maxCharacters
  }

  /** The value kept for this row object. */
  get(row: Row): Value | undefined {
    const young = this.#young.get(row)
    if (young !== undefined) return young.value
    const old = this.#old.get(row)
    if (old !== undefined) this.#add(row, old)
    return old?.value
  }

  /** Keeps a value that was derived from that many characters. */
  keep(row: Row, value: Value, characters: number): void {
    this.#add(row, { value, characters })
  }

  #add(row: Row, entry: Entry<Value>): void {
    if (this.#characters >= this.#maxCharacters) {
      this.#old = this.#young
      this.#young = new WeakMap()
      this.#characters = 0
    }
    this.#young.set(row, entry)
    this.#characters += entry.characters
  }
}

interface Entry<Value> {
  readonly value: Value
  readonly characters: number
}
