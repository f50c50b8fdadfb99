/** The limits of a body while it arrives, in size, in time and in the number of chunks. */
import { invalid, type Refusal, RequestTimeout } from "@bottega/domain/contract"
import type { Result } from "effect"
import { uploadTooLarge } from "./uploads.ts"

/** The limits of a body: the bytes that its refusal names, the bytes of the whole body, and the time for its arrival. */
export interface BodyLimits {
  readonly namedBytes: number
  readonly maxBytes: number
  /** A body with a file has as much time as any request. */
  readonly timeoutMs: number | undefined
}

/** The time within which a body without a file must arrive. */
export const bodyTimeoutMs = 15_000

/** Counts further bytes of a body; gives a refusal if there is no room for them. */
type Grows = (bytes: number) => Refusal | undefined

/** Counts the bytes of one body against its owner's share. */
export interface Counts {
  /** Counts bytes that are held in memory. */
  readonly grows: Grows
  /** Counts bytes that go to the disk. */
  readonly keeps: Grows
}

/** The number of chunks of any size that a body may have, and the average size in bytes that they need beyond that number. */
const chunks = { max: 10_000, minBytes: 64 }

/** The refusal of a body in tiny chunks: each costs a call of the parser, so 2 MiB of one-byte chunks take seconds. */
export const fragmented = invalid([
  { path: "", message: `the body has more than ${chunks.max} chunks, of less than ${chunks.minBytes} bytes on average` }
])

/** Counts the chunks of a body; returns the refusal once it exceeds its limits or its chunks are too small. */
export const measuring = ({ maxBytes, namedBytes }: BodyLimits) => {
  let size = 0
  let count = 0
  return (chunk: Buffer): Refusal | undefined => {
    size += chunk.length
    if (size > maxBytes) return uploadTooLarge(namedBytes)
    return ++count > chunks.max && size < count * chunks.minBytes ? fragmented : undefined
  }
}

/** The sender left before the body was complete. */
export const gone = { gone: true } as const

/** Why a body did not arrive whole. */
export type Failure = Refusal | typeof gone

/** The received value, a refusal, or the fact that the sender left. */
export type Received<A> = Result.Result<A, Failure>

/** The refusal of a body that takes too long. */
export const tooSlow = (): RequestTimeout =>
  new RequestTimeout({ message: `The body did not arrive within ${bodyTimeoutMs / 1000} seconds.` })

/** The refusal of a text that is not UTF-8. */
export const notUtf8 = invalid([{ path: "", message: "the body is not UTF-8" }])

/** The pieces of a body. Many small ones are joined early, because each takes far more memory than its bytes. */
export class Pieces {
  readonly #large: Array<Buffer> = []
  #small: Array<Buffer> = []

  add(piece: Buffer): void {
    if (this.#small.push(piece) < 256) return
    this.#large.push(Buffer.concat(this.#small))
    this.#small = []
  }

  whole(): Buffer {
    if (this.#large.length === 0 && this.#small.length === 1) return this.#small[0]!
    return Buffer.concat([...this.#large, ...this.#small])
  }
}
