/** Decides what is to be done for pending events: which webhooks receive each, and which of them can be sent now. */
import { collections } from "@bottega/domain/areas"
import {
  hooksKey,
  isFull,
  isListening,
  isMeantFor,
  laneOf,
  laneOfDelivery,
  maxWebhooks,
  type Receiver,
  stateOf,
  type Webhook
} from "@bottega/domain/areas/webhooks"
import { numberedEvents, type Outgoing } from "@bottega/domain/contract"
import { docOf, installation, maxWalks, type Row, Storage, type Unavailable } from "@bottega/storage"
import { Clock, Effect } from "effect"
import { ordersOf, type Target, type Work } from "./work.ts"

const { deliveries, hooks, receivers, webhooks } = collections

/** A shop's webhooks, as of a version of its list of types, which each change of a webhook writes. */
interface Known {
  readonly row: Row
  readonly all: ReadonlyArray<Webhook>
}

/** The most shops whose webhooks are remembered. */
const maxKnown = 2000

/** Plans works; it remembers the webhooks of shops. */
export class Plans {
  readonly #known = new Map<string, Known>()

  /** The targets of some works of a shop. */
  readonly of = Effect.fnUntraced({ self: this }, function* (this: Plans, shop: string, works: ReadonlyArray<Work>) {
    const nowMs = yield* Clock.currentTimeMillis
    const { find } = yield* Storage
    const all = yield* this.webhooksOf(shop)
    const where = [{ on: "shop", eq: shop }] as const
    const found = yield* find(installation, receivers, { where, limit: maxWebhooks })
    const failing = new Map(found.map((row) => [String(row.key), docOf(receivers, row)]))
    const closed = yield* closedLanes(shop, works, [...failing.values()])
    return works.map((work) => targetsOf(work, { all, failing, closed, nowMs }))
  })

  /** The webhooks of a shop, as they are now. */
  readonly webhooksOf = Effect.fnUntraced({ self: this }, function* (this: Plans, shop: string) {
    const { find } = yield* Storage
    const [row] = yield* find(shop, hooks, { where: [{ on: "key", eq: hooksKey }], limit: 1 })
    if (row === undefined) return []
    const known = this.#known.get(shop)
    if (known?.row === row || (known?.row.version === row.version && known.row.text === row.text)) return known.all
    const rows = yield* find(shop, webhooks, { sort: { by: "created" }, limit: maxWebhooks })
    if (this.#known.size >= maxKnown) this.#known.clear()
    const all = rows.map((one) => docOf(webhooks, one))
    this.#known.set(shop, { row, all })
    return all
  })
}

interface Ground {
  readonly all: ReadonlyArray<Webhook>
  readonly failing: ReadonlyMap<string, Receiver>
  readonly closed: ReadonlySet<string>
  readonly nowMs: number
}

const targetsOf = ({ drained, outgoing }: Work, { all, closed, failing, nowMs }: Ground): ReadonlyArray<Target> => {
  const planOf = (webhook: Webhook, orderID: string | undefined): Target["plan"] => {
    const receiver = failing.get(webhook.id)
    if (drained === undefined && (stateOf(webhook, nowMs) !== "active" || mustPark(receiver))) return "park"
    return orderID !== undefined && closed.has(laneOf(webhook.id, orderID)) ? "wait" : "send"
  }
  return numberedEvents(outgoing).flatMap(({ event, n }) =>
    all
      .filter((webhook) => isFor(webhook, outgoing, { n, type: event.type }, drained))
      .map((webhook) => ({
        n,
        event,
        webhook,
        plan: planOf(webhook, event.orderID),
        isFailing: failing.has(webhook.id)
      }))
  )
}

const mustPark = (receiver: Receiver | undefined): boolean =>
  receiver !== undefined && (receiver.isBroken || receiver.hasParked || isFull(receiver))

const isFor = (
  webhook: Webhook,
  outgoing: Outgoing,
  event: { readonly n: number; readonly type: number },
  drained: string | undefined
): boolean =>
  drained === undefined
    ? webhook.type === event.type && isListening(webhook) && isMeantFor(outgoing, webhook)
    : webhook.id === drained && (outgoing.parked ?? []).some((one) => one.webhook === drained && one.n === event.n)

/** The lanes that have an open delivery. */
const closedLanes = (
  shop: string,
  works: ReadonlyArray<Work>,
  failing: ReadonlyArray<Receiver>
): Effect.Effect<ReadonlySet<string>, Unavailable, Storage> => {
  const orders = [...new Set(works.flatMap(({ outgoing }) => [...ordersOf(outgoing).keys()]))]
  const open = failing.filter((receiver) => receiver.open > 0)
  return lanesWithFirst(
    shop,
    open.flatMap(({ id }) => orders.map((orderID) => laneOf(id, orderID)))
  )
}

/**
 * Those of some lanes that have an open delivery. A search does not see one instant: a delivery may have ended since it was
 * found, and the next one of its lane, which then became the first, was not seen. So a lane counts by what was found, whatever
 * became of it.
 */
export const lanesWithFirst = Effect.fnUntraced(function* (
  shop: string,
  lanes: ReadonlyArray<string>,
  options: { readonly latest?: boolean } = {}
) {
  const { find } = yield* Storage
  const found = new Set<string>()
  for (let at = 0; at < lanes.length; at += maxWalks) {
    const some = lanes.slice(at, at + maxWalks)
    const rows = yield* find(shop, deliveries, { where: [{ on: "first", in: some }], limit: some.length, ...options })
    for (const row of rows) found.add(laneOfDelivery(docOf(deliveries, row))!)
  }
  return found as ReadonlySet<string>
})
