/** Caches what was recently derived from rows. */
import type { Row } from "./storage.ts"

/**
 * The last values derived from rows, of at most twice `maxCharacters`, counted in characters of the texts that they were derived from;
 * a list of any length therefore leaves a bounded amount behind. By row objects it keeps no row alive; what is read in pages of new
 * objects each time is kept by name, in a `Map`.
 */
export class Recent<Value, Key extends Row | string = Row> {
  readonly #maxCharacters: number
  readonly #empty: () => Generation<Key, Value>
  #young: Generation<Key, Value>
  /** The previous generation, which is dropped when the current one is full. */
  #old: Generation<Key, Value>
  #characters = 0

  constructor(maxCharacters: number, empty: () => Generation<Key, Value> = () => new WeakMap() as never) {
    this.#maxCharacters = maxCharacters
    this.#empty = empty
    this.#young = empty()
    this.#old = empty()
  }

  /** The value kept for this row object, or for this name. */
  get(key: Key): Value | undefined {
    const young = this.#young.get(key)
    if (young !== undefined) return young.value
    const old = this.#old.get(key)
    if (old !== undefined) this.#add(key, old)
    return old?.value
  }

  /** Keeps a value that was derived from that many characters. */
  keep(key: Key, value: Value, characters: number): void {
    this.#add(key, { value, characters })
  }

  #add(key: Key, entry: Entry<Value>): void {
    if (this.#characters >= this.#maxCharacters) {
      this.#old = this.#young
      this.#young = this.#empty()
      this.#characters = 0
    }
    this.#young.set(key, entry)
    this.#characters += entry.characters
  }
}

interface Entry<Value> {
  readonly value: Value
  readonly characters: number
}

type Generation<Key, Value> = Pick<Map<Key, Entry<Value>>, "get" | "set">
