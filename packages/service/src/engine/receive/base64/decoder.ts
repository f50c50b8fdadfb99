/**
 * Decodes base64 piece by piece, as its text arrives. It accepts the standard and the URL-safe alphabet, with or
 * without padding and line breaks. It refuses a space, because a form makes one of an unescaped plus sign.
 */

/** Decodes one value; every piece of it has one character for each byte. */
export class Base64Decoder {
  #carry = ""
  #length = 0
  #padding = 0
  #isWrong = false

  /** Whether the text so far cannot be the beginning of base64. */
  get isWrong(): boolean {
    return this.#isWrong
  }

  /** The bytes that are complete so far. */
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

  /** The remaining bytes after the end of the text. */
  end(): Buffer {
    const isPadded = this.#padding > 0
    if (this.#length % 4 === 1 || (isPadded && (this.#length + this.#padding) % 4 !== 0)) this.#isWrong = true
    return this.#decoded(this.#carry)
  }

  #pad(text: string): void {
    this.#padding += text.length
    if (this.#padding > 2 || /[^=]/.test(text)) this.#isWrong = true
  }

  /** Node skips characters outside the alphabet, so there are fewer bytes then. */
  #decoded(text: string): Buffer {
    const bytes = Buffer.from(text, "base64")
    if (bytes.length !== Math.floor((text.length * 3) / 4)) this.#isWrong = true
    return bytes
  }
}
