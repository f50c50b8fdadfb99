/** Finds the values of a parameter in a form: the text after its name and `=`, up to the next `&`. */
import { parse } from "@bottega/domain/form"
import type { Base64Receiver } from "./receiver.ts"
import { EscapedValue, Extraction, type Scanner, type Unescape } from "./scanner.ts"

/** Scans a form. */
export class FormScanner implements Scanner {
  readonly #receiver: Base64Receiver
  readonly #maxName: number
  #state: "name" | "value" | "other" = "name"
  #name = ""
  #value: EscapedValue | undefined

  constructor(receiver: Base64Receiver) {
    this.#receiver = receiver
    // An encoded character of a name takes at most three.
    this.#maxName = 3 * receiver.parameter.name.length
  }

  push(chunk: Buffer): ReadonlyArray<Buffer> {
    const extraction = new Extraction(chunk)
    for (let at = 0; at < chunk.length; )
      at = this.#state === "name" ? this.#inName(chunk, at) : this.#inValue(extraction, at)
    return extraction.rest()
  }

  end(): void {
    this.#value?.end()
    this.#value = undefined
  }

  #inName(chunk: Buffer, from: number): number {
    let at = from
    while (at < chunk.length && chunk[at] !== equals && chunk[at] !== ampersand) at++
    const mark = chunk[at]
    if (this.#name.length <= this.#maxName)
      this.#name += chunk.toString("latin1", from, Math.min(at, from + this.#maxName + 1))
    if (mark === ampersand) this.#name = ""
    else if (mark === equals) this.#beginValue()
    return at + 1
  }

  #beginValue(): void {
    const isWanted = this.#receiver.wantsMore && this.#isNamed()
    this.#state = isWanted ? "value" : "other"
    if (isWanted) this.#value = new EscapedValue(this.#receiver, unescaped)
  }

  /** The form's own reader knows the spellings of a name. */
  #isNamed(): boolean {
    return parse(`${this.#name}=`).root.children?.get(this.#receiver.parameter.name)?.values !== undefined
  }

  #inValue(extraction: Extraction, from: number): number {
    const found = extraction.chunk.indexOf(ampersand, from)
    const end = found < 0 ? extraction.chunk.length : found
    this.#value?.push(extraction.take(from, end))
    if (found < 0) return end
    this.end()
    this.#state = "name"
    this.#name = ""
    return end + 1
  }
}

const equals = 0x3d
const ampersand = 0x26
const plus = 0x2b
const percent = 0x25
const space = 0x20

/** A plus sign is a space, as everywhere in a form. A malformed escape becomes a space too, which is never valid base64. */
const unescaped: Unescape = (sent) => {
  if (!/[%+]/.test(sent)) return { text: sent, rest: "" }
  const bytes = Buffer.from(sent, "latin1")
  let [at, length] = [0, 0]
  for (; at < bytes.length; at++) {
    let byte = bytes[at]!
    if (byte === plus) byte = space
    else if (byte === percent) {
      if (at + 2 >= bytes.length) break
      byte = (digits[bytes[at + 1]!]! << 4) | digits[bytes[at + 2]!]!
      at += 2
    }
    bytes[length++] = byte > 0xff ? space : byte
  }
  return { text: bytes.toString("latin1", 0, length), rest: sent.slice(at) }
}

/** The value of each byte as a hex digit; for any other byte, a number larger than two digits can make. */
const digits = new Uint16Array(256).fill(0x100)
for (const digit of "0123456789abcdefABCDEF") digits[digit.charCodeAt(0)] = Number.parseInt(digit, 16)
