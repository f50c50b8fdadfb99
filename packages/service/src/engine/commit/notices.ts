/**
 * Notifies the background work of this process of commits, so that it need not look periodically for what this process itself
 * has written. Other processes' commits are not seen here.
 */
import type { Collection } from "@bottega/domain/contract"
import type { Adapter, Write } from "@bottega/storage"
import { Effect } from "effect"

/** Counts something that happens, and wakes those who wait for it. */
export class Notices {
  #count = 0
  readonly #waiting = new Set<() => void>()

  /** How often it has happened. Read it before looking at the store: what happens after that is then not missed. */
  get count(): number {
    return this.#count
  }

  raise(): void {
    this.#count++
    for (const wake of [...this.#waiting]) wake()
  }

  /** Ends once it has happened more often than `count` times. */
  after(count: number): Effect.Effect<void> {
    return Effect.callback((resume) => {
      if (this.#count > count) return resume(Effect.void)
      const wake = () => {
        this.#waiting.delete(wake)
        resume(Effect.void)
      }
      this.#waiting.add(wake)
      return Effect.sync(() => void this.#waiting.delete(wake))
    })
  }
}

/** The commits of one shop that someone waits for. */
interface OfShop {
  readonly collection: string
  readonly shop: string
  readonly notices: Notices
}

const noticesOf = new WeakMap<Adapter, Map<string, Notices>>()
const ofShops = new WeakMap<Adapter, Set<OfShop>>()

/** The commits of this process that write to a collection of a store. */
export const commitsTo = (storage: Adapter, { name }: Pick<Collection, "name">): Notices => {
  const all = noticesOf.get(storage) ?? new Map<string, Notices>()
  noticesOf.set(storage, all)
  const known = all.get(name) ?? new Notices()
  all.set(name, known)
  return known
}

/** The moves of an installation's clock, after which something may be due that no commit announces. */
export const movesOf = (storage: Adapter): Notices => commitsTo(storage, { name: "" })

/** Announces that the clock was moved: everything that waits for time looks again. */
export const announceMove = (storage: Adapter): void => {
  for (const listener of listenersOf.get(storage) ?? []) listener([])
  for (const notices of noticesOf.get(storage)?.values() ?? []) notices.raise()
}

/** The same of one shop, for as long as someone waits for them: until `release` is called. */
export const commitsOfShop = (
  storage: Adapter,
  { name }: Pick<Collection, "name">,
  shop: string
): { readonly notices: Notices; readonly release: () => void } => {
  const all = ofShops.get(storage) ?? new Set<OfShop>()
  ofShops.set(storage, all)
  const one = { collection: name, shop, notices: new Notices() }
  all.add(one)
  return { notices: one.notices, release: () => void all.delete(one) }
}

type Listener = (writes: ReadonlyArray<Write>) => void
const listenersOf = new WeakMap<Adapter, Set<Listener>>()

/** Calls a listener with the writes of each durable commit of this process, and with none when the clock was moved, until the result is called. */
export const onCommit = (storage: Adapter, listener: Listener): (() => void) => {
  const all = listenersOf.get(storage) ?? new Set()
  listenersOf.set(storage, all)
  all.add(listener)
  return () => void all.delete(listener)
}

/** Announces a durable commit to these collections. */
export const committed = (storage: Adapter, writes: ReadonlyArray<Write>): void => {
  for (const listener of listenersOf.get(storage) ?? []) listener(writes)
  for (const [name, notices] of noticesOf.get(storage) ?? [])
    if (writes.some(({ collection }) => collection.name === name)) notices.raise()
  for (const { collection: name, notices, shop: one } of ofShops.get(storage) ?? [])
    if (writes.some(({ collection, shop }) => shop === one && collection.name === name)) notices.raise()
}
