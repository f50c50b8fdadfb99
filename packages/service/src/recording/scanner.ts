/**
 * Finds the entries of an HTTP Archive in a text that arrives in pieces, and holds one of them at a time. An incomplete text,
 * as after `kill -9`, gives its whole entries.
 */

/** An entry as text; `undefined` if it is too long or nested too deeply. */
export type EntryText = string | undefined

/** The longest entry in characters, and its deepest nesting. */
export const entryBounds = { characters: 16 * 1024 * 1024, depth: 64 }

/** The depths at which the members of the archive, those of its log, and its entries are. */
const [inArchive, inLog, inEntries] = [1, 2, 3]

export class EntryScanner {
  #depth = 0
  #isText = false
  #isEscaped = false
  /** The last text at the depths where keys matter. */
  #key = ""
  #isLog = false
  #isEntries = false
  #pieces: Array<string> | undefined
  #length = 0
  #isUnfit = false
  #found = false

  /** Whether the text had the entries of an archive. */
  get found(): boolean {
    return this.#found
  }

  /** Whether the text ended where the archive ends. */
  get isWhole(): boolean {
    return this.#found && this.#depth === 0
  }

  /** The entries that end in the next piece of the text. */
  *feed(piece: string): Generator<EntryText> {
    let from = this.#pieces === undefined ? -1 : 0
    for (let at = 0; at < piece.length; at++) {
      const character = piece[at]!
      if (this.#isText) this.#readText(character)
      else if (character === '"') this.#beginText()
      else if (character === "{" || character === "[") {
        if (this.#begins(character)) from = at
      } else if ((character === "}" || character === "]") && this.#ends()) {
        this.#keep(piece.slice(from, at + 1))
        yield this.#isUnfit ? undefined : this.#pieces!.join("")
        this.#pieces = undefined
        from = -1
      }
    }
    if (from >= 0) this.#keep(piece.slice(from))
  }

  #beginText(): void {
    this.#isText = true
    if (this.#depth <= inLog) this.#key = ""
  }

  #readText(character: string): void {
    if (this.#isEscaped) this.#isEscaped = false
    else if (character === "\\") this.#isEscaped = true
    else if (character === '"') this.#isText = false
    else if (this.#depth <= inLog && this.#key.length < 20) this.#key += character
  }

  /** True where an entry begins. */
  #begins(character: string): boolean {
    const within = this.#depth++
    if (within === inArchive) this.#isLog = this.#key === "log"
    if (within === inLog) this.#isEntries = this.#isLog && this.#key === "entries" && character === "["
    if (within === inLog && this.#isEntries) this.#found = true
    if (this.#depth > entryBounds.depth) this.#isUnfit = true
    if (within !== inEntries || !this.#isEntries) return false
    this.#pieces = []
    this.#length = 0
    this.#isUnfit = false
    return true
  }

  /** True where an entry ends. */
  #ends(): boolean {
    this.#depth--
    return this.#depth === inEntries && this.#isEntries && this.#pieces !== undefined
  }

  #keep(part: string): void {
    this.#length += part.length
    if (this.#length > entryBounds.characters) this.#isUnfit = true
    if (this.#isUnfit) this.#pieces = []
    else this.#pieces!.push(part)
  }
}
