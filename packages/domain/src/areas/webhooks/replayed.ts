/** What a replay changes: deliveries that were made or given up wait again, those that still wait stay where they are. */
import { numberedEvents, type Outgoing } from "../../contract/outbox.ts"
import { type Delivery, deliveryId, isOpen } from "./deliveries.ts"

/** A webhook that a replay may send to; `created` is in unix microseconds. */
export interface ReplayTarget {
  readonly id: string
  readonly type: number
  readonly created: number
}

/** One delivery of a document of events that is wanted again. */
export interface Wanted {
  readonly n: number
  readonly webhook: string
}

/**
 * The deliveries of a document to send again: each event to the webhooks of its type. With `isChosen` they are sent whatever the age of
 * the webhook is, else only to webhooks that existed when the events happened.
 */
export const wantedOf = (
  outgoing: Outgoing,
  targets: ReadonlyArray<ReplayTarget>,
  isChosen: boolean
): ReadonlyArray<Wanted> =>
  numberedEvents(outgoing).flatMap(({ event, n }) =>
    targets
      .filter(({ created, type }) => type === event.type && (isChosen || created <= (outgoing.at + 1) * 1_000_000))
      .map(({ id }) => ({ n, webhook: id }))
  )

/** What becomes of a document of events and its deliveries. */
export interface Replayed {
  /** The document, with what is to be sent parked in it; undefined if it stays as it is. */
  readonly outgoing: Outgoing | undefined
  /** Deliveries that wait for their next attempt, due now. */
  readonly hastened: ReadonlyArray<Delivery>
  /** What was parked. */
  readonly parked: ReadonlyArray<Wanted>
}

/**
 * Replays some deliveries of a document, given those that have documents of their own. A delivery that was made or given up is parked
 * in the document of its event, from where it goes out in the order of its order; one that waits for its next attempt is due now.
 */
export const replayedOf = (
  outgoing: Outgoing,
  own: ReadonlyArray<Delivery>,
  wanted: ReadonlyArray<Wanted>,
  nowMs: number
): Replayed => {
  const openById = new Map(own.filter(isOpen).map((one) => [one.id, one]))
  const parked = new Set((outgoing.parked ?? []).map(({ n, webhook }) => deliveryId(outgoing.id, n, webhook)))
  const idOf = ({ n, webhook }: Wanted) => deliveryId(outgoing.id, n, webhook)
  const isSettled = (one: Wanted) => outgoing.pending !== true && !parked.has(idOf(one)) && !openById.has(idOf(one))
  const added = wanted.filter(isSettled)
  const hastened = wanted.flatMap((one) => {
    const open = openById.get(idOf(one))
    return open?.state === "pending" ? [{ ...open, due: Math.min(open.due ?? nowMs, nowMs), failures: 0 }] : []
  })
  return {
    outgoing: added.length === 0 ? undefined : { ...outgoing, parked: [...(outgoing.parked ?? []), ...added] },
    hastened,
    parked: added
  }
}
