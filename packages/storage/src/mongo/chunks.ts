/** Chunks of bytes in a collection of their own, each a document. */
import { setTimeout as sleep } from "node:timers/promises"
import { Binary, type Collection, type Db, type Filter } from "mongodb"
import { maxRemovedChunks, type Unavailable } from "../storage.ts"
import { times } from "./client.ts"
import { isWorthAnotherTry, unavailable } from "./errors.ts"
import { byId } from "./indexes.ts"
import type { Heartbeats } from "./pulse.ts"

/** A chunk: its shop, upload and number, and its shop once more, for the shard key. */
export interface Chunk {
  readonly _id: { readonly s: string; readonly u: string; readonly n: number }
  readonly shop: string
  readonly bytes: Binary
}

/** Where the chunks of a database are. */
export const chunksIn = (database: Db): Collection<Chunk> => database.collection("bottega_chunks")

/**
 * The number of chunks that are written at once. The driver copies each, and many at once would fill memory faster than
 * it is collected.
 */
const maxWriting = 2

/** The verbs of `Chunks` as promises; they are rejected with `Unavailable`, or with a defect. */
export class StoredChunks {
  readonly #kept: Collection<Chunk>
  readonly #pulse: Heartbeats
  readonly #refusal: () => Unavailable | undefined
  /** The last write of each lane; it never rejects. */
  readonly #lanes = Array.from({ length: maxWriting }, () => Promise.resolve())
  #nextLane = 0

  constructor(database: Db, pulse: Heartbeats, refusal: () => Unavailable | undefined) {
    this.#refusal = refusal
    this.#kept = chunksIn(database)
    this.#pulse = pulse
  }

  /** Stores a chunk. Repeating the write has the same result, so it is retried after an unknown outcome. */
  write(shop: string, upload: string, number: number, bytes: Uint8Array): Promise<void> {
    const filter = { _id: { s: shop, u: upload, n: number }, shop }
    return this.#inLane(() =>
      this.#answered("unknown", async () => {
        await this.#kept.replaceOne(filter, { shop, bytes: new Binary(bytes) }, { upsert: true })
      })
    )
  }

  read(shop: string, upload: string, number: number): Promise<Uint8Array | undefined> {
    const filter = { _id: { s: shop, u: upload, n: number }, shop }
    return this.#answered("unreachable", async () => (await this.#kept.findOne(filter, { hint: byId }))?.bytes.value())
  }

  remove(shop: string, upload: string): Promise<number> {
    const of = (n: number) => ({ s: shop, u: upload, n })
    const filter: Filter<Chunk> = { _id: { $gte: of(0), $lte: of(Number.MAX_SAFE_INTEGER) }, shop }
    const options = { hint: byId, projection: { _id: 1 }, limit: maxRemovedChunks } as const
    return this.#answered("unknown", async () => {
      const found = await this.#kept.find(filter, options).toArray()
      if (found.length > 0) await this.#kept.deleteMany({ _id: { $in: found.map(({ _id }) => _id) }, shop })
      return found.length
    })
  }

  #inLane(write: () => Promise<void>): Promise<void> {
    const lane = this.#nextLane++ % maxWriting
    const ended = this.#lanes[lane]!.then(write)
    this.#lanes[lane] = ended.catch(() => {})
    return ended
  }

  async #answered<A>(reason: "unknown" | "unreachable", act: () => Promise<A>): Promise<A> {
    const refused = this.#refusal()
    if (refused !== undefined) throw refused
    return this.#pulse.inTime(tried(act), reason)
  }
}

const tried = async <A>(act: () => Promise<A>): Promise<A> => {
  const until = performance.now() + times.wait
  for (;;) {
    try {
      return await act()
    } catch (error) {
      if (!isWorthAnotherTry(error) || performance.now() > until) throw unavailable(error)
      await sleep(20)
    }
  }
}
