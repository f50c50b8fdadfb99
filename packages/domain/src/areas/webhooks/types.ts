/** The types of events that a webhook can be made for, by the numbers that are part of the wire format. */
import { Schema } from "effect"
import type { AnyEvent } from "../../contract/event.ts"
import { labelled } from "../../contract/values.ts"
import { events as ofCustomers } from "../customers/events.ts"
import { events as ofInventory } from "../inventory/events.ts"
import { events as ofOrders } from "../orders/events.ts"
import { events as ofProducts } from "../products/events.ts"

const declared: ReadonlyArray<AnyEvent> = [ofOrders, ofCustomers, ofInventory, ofProducts].flatMap((events) =>
  Object.values<AnyEvent>(events)
)

/** Every event by its type, in ascending order. A test compares it with the events of all areas. */
export const eventsByType: ReadonlyMap<number, AnyEvent> = new Map(
  declared.map((event) => [event.type, event] as const).sort(([a], [b]) => a - b)
)

const types = [...eventsByType.keys()]

/** The type of an event, as the parameter that chooses it. */
export const EventType = labelled(
  Schema.Literals(types),
  Object.fromEntries([...eventsByType].map(([type, { name }]) => [type, name]))
)
