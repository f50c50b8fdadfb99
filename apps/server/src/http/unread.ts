/** Unread bytes of answers: they count against their owners' shares and are dropped after a time limit. */
import type { ServerResponse } from "node:http"
import type { Shares } from "./shares.ts"

/** The time after which a reader that takes nothing is disconnected. */
const idleMs = 60_000

/** Larger answers are counted as soon as they are made, smaller ones only if they are left unread. */
const largeBytes = 64 * 1024

/** Counts an answer that will be sent at the end of this turn; returns the counted bytes. */
export const expect = (shares: Shares, payer: string, length: number): number => {
  if (length <= largeBytes) return 0
  shares.add(payer, length)
  return length
}

/**
 * Counts what is left of an answer of `length` bytes until it is taken or its reader is gone; `counted` of them are counted
 * already. An answer that a hook of the server's owner still holds counts as a whole.
 */
export const follow = (
  response: ServerResponse,
  shares: Shares,
  payer: string,
  { counted, length }: { readonly counted: number; readonly length: number }
): void => {
  const left = response.closed ? 0 : response.writableEnded ? response.writableLength : length
  if (left !== counted) shares.add(payer, left - counted)
  if (left === 0) return
  giveUpIdle(response)
  response.once("close", () => shares.give(payer, left))
}

/** The owner of the unread bytes, and the handler of the source's errors. */
export interface Counting {
  readonly shares: Shares
  readonly payer: string
  readonly broken: (error: unknown) => Error
}

/** The pieces of a body; each counts from when it is passed on until the next one is wanted. */
export async function* counted(
  body: AsyncIterable<string | Uint8Array>,
  { broken, payer, shares }: Counting
): AsyncGenerator<string | Uint8Array> {
  try {
    for await (const piece of body) {
      shares.add(payer, piece.length)
      try {
        yield piece
      } finally {
        shares.give(payer, piece.length)
      }
    }
  } catch (error) {
    throw broken(error)
  }
}

/** Disconnects a reader that takes nothing for a minute. */
export const giveUpIdle = (response: ServerResponse): void => {
  // An answer to Fastify's `inject` has no connection, and its timer would keep the process alive.
  if (response.socket !== null && !("setTimeout" in response.socket)) return
  response.setTimeout(idleMs, () => response.destroy())
}

/** Disconnects a reader that has not taken a whole answer after ten seconds, if the answer counts against no share. */
export const giveUpLate = (response: ServerResponse): void => {
  const timer = setTimeout(() => response.destroy(), lateMs).unref()
  response.once("close", () => clearTimeout(timer))
}

const lateMs = 10_000
