/** Runs what is to be done for receivers that failed, each by itself, so that none waits for another. */
import { collections } from "@bottega/domain/areas"
import {
  type Delivery,
  isFull,
  maxWebhooks,
  type Receiver,
  stateOf,
  type Webhook
} from "@bottega/domain/areas/webhooks"
import { outbox } from "@bottega/domain/contract"
import { docOf, get, installation, Storage, type Unavailable } from "@bottega/storage"
import { Clock, Effect } from "effect"
import { remove, replace, type WriteDraft } from "../../engine/decide/change.ts"
import { firstOf, maxDrained, parkedAbout, parkedOf, unparked } from "./parked.ts"
import { payloadOf } from "./payload.ts"
import { dueOf } from "./recovery.ts"
import type { Sending } from "./sending.ts"
import type { Settler } from "./settler.ts"
import { Trials } from "./trials.ts"
import { ordersOf, type Work } from "./work.ts"

const { receivers, webhooks } = collections

/** What the recoveries of a process use. */
export interface RecoveryTools {
  readonly sending: Pick<Sending, "attempt" | "late" | "mayBegin">
  readonly settler: Settler
  /** Lets something go on by itself; a failure leaves its work in the store, where it is found again. */
  readonly fork: (effect: Effect.Effect<void, unknown, Storage>) => Effect.Effect<void, never, Storage>
  /** Sends what was parked; ends once that is committed. */
  readonly drain: (works: ReadonlyArray<Work>) => Effect.Effect<void, never, Storage>
}

/** The receivers for which something begins together. */
const maxRecoveries = 64

/** The recoveries of one process. */
export class Recoveries {
  readonly #tools: RecoveryTools
  readonly #trials = new Trials()
  /** The webhooks for which something is being read or committed. */
  readonly #running = new Set<string>()
  /** The webhooks for which something that was parked is being sent. */
  readonly #draining = new Set<string>()

  constructor(tools: RecoveryTools) {
    this.#tools = tools
  }

  /** Whether anything is in progress. */
  get isActive(): boolean {
    return this.#running.size + this.#draining.size + this.#trials.receivers > 0
  }

  /** Whether a call to one of some shops is in progress. */
  isBusy(isOf: (shop: string) => boolean): boolean {
    return this.#trials.isBusy(isOf)
  }

  /** The receivers that are due, of the shops that this process has; first those without a call in progress. */
  readonly due = Effect.fnUntraced({ self: this }, function* (this: Recoveries, held: ReadonlyArray<number>) {
    if (held.length === 0) return []
    const { find } = yield* Storage
    const where = [{ on: "bucket", in: held } as const, { on: "due", lte: yield* Clock.currentTimeMillis } as const]
    const busy = this.#running.size + this.#draining.size + this.#trials.receivers
    const limit = maxRecoveries + busy + this.#trials.fullShops * maxWebhooks
    const rows = yield* find(installation, receivers, { where, sort: { by: "due" }, limit })
    const all = rows.map((row) => docOf(receivers, row))
    const [begun, others] = [true, false].map((has) => all.filter(({ id }) => this.#trials.has(id) === has))
    return [...others!, ...begun!].filter((one) => this.#mayGo(one)).slice(0, maxRecoveries)
  })

  #mayGo({ id, isBroken, shop }: Receiver): boolean {
    return !this.#running.has(id) && (this.#trials.hasEnded(id) || this.#trials.places(shop, id, isBroken) > 0)
  }

  /** Does what is due for a webhook of a shop; if that is in progress, it goes on with what has ended meanwhile. */
  run(shop: string, id: string): Effect.Effect<void, never, Storage> {
    return Effect.suspend(() => {
      if (this.#running.has(id)) return Effect.void
      this.#running.add(id)
      const over = Effect.sync(() => void this.#running.delete(id))
      return this.#tools.fork(Effect.onError(this.#turns(shop, id), () => over))
    })
  }

  /** Commits what has ended and begins what is due, until nothing has ended meanwhile. */
  #turns(shop: string, id: string): Effect.Effect<void, Unavailable, Storage> {
    return Effect.gen({ self: this }, function* () {
      do {
        // Calls that end in the same moment are committed together.
        yield* Effect.yieldNow
        const tried = this.#trials.take(id)
        const settled = tried.length === 0 ? Effect.void : this.#tools.settler.tried(shop, id, tried)
        yield* Effect.ensuring(
          settled,
          Effect.sync(() => this.#trials.leave(shop, id, tried))
        )
        // At the next look those without a call come first.
        if (tried.length === 0 || !this.#trials.isCrowded) yield* this.#begun(id)
        // What ends from here on begins turns of its own.
        if (!this.#trials.hasEnded(id)) this.#running.delete(id)
      } while (this.#running.has(id))
    })
  }

  /** Begins what is due for a receiver. */
  readonly #begun = Effect.fnUntraced({ self: this }, function* (this: Recoveries, id: string) {
    const receiver = (yield* get(installation, receivers, id))?.doc
    if (receiver === undefined) return
    const { hasParked, isBroken, shop } = receiver
    const webhook = (yield* get(shop, webhooks, id))?.doc
    if (webhook === undefined) return yield* this.#ended(receiver)
    const nowMs = yield* Clock.currentTimeMillis
    if (stateOf(webhook, nowMs) !== "active") return yield* this.#changed(receiver, (one) => ({ ...one, due: null }))
    if (receiver.due === null || receiver.due > nowMs) return
    const places = this.#trials.places(shop, id, isBroken)
    const { sending, settler } = this.#tools
    if (places === 0 || !sending.mayBegin(shop)) return
    const isTried = (one: string) => sending.late.has(one) || this.#trials.isTried(id, one)
    const due = yield* dueOf(receiver, places, isTried)
    for (const one of due) yield* this.#tried(webhook, shop, one)
    if (due.length > 0 || this.#draining.has(id) || (isBroken && this.#trials.has(id))) return
    if (hasParked && !isFull(receiver)) return yield* this.#drained(receiver)
    if (!this.#trials.has(id)) yield* settler.tried(shop, id, [])
  })

  /** Begins an attempt. Its end is committed with whatever has ended by then, and waits for no other call. */
  #tried(webhook: Webhook, shop: string, { event, id, n }: Pick<Delivery, "event" | "id" | "n">) {
    const attempt = Effect.gen({ self: this }, function* () {
      const outgoing = (yield* get(shop, outbox, event))?.doc
      const payload = outgoing && (yield* payloadOf(shop, outgoing, n, webhook))
      const result = payload === undefined ? "void" : yield* this.#tools.sending.attempt(shop, webhook, payload)
      if (result === undefined) return this.#trials.leave(shop, webhook.id, [{ id }])
      this.#trials.end(webhook.id, { id, result })
      yield* this.run(shop, webhook.id)
    })
    this.#trials.begin(shop, webhook.id, id)
    const left = Effect.sync(() => this.#trials.leave(shop, webhook.id, [{ id }]))
    return this.#tools.fork(Effect.onError(attempt, () => left))
  }

  /** Sends what is parked, of each order the first; notes when nothing is parked any more. */
  readonly #drained = Effect.fnUntraced({ self: this }, function* (this: Recoveries, receiver: Receiver) {
    const { id, shop } = receiver
    const parked = yield* parkedOf(receiver)
    if (parked.length === 0) return yield* this.#emptied(receiver)
    const orders = [...new Set(parked.flatMap(({ doc }) => [...ordersOf(doc).keys()]))]
    const about = yield* parkedAbout(shop, id, orders)
    const first = firstOf([...parked, ...about]).slice(0, maxDrained)
    const works = first.map(({ doc, row }): Work => ({ shop, outgoing: doc, row, drained: id }))
    this.#draining.add(id)
    const over = Effect.sync(() => void this.#draining.delete(id))
    const drained = Effect.ensuring(this.#tools.drain(works), over)
    yield* this.#tools.fork(Effect.andThen(drained, this.run(shop, id)))
  })

  #emptied({ id, shop }: Receiver) {
    const make = Effect.gen({ self: this }, function* () {
      const { find } = yield* Storage
      const where = [{ on: "parked", eq: id }] as const
      if ((yield* find(shop, outbox, { where, limit: 1, latest: true })).length > 0) return true
      const before = yield* get(installation, receivers, id, { latest: true })
      if (before === undefined) return true
      const draft = replace(receivers, before, { ...before.doc, hasParked: false }, installation)
      return yield* this.#tools.settler.written(shop, [draft])
    })
    return Effect.andThen(this.#tools.settler.again(shop, make), this.#tools.settler.tried(shop, id, []))
  }

  #changed({ id, shop }: Receiver, change: (receiver: Receiver) => Receiver) {
    const make = Effect.gen({ self: this }, function* () {
      const before = yield* get(installation, receivers, id, { latest: true })
      if (before === undefined) return true
      return yield* this.#tools.settler.written(shop, [replace(receivers, before, change(before.doc), installation)])
    })
    return this.#tools.settler.again(shop, make)
  }

  /** Ends what waits for a webhook that was removed. Its deliveries are removed by their reference. */
  #ended({ id, shop }: Receiver) {
    let isMore = false
    const make = Effect.gen({ self: this }, function* () {
      const { find } = yield* Storage
      const where = [{ on: "parked", eq: id }] as const
      const rows = yield* find(shop, outbox, { where, limit: maxDrained, latest: true })
      const drafts: Array<WriteDraft> = []
      for (const { key } of rows) {
        const before = yield* get(shop, outbox, String(key), { latest: true })
        if (before !== undefined) drafts.push(replace(outbox, before, unparked(before.doc, id)))
      }
      const receiver = yield* get(installation, receivers, id, { latest: true })
      if (rows.length < maxDrained && receiver !== undefined) drafts.push(remove(receivers, receiver, installation))
      if (drafts.length > 0 && !(yield* this.#tools.settler.written(shop, drafts))) return false
      isMore = rows.length === maxDrained
      return true
    })
    return Effect.gen({ self: this }, function* () {
      do {
        isMore = false
        yield* this.#tools.settler.again(shop, make)
      } while (isMore)
    })
  }
}
