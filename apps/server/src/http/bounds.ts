/** What a body may be while it comes: how large, how slow. What is over that is refused. */
import { invalid, type Refusal, RequestTimeout } from "@bottega/domain/contract"
import { uploadTooLarge } from "@bottega/service"
import type { Result } from "effect"

/** What a body may take: the bytes that its refusal names, those of the whole body, and the time until it has come. */
export interface BodyLimits {
  readonly namedBytes: number
  readonly maxBytes: number
  /** One with a file has as long as the server gives any request. */
  readonly timeoutMs: number | undefined
}

/** Within this time a body without a file must have come. */
export const bodyTimeoutMs = 15_000

/** Counts further bytes of a body that are held; gives a refusal where there is no room for them. */
export type Grows = (bytes: number) => Refusal | undefined

/** What one body may take, and what counts its bytes against its payer's share. */
export interface BodyBounds extends BodyLimits {
  readonly grows: Grows
  readonly keeps: Grows
}

/** A body may come in so many chunks, whatever their size; beyond that they must hold so many bytes each on average. */
const chunks = { max: 10_000, minBytes: 64 }

/** The refusal of a body in tiny chunks: each costs a call of the parser, so that 2 MiB of one byte each take seconds. */
export const fragmented = invalid([
  { path: "", message: `the body comes in more than ${chunks.max} chunks of under ${chunks.minBytes} bytes` }
])

/** Counts what comes of a body; gives the refusal once that is over its limits, or too finely divided. */
export const counting = ({ grows, maxBytes, namedBytes }: BodyBounds) => {
  let size = 0
  let count = 0
  return (chunk: Buffer): Refusal | undefined => {
    size += chunk.length
    if (size > maxBytes) return uploadTooLarge(namedBytes)
    if (++count > chunks.max && size < count * chunks.minBytes) return fragmented
    return grows(chunk.length)
  }
}

/** The sender went away before the body was whole. */
export const gone = { gone: true } as const

/** Something received, a refusal, or that its sender went away. */
export type Received<A> = Result.Result<A, Refusal | typeof gone>

/** The refusal of a body that takes too long. */
export const tooSlow = (): RequestTimeout =>
  new RequestTimeout({ message: `The body did not arrive within ${bodyTimeoutMs / 1000} seconds.` })

/** Pieces of a body as they come. Many small ones are put together early, for each alone takes far more than its bytes. */
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
