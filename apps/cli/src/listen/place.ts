/** Follows what happens in a shop, and goes on from the last place after a break. */
import { BottegaError } from "@bottega/client"
import { nextQueryOf } from "@bottega/client/sent"
import { contract } from "@bottega/domain/areas"
import type { Topic } from "@bottega/domain/areas/follow"
import { entries } from "@bottega/domain/contract"
import type { Connection } from "../connection.ts"

/** The operation that shows what happens. */
export const followEntries = entries(contract).find(({ id }) => id === "follow.entries")!

/** What happened, as a follower sees it. */
export type Entry = Awaited<ReturnType<Connection["client"]["follow"]["entries"]>>[number]

/** Which topics of which shop are followed, from where and until when, and the callbacks for breaks of the connection. */
export interface Following {
  readonly shop: string
  readonly topics: ReadonlyArray<Topic>
  /** The place to begin after. */
  readonly after: string
  readonly signal: AbortSignal
  /** Called when the connection breaks, with the reason. */
  readonly onBreak: (reason: string) => void
  /** Called when it works again. */
  readonly onReturn: () => void
}

/** Every entry after a place, in order, until the signal. A break leaves none out; the last one may come twice. */
export async function* followed({ client }: Connection, following: Following): AsyncGenerator<Entry> {
  const { onBreak, onReturn, shop, signal, topics } = following
  let { after } = following
  for (let breaks = 0; !signal.aborted; ) {
    try {
      for await (const entry of client.follow.entries.all({ shop, topics, after }, { signal, retries: 0 })) {
        if (breaks > 0) onReturn()
        breaks = 0
        const isRepeated = entry.after === after
        after = entry.after
        if (!isRepeated) yield entry
      }
    } catch (error) {
      if (signal.aborted) return
      if (!isTemporary(error)) throw error
      if (breaks++ === 0) onBreak((error as Error).message)
    }
    await pause(Math.min(maxPauseMs, 250 * 2 ** breaks), signal)
  }
}

/** The place after everything that has happened so far. */
export const placeOfNow = async (
  { client, place }: Connection,
  followed: { readonly shop: string; readonly topics?: ReadonlyArray<Topic> }
): Promise<string> => {
  const { headers } = await client.follow.entries({ ...followed, limit: 0 }).withResponse()
  const after = new URLSearchParams(nextQueryOf(headers["link"])).get("after")
  if (after === null) throw new Error(`${place} does not answer as this API does: it names no place to follow from.`)
  return after
}

/** Without an answer, or with one that says that the server cannot answer now. */
const isTemporary = (error: unknown): boolean =>
  error instanceof BottegaError && (error.status === 0 || error.status === 429 || error.status >= 500)

const maxPauseMs = 5000

/** Waits, at most until the signal. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener("abort", end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener("abort", end)
    if (signal.aborted) end()
  })
