/** Waits for what happens in a shop, for an assistant: a bounded time, and for a bounded number of entries. */
import type { Topic } from "@bottega/domain/areas/follow"
import { withShop } from "../call.ts"
import type { Connection } from "../connection.ts"
import { type Entry, followEntries, placeOfNow } from "../listen/place.ts"
import { safeJson } from "../table.ts"

/** What an assistant asks for. */
export interface Followed {
  readonly shop?: string
  readonly topics?: ReadonlyArray<Topic>
  readonly after?: string
  readonly seconds?: number
  readonly limit?: number
}

/** The characters of JSON that the entries have together at most; one is always given. */
const maxCharacters = 64 * 1024

/** The first entries after a place, and the place after them. It ends when there are enough, or when the time is over. */
export const firstEntries = async (
  connection: Connection,
  options: ReadonlyMap<string, string>,
  { seconds = 10, limit = 20, shop: asked, ...given }: Followed
): Promise<{ readonly entries: ReadonlyArray<Entry>; readonly after: string }> => {
  const named = asked === undefined ? {} : { shop: asked }
  const { client } = connection
  const { shop } = (await withShop(connection, followEntries, options, named)) as { readonly shop: string }
  const topics = given.topics ?? ["events"]
  const signal = AbortSignal.timeout(seconds * 1000)
  const entries: Array<Entry> = []
  let after = given.after ?? (await placeOfNow(connection, { shop, topics }))
  try {
    let left = maxCharacters
    for await (const entry of client.follow.entries.all({ shop, topics, after, limit }, { signal, retries: 0 })) {
      left -= safeJson(entry).length
      if (left < 0 && entries.length > 0) break
      entries.push(entry)
      after = entry.after
    }
  } catch (error) {
    if (!signal.aborted) throw error
  }
  return { entries, after }
}
