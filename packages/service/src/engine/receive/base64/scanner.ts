/** Finds the values of one parameter in the bytes of a body while it arrives, and leaves everything else as it is. */
import type { Base64Receiver } from "./receiver.ts"
import type { Base64Value } from "./value.ts"

/** Reads the chunks of a body. It passes the values on to be decoded, and leaves a body in which they are empty. */
export interface Scanner {
  /** Reads a chunk; returns the rest of it, without values. */
  readonly push: (chunk: Buffer) => ReadonlyArray<Buffer>
  /** Ends the value in which the body ends, if there is one. */
  readonly end: () => void
}

/** Cuts values out of a chunk and collects the rest. */
export class Extraction {
  readonly chunk: Buffer
  readonly #left: Array<Buffer> = []
  #from = 0

  constructor(chunk: Buffer) {
    this.chunk = chunk
  }

  /** Cuts bytes out; each call must cut later bytes than the previous one. */
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

/** Replaces the escapes of a text by their characters; an escape that is cut off is returned for the next piece. */
export type Unescape = (sent: string) => { readonly text: string; readonly rest: string }

/** A value as it is written in its body, with escapes. */
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
    // Half an escape is not base64, so the value is refused.
    if (this.#rest !== "") this.#value.push(this.#rest)
    this.#value.end()
  }
}
