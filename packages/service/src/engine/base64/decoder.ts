/**
 * Decodes base64 as its text comes, a piece at a time. The standard and the URL-safe alphabet are taken, padded or not,
 * with line ends between. A space is refused: it is what a form makes of a plus sign that its sender did not escape.
 */

/** Decodes one value, of which every piece has one character for each byte. */
export class Base64Decoder {
  #carry = ""
  #length = 0
  #padding = 0
  #isWrong = false

  /** Whether what came so far cannot be the beginning of base64. */
  get isWrong(): boolean {
    return this.#isWrong
  }

  /** The bytes that are known by now. */
  push(piece: string): Buffer {
    const line = /[\r\n]/.test(piece) ? piece.replace(/[\r\n]+/g, "") : piece
    const at = this.#padding > 0 ? 0 : line.indexOf("=")
    const text = at < 0 ? line : line.slice(0, at)
    this.#pad(at < 0 ? "" : line.slice(at))
    this.#length += text.length
    const all = this.#carry + text
    const whole = all.length & ~3
    this.#carry = all.slice(whole)
    return this.#decoded(all.slice(0, whole))
  }

  /** The bytes that are left once everything has come. */
  end(): Buffer {
    const isPadded = this.#padding > 0
    if (this.#length % 4 === 1 || (isPadded && (this.#length + this.#padding) % 4 !== 0)) this.#isWrong = true
    return this.#decoded(this.#carry)
  }

  #pad(text: string): void {
    this.#padding += text.length
    if (this.#padding > 2 || /[^=]/.test(text)) this.#isWrong = true
  }

  /** Node leaves out what is not of the alphabet, so the bytes are fewer then. */
  #decoded(text: string): Buffer {
    const bytes = Buffer.from(text, "base64")
    if (bytes.length !== Math.floor((text.length * 3) / 4)) this.#isWrong = true
    return bytes
  }
}
