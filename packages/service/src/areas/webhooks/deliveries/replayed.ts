/** Sends deliveries again: one, or all of a span of time in steps of a bounded size. */
import { type areas, collections } from "@bottega/domain/areas"
import {
  deliveryOfId,
  isListening,
  type Replayed,
  replayedOf,
  soundReceiver,
  stateOf,
  type Wanted,
  type Webhook,
  wantedOf
} from "@bottega/domain/areas/webhooks"
import {
  absence,
  Conflict,
  eventQueue,
  type Input,
  lookEntry,
  type Note,
  type Outgoing,
  outbox,
  timeKeyAt
} from "@bottega/domain/contract"
import { docOf, type Stored, stored } from "@bottega/storage"
import { Effect } from "effect"
import { guard, insert, installation, replace, upsert, type WriteDraft } from "../../../engine/decide/change.ts"
import { existingIn } from "../../../engine/decide/existing.ts"
import type { Steps } from "../../../engine/decide/handler.ts"
import { madeHaving, Operator } from "../../../engine/decide/session.ts"
import { timeKey } from "../../../engine/ids.ts"
import { shopOf } from "../../shops.ts"

const { deliveries, receivers, webhooks } = collections

type Endpoint = (typeof areas.webhooks.endpoints)["replay"]
type Asked = Input<Endpoint>

/** Where a step begins: behind a document, or behind some deliveries of it; and how many earlier steps have replayed. */
interface Progress {
  readonly document: string | undefined
  readonly skip: number
  readonly replayed: number
}

/** What a step replays, and where the next one begins. */
interface Step {
  readonly before: Stored<Outgoing>
  readonly wanted: ReadonlyArray<Wanted>
  readonly next: Omit<Progress, "replayed"> | undefined
}

/** The most deliveries that a step replays. */
const maxDeliveries = 250

/** The steps of a replay: a document of events each, or a part of it. */
export const replayed: Steps<Endpoint, Progress> = {
  begin: { document: undefined, skip: 0, replayed: 0 },
  step: Effect.fnUntraced(function* (asked, from) {
    const { now, within } = yield* Operator
    const { shop } = asked
    yield* shopOf(shop)
    const targets = yield* targetsOf(asked)
    const step = asked.delivery === undefined ? yield* ofSpan(asked, targets, from) : yield* ofOne(asked)
    if (step === undefined) return { answer: { replayed: from.replayed }, writes: [] }
    const { before, next, wanted } = step
    const ids = wanted.map(({ n, webhook }) => `${before.doc.id}-${n}-${webhook}`)
    const own = yield* madeHaving(within(shop), deliveries, "key", ids, (row) => stored(deliveries, row))
    const made = replayedOf(
      before.doc,
      own.map(({ doc }) => doc),
      wanted,
      now
    )
    const change = {
      writes: [
        ...(made.outgoing === undefined ? [] : [replace(outbox, before, made.outgoing, shop)]),
        ...made.hastened.map((one) => replace(deliveries, own.find(({ doc }) => doc.id === one.id)!, one, shop)),
        ...(yield* wakings(shop, made))
      ],
      guards: targets.map((one) => ({ ...guard(webhooks, one), shop })),
      notes: notesOf(before.doc.id, made),
      eventShop: shop
    }
    const replayed = from.replayed + made.parked.length + made.hastened.length
    return next === undefined ? { answer: { replayed }, ...change } : { next: { ...next, replayed }, ...change }
  })
}

/** Tells followers of each event that is sent again, once. */
const notesOf = (document: string, { hastened, parked }: Replayed): ReadonlyArray<Note> => {
  const numbers = new Set([...parked, ...hastened].map(({ n }) => n))
  return [...numbers].sort((one, other) => one - other).map((n) => ({ document, n }))
}

/** The webhooks that are sent to. */
const targetsOf = Effect.fnUntraced(function* ({ delivery, shop, webhook }: Asked) {
  const { within } = yield* Operator
  const id = webhook ?? (delivery === undefined ? undefined : deliveryOfId(delivery)?.webhook)
  if (id !== undefined) {
    const one = yield* existingIn(within(shop), webhooks, id)
    if (!isListening(one.doc)) return yield* new Conflict({ message: disabled })
    return [one]
  }
  if (delivery !== undefined) return yield* Effect.fail(absence(deliveries))
  const rows = yield* within(shop)(webhooks, { limit: 1000 })
  return rows.map((row) => stored(webhooks, row)).filter(({ doc }) => isListening(doc))
})

const disabled = "The webhook is disabled: enable it first, with paused=0."

/** The one delivery that a call names. */
const ofOne = Effect.fnUntraced(function* ({ delivery = "", shop, webhook }: Asked) {
  const { within } = yield* Operator
  const named = deliveryOfId(delivery)
  if (named === undefined) return yield* Effect.fail(absence(deliveries))
  const before = yield* Effect.mapError(existingIn(within(shop), outbox, named.outgoing), () => absence(deliveries))
  const has = before.doc.events.some((event, at) => (event.n ?? at) === named.n)
  if (!has) return yield* Effect.fail(absence(deliveries))
  return { before, wanted: [{ n: named.n, webhook: webhook ?? named.webhook }], next: undefined } as Step
})

/** The next document of a span with something to replay, or a part of it. */
const ofSpan = Effect.fnUntraced(function* (asked: Asked, targets: ReadonlyArray<Stored<Webhook>>, from: Progress) {
  const { within } = yield* Operator
  const { from: begin = 0, shop, to = 0, webhook } = asked
  const isRest = from.skip > 0
  const where = [
    { on: "key", gte: timeKeyAt((begin + 1) * 1000), lt: timeKeyAt(to * 1000) },
    ...(from.document === undefined
      ? []
      : [isRest ? { on: "key", gte: from.document } : { on: "key", gt: from.document }])
  ] as const
  const rows = yield* within(shop)(outbox, { where, sort: { by: "key" }, limit: 32, characters: 256 * 1024 })
  for (const row of rows) {
    const before = stored(outbox, row)
    const all = wantedOf(
      before.doc,
      targets.map(({ doc }) => doc),
      webhook !== undefined
    )
    const skip = isRest && row.key === from.document ? from.skip : 0
    const wanted = all.slice(skip, skip + maxDeliveries)
    const end = skip + wanted.length
    const next = { document: String(row.key), skip: end < all.length ? end : 0 }
    if (wanted.length > 0 || row === rows.at(-1)) return { before, wanted, next } as Step
  }
  return undefined
})

/** Has the receivers of what is replayed looked at now; that of a paused webhook goes on waiting. */
const wakings = Effect.fnUntraced(function* (shop: string, { hastened, parked }: Replayed) {
  const { now, within } = yield* Operator
  const withParked = new Set(parked.map(({ webhook }) => webhook))
  const ids = new Set([...withParked, ...hastened.map(({ webhook }) => webhook)])
  const known = yield* madeHaving(within(installation), receivers, "key", ids, (row) => stored(receivers, row))
  const all = yield* madeHaving(within(shop), webhooks, "key", ids, (row) => docOf(webhooks, row))
  const writes = all.map((webhook): WriteDraft => {
    const before = known.find(({ doc }) => doc.id === webhook.id)
    const receiver = before?.doc ?? soundReceiver(webhook.id, shop)
    const due = stateOf(webhook, now) === "active" ? now : receiver.due
    const hasParked = receiver.hasParked || withParked.has(webhook.id)
    return upsert(receivers, before, { ...receiver, due, hasParked }, installation)
  })
  // Whichever process sends for the shop learns of it, also one that has nothing to do.
  const looks = all.map(({ id }) =>
    Effect.map(timeKey, (key) => insert(eventQueue, lookEntry(shop, key, id), installation))
  )
  return [...writes, ...(yield* Effect.all(looks))]
})
