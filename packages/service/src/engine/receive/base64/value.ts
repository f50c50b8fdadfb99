/** One base64 value of a body, from its first character to its last. */
import { createHash } from "node:crypto"
import type { PassThrough } from "node:stream"
import { Base64Decoder } from "./decoder.ts"

/** Where the bytes of a value are written: to a file, or nowhere for a repeated value. */
export type Target = PassThrough | undefined

/** Receives one value: the text of base64, or the bytes of a file. */
export class Base64Value {
  readonly #decoder = new Base64Decoder()
  readonly #hash = createHash("sha256")
  readonly #maxCharacters: number
  readonly #target: Target
  #characters = 0
  #fileBytes = 0
  #size = 0
  #digest: string | undefined

  constructor(maxCharacters: number, target: Target) {
    this.#maxCharacters = maxCharacters
    this.#target = target
  }

  /** Adds a piece of the text, with one character for each byte that was sent. */
  push(piece: string): void {
    this.#characters += piece.length
    if (this.problem === undefined) this.#write(this.#decoder.push(piece))
  }

  /** Adds a piece of a file part: its bytes are the value, with the same limit as for base64. */
  take(bytes: Buffer): void {
    this.#fileBytes += bytes.length
    if (this.problem === undefined) this.#write(bytes)
  }

  /** Ends the value. */
  end(): void {
    if (this.problem === undefined) this.#write(this.#decoder.end())
    this.#digest = this.#size === 0 ? "" : this.#hash.digest("hex")
    this.#target?.end()
  }

  /** What is wrong with the value, as the end of a sentence. */
  get problem(): string | undefined {
    const maxFileBytes = Math.floor((this.#maxCharacters * 3) / 4)
    if (this.#fileBytes > maxFileBytes) return `is longer than ${maxFileBytes} bytes`
    if (this.#characters > this.#maxCharacters) return `is longer than ${this.#maxCharacters} bytes`
    return this.#decoder.isWrong ? "must be base64; on a form, + is sent as %2B" : undefined
  }

  /** The SHA-256 of the bytes in hex; empty if there are none. */
  get digest(): string {
    return this.#digest ?? ""
  }

  #write(bytes: Buffer): void {
    if (bytes.length === 0) return
    this.#size += bytes.length
    this.#hash.update(bytes)
    if (this.#target?.destroyed === false) this.#target.write(bytes)
  }
}

/** A text with one byte for each character; a longer character becomes one that is not base64 either. */
export const inBytes = (text: string): string => (/^[\0-\xff]*$/.test(text) ? text : " ")
