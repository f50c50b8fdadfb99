/** Integers that are assigned once. Processes reserve them in blocks, so numbers may be skipped but never repeat. */
import { type Collection, collection } from "@bottega/domain/contract"
import { Effect, Schema, Semaphore } from "effect"
import { modify } from "./derived.ts"
import { type Adapter, Storage, type Taken, type Unavailable } from "./storage.ts"

interface Sequence {
  readonly name: string
  /** The next integer to reserve. */
  readonly next: number
}

/** The counters; every store is opened with this collection. */
export const sequences: Collection<Sequence> = collection(
  "sequences",
  Schema.Struct({ name: Schema.String, next: Schema.Number }),
  { key: ({ name }) => name }
)

/** An integer, from 1, that no other call for this shop and name ever gets, in any process. */
export const next = (shop: string, name: string): Effect.Effect<number, Unavailable, Storage> =>
  Storage.use((storage) => {
    const block = blockOf(storage, shop, name)
    const free = taken(block)
    return free !== undefined ? Effect.succeed(free) : block.one.withPermit(refilled(block, shop, name))
  })

/** Integers that this process has reserved and not assigned yet. */
interface Block {
  next: number
  end: number
  /** How many are reserved at a time: doubled with each refill, up to {@link maxBlock}. */
  size: number
  readonly one: Semaphore.Semaphore
}

const maxBlock = 64

const blocks = new WeakMap<Adapter, Map<string, Block>>()

const blockOf = (storage: Adapter, shop: string, name: string): Block => {
  const known = blocks.get(storage) ?? new Map<string, Block>()
  blocks.set(storage, known)
  const id = JSON.stringify([shop, name])
  const block = known.get(id) ?? { next: 1, end: 1, size: 1, one: Semaphore.makeUnsafe(1) }
  known.set(id, block)
  return block
}

const taken = (block: Block): number | undefined => (block.next < block.end ? block.next++ : undefined)

const refilled = (block: Block, shop: string, name: string) =>
  Effect.suspend(() => {
    const free = taken(block)
    if (free !== undefined) return Effect.succeed(free)
    const { size } = block
    return modify(shop, sequences, name, (before) => Effect.succeed({ name, next: (before?.next ?? 1) + size })).pipe(
      Effect.map(({ next: end }) => {
        Object.assign(block, { next: end - size, end, size: Math.min(size * 2, maxBlock) })
        return block.next++
      }),
      // `sequences` has no unique lookup.
      Effect.catchTag("Taken", (impossible: Taken) => Effect.die(impossible))
    )
  })
