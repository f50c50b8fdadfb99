/**
 * The daily quota of a key set, taken from the store in blocks so that a read costs no write. Never more than the number is
 * admitted: a crash costs at most the rest of a block, and an orderly end gives that rest back.
 */
import { DailyQuotaExceeded } from "@bottega/domain/contract"
import { type Count, isOver, type Policy, retryAfter } from "@bottega/domain/throttle"
import { type Adapter, docOf, Locks, modify } from "@bottega/storage"
import { Effect } from "effect"
import { Ending, type Instant, type Windows } from "./limit-windows.ts"
import { records } from "./records.ts"

/** A call of a key set. */
export interface Spending extends Instant {
  readonly shop: string
  readonly keySet: string
}

/** Calls that this process took from the store and may admit by itself. */
export interface Block {
  readonly shop: string
  /** The count as it was read last from the store; it holds this block and those of other processes. */
  count: Count
  unspent: number
  /** When its window is over, by the monotonic clock. */
  readonly ends: number
  /** Whether the store has not counted it, for want of room. */
  readonly lent: boolean
  /** What the store, or the clock, showed when the count was read. */
  seen: number
  /** Whether another process has taken of the quota since this block was. */
  shared: boolean
}

/** A block that a call was taken from, or the refusal of a call over the quota. */
export interface Spent {
  readonly block: Block
  readonly over?: DailyQuotaExceeded
}

/** The quota as one process spends it. */
export const quota = (daily: Policy, windows: Windows, storage: Adapter) => {
  const blocks = new Ending<Block>()
  const locks = new Locks()

  const blockOf = ({ keySet, now, steady }: Spending): Block | undefined => {
    const block = blocks.get(keySet)
    if (block === undefined || block.unspent === 0 || steady >= block.ends) return undefined
    return daily.kind === "window" && isOver(daily, block.count, now) ? undefined : block
  }

  const sight = ({ now }: Instant): number => storage.revision?.() ?? now

  /** Whether a block's count is still what the store has; where a store cannot tell, it is for a moment. */
  const isFresh = (block: Block, call: Spending): boolean =>
    block.lent ||
    (storage.revision === undefined
      ? Math.abs(call.now - block.seen) < sizeOf(daily, false) / mostOfOthers
      : block.seen === sight(call))

  /** Takes a call from the block that this process holds, if its count is known to be right. */
  const spend = (call: Spending): Block | undefined => {
    const block = blockOf(call)
    if (block === undefined || !isFresh(block, call)) return undefined
    block.unspent--
    return block
  }

  /** Sees what other processes have taken since. */
  const refresh = Effect.fnUntraced(function* (block: Block, call: Spending) {
    const seen = sight(call)
    const where = [{ on: "key", eq: idOf(call.keySet) }] as const
    const [row] = yield* storage.find(call.shop, records.counts, { where, limit: 1 })
    const count = row && docOf(records.counts, row)
    // Another process found the window over and began the next one.
    if (count?.since !== block.count.since) block.unspent = 0
    else {
      block.shared ||= count.used !== block.count.used
      block.count = { since: count.since, used: count.used }
    }
    block.seen = seen
  })

  const refill = Effect.fnUntraced(function* (call: Spending) {
    const { keySet, shop } = call
    const id = idOf(keySet)
    const held = blocks.get(keySet)
    const seen = sight(call)
    let taken = 0
    const kept = yield* modify(shop, records.counts, id, (before) => {
      const count = windows.current(id, daily, before, call)
      const shared = held === undefined ? before !== undefined : held.shared || held.count.used !== before?.used
      taken = Math.max(0, Math.min(sizeOf(daily, shared), daily.limit - count.used))
      return Effect.succeed(
        taken === 0 && before !== undefined ? before : { id, since: count.since, used: count.used + taken }
      )
    })
    const count = windows.current(id, daily, kept, call)
    return keep(call, { shop, count, unspent: taken, ends: windows.ends(id), lent: false, seen, shared: false })
  })

  const keep = (call: Spending, block: Block): Block => {
    blocks.set(call.keySet, block, call)
    return block
  }

  /** A store without room keeps no count, and must not keep anyone from reading: a block is lent until it has room. */
  const lend = (call: Spending): Block => {
    const id = idOf(call.keySet)
    const count = windows.current(id, daily, blocks.get(call.keySet)?.count, call)
    const unspent = sizeOf(daily, false)
    const { shop } = call
    return keep(call, { shop, count, unspent, ends: windows.ends(id), lent: true, seen: 0, shared: false })
  }

  const takeAnew = Effect.fnUntraced(function* (call: Spending) {
    const held = blockOf(call)
    if (held !== undefined && !isFresh(held, call)) yield* refresh(held, call)
    // Whoever waited in line may find the block that the one before took.
    const block =
      blockOf(call) ??
      (yield* Effect.catchIf(
        refill(call),
        (failure) => failure._tag === "Unavailable" && failure.reason === "full",
        () => Effect.sync(() => lend(call))
      ))
    if (block.unspent > 0) {
      block.unspent--
      return { block } as Spent
    }
    const message = `The quota of ${daily.limit} calls in 24 hours is used up.`
    return { block, over: new DailyQuotaExceeded({ message, retryAfter: retryAfter(daily, block.count, call.now) }) }
  })

  /** Gives back what is left of every block, for the next process to admit. */
  const close = Effect.suspend(() => {
    const left = [...blocks.entries()].filter(([, { lent, unspent }]) => unspent > 0 && !lent)
    const back = left.map(([keySet, block]) => {
      const { count, shop, unspent } = block
      block.unspent = 0
      return modify(shop, records.counts, idOf(keySet), (before) =>
        Effect.succeed(
          before === undefined || before.since !== count.since ? before : { ...before, used: before.used - unspent }
        )
      )
    })
    return Effect.all(back, { concurrency: 100, discard: true })
  })

  return {
    spend,
    /** Takes a call from the quota, or says that it is used up. */
    take: (call: Spending) => {
      const block = spend(call)
      return block === undefined
        ? locks.holding([call.keySet], inLine, () => takeAnew(call))
        : Effect.succeed<Spent>({ block })
    },
    close
  }
}

const inLine = <A>(line: Effect.Effect<A>) => line

const idOf = (keySet: string): string => `${keySet}:daily`

/**
 * Calls of a block. A quota that others take from is taken in smaller blocks, so that what all of them hold together is
 * about one percent at the most.
 */
const sizeOf = ({ limit }: Policy, shared: boolean): number => Math.max(1, Math.floor(limit / (shared ? 2000 : 200)))

/** Calls in a millisecond that all other processes together make with one key set at the most. */
const mostOfOthers = 10
