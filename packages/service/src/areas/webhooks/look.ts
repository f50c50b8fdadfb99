/** Reads the queue of pending events for the shops that this process has, a few at a time. */
import { bucketPrefix, eventQueue, maxBuckets, outbox, type Pending, shopPrefix } from "@bottega/domain/contract"
import { docOf, installation, Storage, type Unavailable } from "@bottega/storage"
import { Effect } from "effect"
import type { Work } from "./work.ts"

/** The entries that one step reads. */
const maxEntries = 500
/** The shops of which one step reads. */
const maxShops = 64

/** What one step of a look found. */
interface Found {
  readonly works: ReadonlyArray<Work>
  /** Entries that ask to look at a webhook, or whose document no longer exists. */
  readonly others: ReadonlyArray<Pending>
  /** Whether the whole queue was read. */
  readonly isWhole: boolean
}

/** What a look asks of its process. */
export interface LookedFor {
  readonly held: ReadonlyArray<number>
  /** Whether a work of this name is known already. */
  readonly isKnown: (shop: string, id: string) => boolean
  /** How many works of a shop may be added. */
  readonly room: (shop: string) => number
}

/** The looks of one process: each goes on where the one before ended. */
export class Look {
  /** The key after which the next step begins. */
  #from = ""

  /** One step. It reads some entries of each shop with room, and then goes on to the next shop. */
  readonly step = Effect.fnUntraced({ self: this }, function* (this: Look, asked: LookedFor) {
    const works: Array<Work> = []
    const others: Array<Pending> = []
    let isWhole = this.#from === ""
    for (let shops = 0; shops < maxShops; shops++) {
      const entries = yield* this.#next(asked.held)
      if (entries.length === 0) {
        this.#from = ""
        return { works, others, isWhole } as Found
      }
      for (const [shop, ofShop] of Map.groupBy(entries, (entry) => entry.shop)) {
        others.push(...ofShop.filter(({ webhook }) => webhook !== undefined))
        const fresh = ofShop.filter(({ id, webhook }) => webhook === undefined && !asked.isKnown(shop, id))
        const found = yield* worksOf(shop, fresh.slice(0, asked.room(shop)))
        works.push(...found.works)
        others.push(...found.gone)
      }
      const last = entries.at(-1)!
      const isMore = entries.length === maxEntries
      // Of a long queue the beginning is enough for now: the next shop has its turn.
      this.#from = isMore && asked.room(last.shop) <= works.length ? `${shopPrefix(last.shop)}~` : last.key
      isWhole = isWhole && !isMore
    }
    return { works, others, isWhole: false } as Found
  })

  /** The next entries of the buckets that the process has. */
  readonly #next = Effect.fnUntraced({ self: this }, function* (this: Look, held: ReadonlyArray<number>) {
    const { find } = yield* Storage
    for (const [first, last] of runsOf(held)) {
      const end = `${bucketPrefix(last)}~`
      if (this.#from >= end) continue
      const [, after = ""] = [this.#from, bucketPrefix(first)].sort()
      const where = [{ on: "key", gt: after, lt: end }] as const
      const rows = yield* find(installation, eventQueue, { where, limit: maxEntries })
      if (rows.length > 0) return rows.map((row) => docOf(eventQueue, row))
    }
    return []
  })
}

/** Buckets in ascending order as runs, each from its first to its last one. */
const runsOf = (held: ReadonlyArray<number>): ReadonlyArray<readonly [number, number]> => {
  const has = new Set(held)
  const runs: Array<readonly [number, number]> = []
  for (let bucket = 0; bucket < maxBuckets; bucket++) {
    if (!has.has(bucket)) continue
    const first = bucket
    while (has.has(bucket + 1)) bucket++
    runs.push([first, bucket])
  }
  return runs
}

/** The works of entries; and the entries whose document is gone. */
const worksOf = Effect.fnUntraced(function* (
  shop: string,
  entries: ReadonlyArray<Pending>
): Effect.fn.Return<
  { readonly works: ReadonlyArray<Work>; readonly gone: ReadonlyArray<Pending> },
  Unavailable,
  Storage
> {
  const works: Array<Work> = []
  const gone: Array<Pending> = []
  const { find } = yield* Storage
  for (let at = 0; at < entries.length; at += 64) {
    const some = entries.slice(at, at + 64)
    const where = [{ on: "key", in: some.map(({ id }) => id) }] as const
    const rows = new Map((yield* find(shop, outbox, { where, limit: some.length })).map((row) => [row.key, row]))
    for (const entry of some) {
      const row = rows.get(entry.id)
      if (row === undefined) gone.push(entry)
      else {
        const outgoing = docOf(outbox, row)
        if (outgoing.pending === true) works.push({ shop, outgoing, row })
        else gone.push(entry)
      }
    }
  }
  return { works, gone }
})
