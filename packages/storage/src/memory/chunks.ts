/** Chunks of bytes in this process. */
import { Effect } from "effect"
import { type Chunks, maxRemovedChunks } from "../storage.ts"
import { inTurns, spendBytes } from "../turns.ts"

/** Keeps chunks outside the garbage-collected heap for as long as the object lives. */
export const memoryChunks = (): Chunks => {
  const uploads = new Map<string, Map<number, Uint8Array>>()
  return {
    write: (shop, upload, number, bytes) =>
      inOneTurn(() => {
        const name = nameOf(shop, upload)
        const chunks = uploads.get(name) ?? new Map<number, Uint8Array>()
        uploads.set(name, chunks)
        chunks.set(number, Uint8Array.from(bytes))
        spendBytes(bytes.length)
      }),
    read: (shop, upload, number) =>
      inOneTurn(() => {
        const chunk = uploads.get(nameOf(shop, upload))?.get(number)
        spendBytes(chunk?.length ?? 0)
        return chunk
      }),
    remove: (shop, upload) =>
      Effect.sync(() => {
        const name = nameOf(shop, upload)
        const chunks = uploads.get(name)
        if (chunks === undefined) return 0
        const removed = [...chunks.keys()].slice(0, maxRemovedChunks)
        for (const number of removed) chunks.delete(number)
        if (chunks.size === 0) uploads.delete(name)
        return removed.length
      })
  }
}

/** Acts once the turn of the event loop has room; a source that never waits would otherwise hold the loop. */
const inOneTurn = <A>(act: () => A): Effect.Effect<A> =>
  inTurns(
    // biome-ignore lint/correctness/useYield: one chunk is one step of its turn
    function* (): Generator<void, A> {
      return act()
    },
    Effect.die
  )

const nameOf = (shop: string, upload: string): string => JSON.stringify([shop, upload])
