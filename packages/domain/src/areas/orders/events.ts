/** The events of orders that are sent to webhooks, and those that each status causes. */
import { type AboutOrder, type Event, orderEvent } from "../../contract/event.ts"
import { Summary } from "./shown.ts"
import type { Status } from "./status.ts"

/** An event of an order; its payload is the order's summary. */
export type OrderEvent<Type extends number = number> = Event<Summary, AboutOrder, Type>

const made = ["orders.create"]
const moved = ["orders.create", "orders.update"]
const of = <const Type extends number>(
  type: Type,
  name: string,
  summary: string,
  by: ReadonlyArray<string>
): OrderEvent<Type> => orderEvent(type, name, { summary, data: Summary, by })

export const events = {
  orderCreated: of(0, "order.created", "An order was created.", made),
  orderPaid: of(1, "order.paid", "An order entered status 1, Order Paid.", moved),
  orderShipped: of(2, "order.shipped", "An order entered status 3, Sent.", moved),
  orderInPreparation: of(3, "order.in_preparation", "An order entered status 2, Preparation.", moved),
  orderCancelled: of(7, "order.cancelled", "An order entered status 7, Aborted.", moved),
  cartAbandoned: of(53, "cart.abandoned", "A cart was abandoned; never sent, because there are no carts.", []),
  orderStatusChanged: of(100, "order.status_changed", "An order's status changed.", ["orders.update"]),
  trackingSet: of(109, "order.tracking_set", "The tracking of an order was set or changed.", ["orders.update"]),
  orderRemoved: of(104, "order.removed", "An order was removed.", ["orders.remove"])
}

const eventOfStatus: Partial<Record<Status, OrderEvent>> = {
  1: events.orderPaid,
  2: events.orderInPreparation,
  3: events.orderShipped,
  7: events.orderCancelled
}

/** The events of an order that is created in a status: its creation, and the status's own event, if any. */
export const eventsOfCreation = (status: Status): ReadonlyArray<OrderEvent> => [events.orderCreated, ...own(status)]
/** The events of an update: of a changed status, its change and its own event, if any; of changed tracking, one. */
export const eventsOfUpdate = ({
  moved,
  status,
  tracked
}: {
  readonly moved: boolean
  readonly status: Status
  readonly tracked: boolean
}): ReadonlyArray<OrderEvent> => [
  ...(moved ? [events.orderStatusChanged, ...own(status)] : []),
  ...(tracked ? [events.trackingSet] : [])
]

const own = (status: Status): ReadonlyArray<OrderEvent> => {
  const event = eventOfStatus[status]
  return event === undefined ? [] : [event]
}
