/** Bytes of answers that their readers have not taken: counted in their payers' shares, and not kept for ever. */
import type { ServerResponse } from "node:http"
import type { Shares } from "./shares.ts"

/** Milliseconds without a byte after which a reader is given up. */
const idle = 60_000

/** Answers of more bytes are counted when they are made; of smaller ones only what stays behind. */
const large = 64 * 1024

/** Counts an answer that is to be sent at the end of this turn; gives the bytes that were counted. */
export const expect = (shares: Shares, payer: string, length: number): number => {
  if (length <= large) return 0
  shares.add(payer, length)
  return length
}

/** Counts what is left of an answer that was ended, until it is taken or its reader is gone; `counted` were before. */
export const follow = (response: ServerResponse, shares: Shares, payer: string, counted = 0): void => {
  const left = response.closed ? 0 : response.writableLength
  if (left !== counted) shares.add(payer, left - counted)
  if (left === 0) return
  giveUpIdle(response)
  response.once("close", () => shares.give(payer, left))
}

/** Waits until a reader has taken what was written, or is gone. */
export const taken = async (response: ServerResponse, shares: Shares, payer: string): Promise<void> => {
  const left = response.writableLength
  shares.add(payer, left)
  await roomIn(response)
  shares.give(payer, left)
}

/** Gives a reader up that takes nothing for a minute. */
export const giveUpIdle = (response: ServerResponse): void => {
  response.setTimeout(idle, () => response.destroy())
}

const roomIn = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const go = () => {
      response.off("drain", go).off("close", go)
      resolve()
    }
    response.once("drain", go).once("close", go)
    if (response.destroyed) go()
  })
