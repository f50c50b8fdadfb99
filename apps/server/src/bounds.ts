/** What a body is when it has come, and what it may be: how large, how slow. What is over that is refused. */
import type { Parsed } from "@bottega/domain/form"
import { BodyTooLarge, type Refusal, RequestTimeout } from "@bottega/domain/refusals"
import type { Upload } from "@bottega/service/session"
import type { Result } from "effect"

/** A body as parameters, and the file that came with them. */
export interface Body {
  readonly parsed: Parsed
  readonly upload?: Upload
}

/** Most bytes of a body; of an operation that takes a file, of the file. */
export const mostBytes = { body: 16 * 1024 * 1024, upload: 50 * 1024 * 1024 }
/** Milliseconds in which a body must have come; one with a file has as long as the server gives any request. */
export const patience = 15_000

/** The sender went away before the body was whole. */
export const gone = { gone: true } as const

/** Something received, a refusal, or that its sender went away. */
export type Received<A> = Result.Result<A, Refusal | typeof gone>

/** The refusal of a body, or a file, over its size. */
export const tooLarge = (most: number): BodyTooLarge =>
  new BodyTooLarge({ message: `The body is over ${most / 1024 / 1024} MiB.` })

/** The refusal of a body that takes too long. */
export const tooSlow = (): RequestTimeout =>
  new RequestTimeout({ message: `The body did not arrive within ${patience / 1000} seconds.` })
