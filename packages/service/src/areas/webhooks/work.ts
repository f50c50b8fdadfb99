/** What a process has to do for one document of events: its deliveries, and what became of each. */
import type { AttemptResult, Webhook } from "@bottega/domain/areas/webhooks"
import type { Outgoing, StoredEvent } from "@bottega/domain/contract"
import type { Row } from "@bottega/storage"

/** A document of events that is pending; or, with `drained`, one with events that were parked for that webhook. */
export interface Work {
  readonly shop: string
  readonly outgoing: Outgoing
  /** The document's row, as it was written or read. */
  readonly row: Row
  readonly drained?: string
}

/** What is to be done for an event and a webhook. */
export interface Target {
  readonly n: number
  readonly event: StoredEvent
  readonly webhook: Webhook
  /** `wait` behind an open delivery of the lane; `park` until the webhook takes events again. */
  readonly plan: "send" | "wait" | "park"
  /** Whether something is known of the webhook's receiver, which a success may change. */
  readonly isFailing: boolean
}

/**
 * What became of a target. `late`: the call is in progress. `later`: too many calls to the webhook are in progress, so this one was not
 * made. `void`: there is nothing to send any more.
 */
export type Fate =
  | { readonly is: "ended"; readonly result: AttemptResult }
  | { readonly is: "late" | "later" | "wait" | "park" | "void" }

/** A target and what became of it. */
export interface Fated extends Target {
  readonly fate: Fate
}

/** A work whose targets all have a fate. */
export interface Finished {
  readonly work: Work
  readonly targets: ReadonlyArray<Fated>
}

/** The name of a work, which no other one in progress has. */
export const nameOf = ({ drained = "", outgoing, shop }: Work): string => `${shop}/${outgoing.id}/${drained}`

/** The orders that a document is about, with their versions after its commit. */
export const ordersOf = ({ events }: Pick<Outgoing, "events">): ReadonlyMap<string, number> => {
  const orders = new Map<string, number>()
  for (const { orderID, version = 0 } of events) if (orderID !== undefined) orders.set(orderID, version)
  return orders
}

/** Whether the events of an order in one document are sent before those in another one. */
export const isBefore = (one: Outgoing, other: Outgoing, orderID: string): boolean => {
  const [a, b] = [one, other].map((outgoing) => ordersOf(outgoing).get(orderID) ?? 0) as [number, number]
  return a < b || (a === b && one.id < other.id)
}
