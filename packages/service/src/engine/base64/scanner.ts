/** Finds the values of one parameter in the bytes of a body while it arrives, and leaves everything else as it is. */
import type { Base64Receiver } from "./receiver.ts"
import type { Base64Value } from "./value.ts"

/** Reads the chunks of a body. The values that it finds are decoded; what is left is a body in which they are empty. */
export interface Scanner {
  /** Reads a chunk; gives what is left of it. */
  readonly push: (chunk: Buffer) => ReadonlyArray<Buffer>
  /** Ends the value that the body ends in, if it ends in one. */
  readonly end: () => void
}

/** Takes values out of a chunk, and knows what is left of it. */
export class Extraction {
  readonly chunk: Buffer
  readonly #left: Array<Buffer> = []
  #from = 0

  constructor(chunk: Buffer) {
    this.chunk = chunk
  }

  /** Takes bytes out; each call takes later bytes than the one before. */
  take(from: number, end: number): Buffer {
    if (from > this.#from) this.#left.push(this.chunk.subarray(this.#from, from))
    this.#from = end
    return this.chunk.subarray(from, end)
  }

  rest(): ReadonlyArray<Buffer> {
    if (this.#from < this.chunk.length) this.#left.push(this.chunk.subarray(this.#from))
    return this.#left
  }
}

/** Replaces the escapes of a text by what they stand for; an escape that is cut off is the rest, for the next piece. */
export type Unescape = (sent: string) => { readonly text: string; readonly rest: string }

/** A value as its body spells it, with escapes. */
export class EscapedValue {
  readonly #value: Base64Value
  readonly #unescape: Unescape
  #rest = ""

  constructor(receiver: Base64Receiver, replaceEscapes: Unescape) {
    this.#value = receiver.begin()
    this.#unescape = replaceEscapes
  }

  push(bytes: Buffer): void {
    const { rest, text } = this.#unescape(this.#rest + bytes.toString("latin1"))
    this.#rest = rest
    this.#value.push(text)
  }

  end(): void {
    // Half an escape is not base64, and the value is refused for it.
    if (this.#rest !== "") this.#value.push(this.#rest)
    this.#value.end()
  }
}
