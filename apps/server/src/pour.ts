/** Sends lists of any length, in pieces, as fast as they are read at the other end. */
import type { ServerResponse } from "node:http"
import type { Shares } from "./shares.ts"
import { follow, giveUpIdle, taken } from "./unsent.ts"

/** Sends a list whose head is written, and counts what its reader has not taken; of HEAD nothing is sent. */
export const pour = async (
  response: ServerResponse,
  body: AsyncIterable<string>,
  unsent: Shares,
  payer: string
): Promise<void> => {
  giveUpIdle(response)
  for await (const piece of body) {
    if (response.destroyed || response.req.method === "HEAD") break
    if (!response.write(piece)) await taken(response, unsent, payer)
  }
  response.end()
  follow(response, unsent, payer)
}

/** Ends a list that is not sent, so that what it is read from is closed. */
export const leave = async (body: AsyncIterable<string>): Promise<void> => {
  try {
    for await (const _ of body) break
  } catch {
    // Nobody waits for it any more.
  }
}
