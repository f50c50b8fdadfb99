/**
 * Makes the writes that keep a change's events. Whether anybody waits for them is known from one document of each shop, which the
 * commit guards: a webhook that is made meanwhile, or a follower that has seen later events, makes the commit stale. Its events are
 * then made again, but the change is not decided again, because its decision read nothing of that document.
 */
import { collections } from "@bottega/domain/areas"
import { type Hooks, hooksKey, noHooks } from "@bottega/domain/areas/webhooks"
import {
  type Collection,
  type Happening,
  lookEntry,
  maxEvents,
  type Note,
  pendingEntry
} from "@bottega/domain/contract"
import {
  type Adapter,
  docOf,
  type Row,
  Stale,
  type Stored,
  stored,
  type Taken,
  type Unavailable
} from "@bottega/storage"
import { Effect } from "effect"
import { type GuardDraft, guard, insert, installation, type WriteDraft } from "../decide/change.ts"
import { eventKey, timeKey } from "../ids.ts"
import { records } from "../records.ts"
import { type Common, documents } from "./divided.ts"

const { hooks } = collections

/** What a commit reports of a shop to its followers and webhooks. */
interface Reports {
  readonly events?: ReadonlyArray<Happening> | undefined
  /** Earlier events that followers see again. */
  readonly notes?: ReadonlyArray<Note> | undefined
  /** Deliveries that settled, and documents that came into a state: written only if someone has followed them. */
  readonly deliveries?: ReadonlyArray<Note> | undefined
  readonly states?: ReadonlyArray<Note> | undefined
  /** Keys of earlier events: those of this commit are higher. */
  readonly after?: ReadonlyArray<string>
}

/** The writes and guards by which it does so. */
interface Drafts {
  readonly writes: ReadonlyArray<WriteDraft>
  readonly guards: ReadonlyArray<GuardDraft>
  /** The key of the last of its events. */
  readonly last: string | undefined
}
const nothing: Drafts = { writes: [], guards: [], last: undefined }

/** The most shops whose document is remembered. */
const maxKnown = 10_000

const writesOf = new WeakMap<Adapter, EventWrites>()

/** The writes of the events of a store's commits by this process. */
export const eventWritesOf = (storage: Adapter): EventWrites => {
  const known = writesOf.get(storage) ?? new EventWrites(storage)
  writesOf.set(storage, known)
  return known
}

/** Makes the writes of events and notes of the commits of a store. */
class EventWrites {
  readonly #storage: Adapter
  /** What a shop's document was when it was last read. If it has changed since, the commit is stale. */
  readonly #known = new Map<string, Row>()

  constructor(storage: Adapter) {
    this.#storage = storage
  }

  /**
   * The writes that keep what a commit reports of a shop. Events are one document or, if they are many or large, several. The keys are
   * higher than the one up to which followers have seen the shop's events. The guards hold also if nobody has followed it.
   */
  readonly drafts = Effect.fnUntraced(
    { self: this },
    function* (this: EventWrites, shop: string, reports: Reports, common: Common) {
      const { after = [], deliveries = [], events = [], notes = [], states = [] } = reports
      if ([events, notes, deliveries, states].every(({ length }) => length === 0)) return nothing
      const { guards, list, writes } = yield* this.#begun(shop)
      const last = events.length === 0 ? undefined : yield* this.#events(shop, { events, list, after, common }, writes)
      const isSeen = [notes, list.notedFrom === undefined ? [] : deliveries, list.mailsFrom === undefined ? [] : states]
      const seen = isSeen.flat()
      for (let at = 0; at < seen.length; at += maxEvents) {
        const some = seen.slice(at, at + maxEvents)
        const id = yield* eventKey(shop, list.followed ?? "", ...some.map(({ document }) => document))
        writes.push(insert(records.outbox, { id, ...common, events: [], notes: some }, shop))
      }
      return { writes, guards, last } as Drafts
    }
  )

  /** Adds the writes of events, and gives the key of the last of them. */
  readonly #events = Effect.fnUntraced(function* (shop: string, made: Happened, writes: Array<WriteDraft>) {
    const { begun, followed = "", types } = made.list
    const wanted = new Set(types)
    const pending = { pending: true, ...(begun === undefined ? {} : { begun }) } as const
    const parts = yield* documents(made.events, made.common, eventKey(shop, followed, ...made.after))
    for (const part of parts) {
      const isPending = part.events.some(({ type }) => wanted.has(type))
      writes.push(insert(records.outbox, isPending ? { ...part, ...pending } : part, shop))
      if (isPending) writes.push(insert(records.eventQueue, pendingEntry(shop, part.id), installation))
    }
    return parts.at(-1)!.id
  })

  /** The shop's document, and how a commit makes sure that it is still the same. */
  readonly #begun = Effect.fnUntraced({ self: this }, function* (this: EventWrites, shop: string) {
    const listening = yield* this.#listening(shop)
    const writes: Array<WriteDraft> = []
    if (listening === undefined) writes.push(insert(hooks, nobody, shop))
    const guards = listening === undefined ? [] : [guard(hooks, listening, shop)]
    return { list: listening?.doc ?? nobody, writes, guards }
  })

  /** Reads the shop's document again before the next commit. */
  forget(shop: string): void {
    this.#known.delete(shop)
  }

  /** The same after a failed commit, unless that was a conflict over another document. */
  failed(shop: string, failure: Stale | Taken | Unavailable): void {
    if (failure._tag === "Unavailable" || failure.collection === hooks.name) this.forget(shop)
  }

  /**
   * Makes a commit again whose events came too late for the shop's document, unless its change depends on that document too. What loses
   * against several followers in turn is decided again, after a wait.
   */
  retried<A, E, R>(commit: Effect.Effect<A, E, R>, { guards = [], writes }: Decided): Effect.Effect<A, E, R> {
    const isOfHooks = ({ collection }: { readonly collection: Collection }) => collection === (hooks as Collection)
    if (writes.some(isOfHooks) || guards.some(isOfHooks)) return commit
    const isLate = (failure: E) => failure instanceof Stale && failure.collection === hooks.name
    // A schedule is made for each call, and nearly every commit succeeds at once.
    return Effect.catch(commit, (failure) =>
      isLate(failure) ? Effect.retry(commit, { while: isLate, times: 2 }) : Effect.fail(failure)
    )
  }

  #listening(shop: string): Effect.Effect<Stored<(typeof hooks)["schema"]["Type"]> | undefined, Unavailable> {
    const known = this.#known.get(shop)
    if (known !== undefined) return Effect.succeed(stored(hooks, known))
    const query = { where: [{ on: "key", eq: hooksKey }], limit: 1, latest: true } as const
    return Effect.map(this.#storage.find(shop, hooks, query), ([row]) => {
      if (row === undefined) return undefined
      if (this.#known.size >= maxKnown) this.#known.clear()
      this.#known.set(shop, row)
      return stored(hooks, row)
    })
  }
}

/** What a decision depends on. */
interface Decided {
  readonly writes: ReadonlyArray<WriteDraft>
  readonly guards?: ReadonlyArray<GuardDraft>
}

/** The events of a commit, the shop's document, and the keys before theirs. */
interface Happened {
  readonly events: ReadonlyArray<Happening>
  readonly list: Hooks
  readonly after: ReadonlyArray<string>
  readonly common: Common
}

/** The documents of a commit that come into another state. */
export const statesOf = (writes: ReadonlyArray<WriteDraft>): ReadonlyArray<Note> =>
  writes.flatMap(({ before, collection, doc, key }) => {
    const { followed } = collection
    if (followed === undefined || doc === undefined) return []
    const state = followed(doc)
    return before !== undefined && followed(docOf(collection, before)) === state
      ? []
      : [{ document: String(key), n: 0, state }]
  })

/** The entries that ask to look at what waits for webhooks, of a commit that changes some of them. */
export const looks = (writes: ReadonlyArray<WriteDraft>, shop: string): Effect.Effect<ReadonlyArray<WriteDraft>> => {
  const changed = writes.find(({ collection, expect }) => collection === (hooks as Collection) && expect > 0)
  if (changed === undefined) return none
  return Effect.map(timeKey, (id) => [insert(records.eventQueue, lookEntry(changed.shop ?? shop, id), installation)])
}
const none = Effect.succeed([])

/** The document of a shop without webhooks. */
const nobody = noHooks

/** The keys of earlier events of documents whose events are shown in the sequence of their changes. */
export const lastEventsOf = (writes: ReadonlyArray<WriteDraft>): ReadonlyArray<string> =>
  writes.flatMap(({ before, collection, doc }) => {
    const { lastEvent } = collection
    if (lastEvent === undefined) return []
    return (doc ?? (before && docOf(collection, before)))?.[lastEvent] ?? []
  })
