/** Judges what receivers got of the events of orders: everything, signed, and in the order in which it happened. */
import { type Arrival, isDelivered } from "../receivers/behaviour.ts"
import { isSigned } from "../receivers/verified.ts"
import type { Chain } from "./chains.ts"

/** A webhook of a run: where its deliveries arrive, and what they are. */
export interface Listener {
  readonly id: string
  readonly path: string
  /** The number of the events that it gets: 0 for creations, 100 for changes of status. */
  readonly type: 0 | 100
  readonly secret: string
}

/** What is wrong with the deliveries of one webhook, as sentences, and their counts. */
export interface Heard {
  /** Deliveries that were answered 2xx at least once. */
  readonly delivered: number
  /** Requests that were sent again though an earlier one had not failed: it was answered 2xx, or not at all. */
  readonly repeated: number
  /** What did not arrive, and nothing in the store will send. */
  readonly lost: ReadonlyArray<string>
  /** What did not arrive, and is still to be sent: how many deliveries in each state. */
  readonly backlog: ReadonlyArray<string>
  /** What is out of order, or otherwise wrong. */
  readonly wrong: ReadonlyArray<string>
}

/** What a store is still to send: the state of a delivery by {@link deliveryName}. */
export type Open = ReadonlyMap<string, string>

/** The name of the delivery of a status of an order to a webhook. */
export const deliveryName = (webhook: string, orderID: string, status: number): string =>
  `${webhook} ${orderID} ${status}`

/** The statuses of an order that a listener is to hear of. */
const expected = ({ type }: Pick<Listener, "type">, { statuses }: Chain): ReadonlyArray<number> =>
  type === 0 ? statuses.slice(0, 1) : statuses.slice(1)

/** How many deliveries a listener is to get. */
export const wantedOf = ({ type }: Pick<Listener, "type">, chains: ReadonlyArray<Chain>): number =>
  type === 0 ? chains.length : chains.reduce((sum, { statuses }) => sum + statuses.length - 1, 0)

/** How many deliveries were answered 2xx, each counted once. */
const deliveredOf = (arrivals: ReadonlyArray<Arrival>): number =>
  new Set(arrivals.filter(isDelivered).map(({ id }) => id)).size

/** Whether a listener has got everything. */
export const hasAll = (listener: Listener, chains: ReadonlyArray<Chain>, arrivals: ReadonlyArray<Arrival>): boolean => {
  // Reading every body takes long, and is of no use before there are enough.
  if (deliveredOf(arrivals) < wantedOf(listener, chains)) return false
  const heard = new Set(arrivals.filter(isDelivered).map((one) => placeOf(one).join(" ")))
  return chains.every((chain) => expected(listener, chain).every((status) => heard.has(`${chain.orderID} ${status}`)))
}

/** Judges the arrivals of one listener, in their order; `open` is what the store was still to send before. */
export const judgeHeard = (
  listener: Listener,
  chains: ReadonlyArray<Chain>,
  arrivals: ReadonlyArray<Arrival>,
  open: Open = new Map()
): Heard => {
  const { id: webhook, path, secret } = listener
  const lanes = new Map<string, Lane>()
  const wrong = arrivals.flatMap((one) => {
    const [orderID, status] = placeOf(one)
    const lane = lanes.get(orderID) ?? new Lane()
    lanes.set(orderID, lane)
    const found = [...lane.add(status, one), ...(isSigned(one, secret) ? [] : ["is not signed as it should be"])]
    return found.map((what) => `${path}: the delivery ${one.id} of order ${orderID}, status ${status}, ${what}`)
  })
  const absent: Array<Absent> = []
  for (const chain of chains) {
    const { orderID } = chain
    const lane = lanes.get(orderID) ?? new Lane()
    lanes.delete(orderID)
    for (const status of lane.absent(expected(listener, chain)))
      absent.push({ orderID, status, state: open.get(deliveryName(webhook, orderID, status)) })
    wrong.push(...lane.misplaced(expected(listener, chain)).map((what) => `${path}: order ${orderID}: ${what}`))
  }
  const foreign = [...lanes.keys()].map((orderID) => `${path}: deliveries of order ${orderID}, which nobody made`)
  const delivered = deliveredOf(arrivals)
  const failed = arrivals.filter((one) => one.status !== undefined && !isDelivered(one)).length
  const repeated = arrivals.length - failed - new Set(arrivals.map(({ id }) => id)).size
  const { backlog, lost } = dividedByState(path, absent)
  return { delivered, repeated: Math.max(0, repeated), lost, backlog, wrong: [...wrong, ...foreign] }
}

/** What did not arrive, and its state if the store is still to send it. */
interface Absent {
  readonly orderID: string
  readonly status: number
  readonly state: string | undefined
}

const dividedByState = (path: string, absent: ReadonlyArray<Absent>): Pick<Heard, "backlog" | "lost"> => {
  const lost = absent
    .filter(({ state }) => state === undefined)
    .map(({ orderID, status }) => `${path}: order ${orderID}: status ${status} was not delivered`)
  const states = Map.groupBy(
    absent.flatMap(({ state }) => state ?? []),
    (state) => state
  )
  return { lost, backlog: [...states].map(([state, { length }]) => `${path}: ${length} deliveries are ${state}`) }
}

/** The order and the status that a delivery is about. */
const placeOf = ({ body }: Arrival): readonly [orderID: string, status: number] => {
  const { orderID, status } = JSON.parse(body)
  return [orderID, status]
}

const tooEarly = "was sent before an earlier one was delivered"
const outOfOrder = "out of order"

/** Whether a sentence of what is wrong is about the sequence of deliveries. */
export const isAboutOrder = (sentence: string): boolean => sentence.includes(tooEarly) || sentence.includes(outOfOrder)

/** The deliveries of one order to one webhook. */
class Lane {
  /** The ids by status, in the order of their first arrival. */
  readonly #ids = new Map<number, string>()
  /** How many requests had arrived when a status was first answered 2xx. */
  readonly #answeredAt = new Map<number, number>()

  /** Adds an arrival; returns what is wrong with it. */
  add(status: number, arrival: Arrival): ReadonlyArray<string> {
    const { at, body, id } = arrival
    const known = this.#ids.get(status)
    const wrong: Array<string> = []
    if (JSON.parse(body).id !== id) wrong.push("has another id in its body")
    if (known !== undefined && known !== id) wrong.push(`was sent before as ${known}`)
    const early = [...this.#ids.keys()].some((one) => (this.#answeredAt.get(one) ?? Number.POSITIVE_INFINITY) > at)
    if (known === undefined && early) wrong.push(tooEarly)
    this.#ids.set(status, known ?? id)
    const answeredAt = isDelivered(arrival) ? arrival.answeredAt! : Number.POSITIVE_INFINITY
    if (answeredAt < (this.#answeredAt.get(status) ?? Number.POSITIVE_INFINITY))
      this.#answeredAt.set(status, answeredAt)
    return wrong
  }

  /** What was not delivered. */
  absent(wanted: ReadonlyArray<number>): ReadonlyArray<number> {
    return wanted.filter((status) => !this.#answeredAt.has(status))
  }

  /** What was first sent in another order than it happened in, or did not happen. */
  misplaced(wanted: ReadonlyArray<number>): ReadonlyArray<string> {
    const heard = [...this.#ids.keys()]
    const known = heard.filter((status) => wanted.includes(status))
    const ordered = wanted.filter((status) => known.includes(status))
    return [
      ...(known.join() === ordered.join() ? [] : [`${outOfOrder}: ${heard.join()} instead of ${wanted.join()}`]),
      ...(known.length === heard.length ? [] : [`more was sent than happened: ${heard.join()}`])
    ]
  }
}
