/**
 * The daily quota of a key set, reserved in the store in blocks so that a read costs no write. The quota is never exceeded:
 * a crash loses at most the rest of a block, and an orderly shutdown returns that rest.
 */
import { DailyQuotaExceeded } from "@bottega/domain/contract"
import { type Count, isWindowOver, type Policy, rateOf, retryAfter } from "@bottega/domain/throttle"
import { type Adapter, docOf, Locks, modify } from "@bottega/storage"
import { Effect } from "effect"
import { records } from "../records.ts"
import { type CallTime, ExpiringMap, type LimitWindows } from "./limit-windows.ts"

/** A call of a key set. */
export interface QuotaCall extends CallTime {
  readonly shop: string
  readonly keySet: string
}

/** Calls that this process reserved in the store and may admit by itself. */
export interface QuotaBlock {
  readonly shop: string
  /** The count last read from the store; it includes this block and those of other processes. */
  count: Count
  unspent: number
  /** When its window ends, by the monotonic clock. */
  readonly ends: number
  /** Whether the store could not count the block because it was full. */
  readonly lent: boolean
  /** The revision of the counts, or the clock, when the count was read. */
  seen: number
  /** Whether another process has reserved calls of the quota since this block. */
  shared: boolean
}

/** The block that a call was counted in, or the refusal of a call over the quota. */
export interface QuotaResult {
  readonly block: QuotaBlock
  readonly over?: DailyQuotaExceeded
}

/** Spends the quota in one process. */
export const quota = (daily: Policy, windows: LimitWindows, storage: Adapter) => {
  const blocks = new ExpiringMap<QuotaBlock>()
  const locks = new Locks()

  const blockOf = ({ keySet, now, steady }: QuotaCall): QuotaBlock | undefined => {
    const block = blocks.get(keySet)
    if (block === undefined || block.unspent === 0 || steady >= block.ends) return undefined
    return daily.kind === "window" && isWindowOver(daily, block.count, now) ? undefined : block
  }

  const sight = ({ now }: CallTime): number => storage.revision?.(records.counts) ?? now

  /** Whether a block's count still equals the store's. For a store without revisions, it is trusted for a moment. */
  const isFresh = (block: QuotaBlock, call: QuotaCall): boolean =>
    block.lent ||
    (storage.revision === undefined
      ? Math.abs(call.now - block.seen) < sizeOf(daily, false) / maxOthersPerMs
      : block.seen === sight(call))

  /** Counts a call in the block of this process, if the count of the block is fresh. */
  const spend = (call: QuotaCall): QuotaBlock | undefined => {
    const block = blockOf(call)
    if (block === undefined || !isFresh(block, call)) return undefined
    block.unspent--
    return block
  }

  /** Reads what other processes have reserved since. */
  const refresh = Effect.fnUntraced(function* (block: QuotaBlock, call: QuotaCall) {
    const seen = sight(call)
    const where = [{ on: "key", eq: idOf(call.keySet) }] as const
    const [row] = yield* storage.find(call.shop, records.counts, { where, limit: 1 })
    const count = row && docOf(records.counts, row)
    // Another process saw the window end and began the next one.
    if (count?.since !== block.count.since) block.unspent = 0
    else {
      block.shared ||= count.used !== block.count.used
      block.count = { since: count.since, used: count.used }
    }
    block.seen = seen
  })

  const refill = Effect.fnUntraced(function* (call: QuotaCall) {
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

  const keep = (call: QuotaCall, block: QuotaBlock): QuotaBlock => {
    blocks.set(call.keySet, block, call)
    return block
  }

  /** A full store cannot count, and must not prevent reads: a block is lent until the store has room again. */
  const lend = (call: QuotaCall): QuotaBlock => {
    const id = idOf(call.keySet)
    const count = windows.current(id, daily, blocks.get(call.keySet)?.count, call)
    const unspent = sizeOf(daily, false)
    const { shop } = call
    return keep(call, { shop, count, unspent, ends: windows.ends(id), lent: true, seen: 0, shared: false })
  }

  const reserveAndTake = Effect.fnUntraced(function* (call: QuotaCall) {
    const held = blockOf(call)
    if (held !== undefined && !isFresh(held, call)) yield* refresh(held, call)
    // A call that waited may find the block that the previous one reserved.
    const block =
      blockOf(call) ??
      (yield* Effect.catchIf(
        refill(call),
        (failure) => failure._tag === "Unavailable" && failure.reason === "full",
        () => Effect.sync(() => lend(call))
      ))
    if (block.unspent > 0) {
      block.unspent--
      return { block } as QuotaResult
    }
    const message = `The quota of ${rateOf(daily)} is used up.`
    return { block, over: new DailyQuotaExceeded({ message, retryAfter: retryAfter(daily, block.count, call.now) }) }
  })

  /** Returns the rest of every block, so that the next process can use it. */
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
    /** Counts a call against the quota, or refuses it when the quota is used up. */
    take: (call: QuotaCall) => {
      const block = spend(call)
      return block === undefined
        ? locks.holding([call.keySet], inLine, () => reserveAndTake(call))
        : Effect.succeed<QuotaResult>({ block })
    },
    /** The calls of a quota that this process has reserved and not used. */
    reserved: (keySet: string): number => blocks.get(keySet)?.unspent ?? 0,
    close
  }
}

const inLine = <A>(line: Effect.Effect<A>) => line

const idOf = (keySet: string): string => `${keySet}:daily`

/**
 * The number of calls in a block. A quota that several processes share has smaller blocks, so that all unspent blocks
 * together are at most about one percent of it.
 */
const sizeOf = ({ limit }: Policy, shared: boolean): number => Math.max(1, Math.floor(limit / (shared ? 2000 : 200)))

/** The maximum rate at which all other processes together call with one key set, per millisecond. */
const maxOthersPerMs = 10
