/** The items of a JSON array that arrives in pieces, each as soon as it is whole. */

/** Reads the items of an array of which `pieces` are the text. */
export async function* items<Item>(pieces: AsyncIterable<string>): AsyncGenerator<Item> {
  const scanner = new Scanner()
  let begun = ""
  for await (const piece of pieces) {
    let start = scanner.depth === 0 ? piece.indexOf("[") + 1 : 0
    for (let at = 0; at < piece.length; at++) {
      if (!scanner.endsItem(piece[at]!)) continue
      const text = begun + piece.slice(start, at)
      if (text.trim() !== "") yield JSON.parse(text)
      begun = ""
      start = at + 1
    }
    begun += piece.slice(start)
  }
  if (!scanner.ended) throw new SyntaxError("The list ended before its last item.")
}

/** Knows at each character of an array how deep it stands, and whether within a text. */
class Scanner {
  depth = 0
  ended = false
  #inText = false
  #escaped = false

  /** Whether an item of the outermost array ends before this character. */
  endsItem(char: string): boolean {
    if (this.#inText) {
      if (this.#escaped) this.#escaped = false
      else if (char === "\\") this.#escaped = true
      else this.#inText = char !== '"'
      return false
    }
    if (char === '"') this.#inText = true
    else if (char === "[" || char === "{") this.depth++
    else if (char === "]" || char === "}") return (this.ended = --this.depth === 0)
    return char === "," && this.depth === 1
  }
}
