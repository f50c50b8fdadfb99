/** Reads the items of a JSON array that arrives in pieces, and yields each as soon as it is complete. */

/** The longest item, in characters; one without end would fill the memory. */
const maxCharacters = 16 * 1024 * 1024

/**
 * Yields the items of the array whose text is `pieces`. Throws a `SyntaxError` if they are not JSON, not of an array, or if one is
 * too long.
 */
export async function* items<Item>(pieces: AsyncIterable<string>): AsyncGenerator<Item> {
  const scanner = new Scanner()
  let partial = ""
  for await (const piece of pieces) {
    if (scanner.depth === 0 && /^\s*[^\s[]/.test(piece)) throw notAList()
    let start = scanner.depth === 0 ? piece.indexOf("[") + 1 : 0
    for (let at = 0; at < piece.length; at++) {
      if (!scanner.endsItem(piece[at]!)) continue
      const text = partial + piece.slice(start, at)
      if (text.trim() !== "") yield JSON.parse(text)
      partial = ""
      start = at + 1
    }
    partial += piece.slice(start)
    if (partial.length > maxCharacters) throw new SyntaxError(`An item has more than ${maxCharacters} characters.`)
  }
  if (!scanner.ended) throw scanner.depth === 0 ? notAList() : new Error("The list ended before its last item.")
}

const notAList = () => new SyntaxError("The text is not a list.")

/** Tracks the nesting depth of a JSON text character by character, and whether the position is within a string. */
class Scanner {
  depth = 0
  ended = false
  #inString = false
  #escaped = false

  /** Whether an item of the outermost array may end before this character. */
  endsItem(char: string): boolean {
    if (this.#inString) {
      if (this.#escaped) this.#escaped = false
      else if (char === "\\") this.#escaped = true
      else this.#inString = char !== '"'
      return false
    }
    if (char === '"') this.#inString = true
    // A list that goes on for ever has an item on each line, which is complete before the next one comes.
    else if (char === "\n") return this.depth === 1
    else if (char === "[" || char === "{") this.depth++
    else if (char === "]" || char === "}") return (this.ended = --this.depth === 0)
    return char === "," && this.depth === 1
  }
}
