/** Finds the values of a parameter in JSON: the strings that are members of that name in the outermost object. */
import type { Base64Receiver } from "./receiver.ts"
import { EscapedValue, Extraction, type Scanner } from "./scanner.ts"

/** The state: where a string may begin, or inside which string the scanner is. */
type State = "between" | "key" | "text" | "value"

/** Scans JSON. Malformed JSON passes unchanged, and its reader refuses it. */
export class JsonScanner implements Scanner {
  readonly #receiver: Base64Receiver
  readonly #maxKey: number
  #state: State = "between"
  #depth = 0
  #awaits: "key" | "value" | undefined
  #isEscaped = false
  #key = ""
  #value: EscapedValue | undefined

  constructor(receiver: Base64Receiver) {
    this.#receiver = receiver
    // An escaped character of a key takes at most six: \u0062.
    this.#maxKey = 6 * receiver.parameter.name.length
  }

  push(chunk: Buffer): ReadonlyArray<Buffer> {
    const extraction = new Extraction(chunk)
    for (let at = 0; at < chunk.length; )
      at = this.#state === "value" ? this.#inValue(extraction, at) : this.#outside(chunk, at)
    return extraction.rest()
  }

  end(): void {
    this.#value?.end()
    this.#value = undefined
  }

  /** Reads up to the opening quote of a wanted value, or to the end. */
  #outside(chunk: Buffer, from: number): number {
    let at = from
    while (at < chunk.length && this.#state !== "value") this.#read(chunk[at++]!)
    return at
  }

  #read(byte: number): void {
    if (this.#state === "between") this.#mark(byte)
    else if (this.#isEscaped || byte !== quote) {
      this.#isEscaped = !this.#isEscaped && byte === backslash
      if (this.#state === "key" && this.#key.length <= this.#maxKey) this.#key += String.fromCharCode(byte)
    } else this.#state = "between"
  }

  #mark(byte: number): void {
    if (byte === quote) this.#open()
    else if (byte === openBrace || byte === openBracket) {
      this.#depth++
      this.#awaits = byte === openBrace ? "key" : undefined
    } else if (byte === closeBrace || byte === closeBracket) this.#depth--
    else if (byte === comma) this.#awaits = "key"
    else if (byte === colon) this.#awaits = "value"
  }

  #open(): void {
    if (this.#depth === 1 && this.#awaits === "value" && this.#receiver.wantsMore && this.#isWanted()) {
      this.#value = new EscapedValue(this.#receiver, unescaped)
      this.#state = "value"
    } else if (this.#depth === 1 && this.#awaits === "key") {
      this.#key = ""
      this.#state = "key"
    } else this.#state = "text"
    this.#awaits = undefined
  }

  #isWanted(): boolean {
    try {
      return JSON.parse(`"${this.#key}"`) === this.#receiver.parameter.name
    } catch {
      return false
    }
  }

  /** No escape in valid base64 ends in a quote, so the first quote ends the value. */
  #inValue(extraction: Extraction, from: number): number {
    const found = extraction.chunk.indexOf(quote, from)
    const end = found < 0 ? extraction.chunk.length : found
    this.#value?.push(extraction.take(from, end))
    if (found < 0) return end
    this.end()
    this.#state = "between"
    // The quote is kept, so that an empty text remains.
    return end + 1
  }
}

/**
 * JSON forbids a raw line break in a string, but base64 allows it. A raw one is replaced by a character that neither
 * allows.
 */
const unescaped = (sent: string) => {
  const rest = /\\(?:u[\da-fA-F]{0,3})?$/.exec(sent.slice(-5))?.[0] ?? ""
  const text = sent.slice(0, sent.length - rest.length).replace(/[\r\n]/g, "\0")
  return {
    text: text.replace(/\\(?:u([\da-fA-F]{4})|([/nr]))/g, (_, hex, mark) =>
      mark === undefined ? String.fromCharCode(Number.parseInt(hex, 16)) : (marks[mark] ?? "\0")
    ),
    rest
  }
}
const marks: Readonly<Record<string, string>> = { "/": "/", n: "\n", r: "\r" }

const quote = 0x22
const comma = 0x2c
const colon = 0x3a
const openBracket = 0x5b
const backslash = 0x5c
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d
