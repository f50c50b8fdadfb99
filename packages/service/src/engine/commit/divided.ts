/** Divides the events of a commit among documents, each within its bounds. */
import { type Happening, maxDocumentBytes, maxEvents, type Outgoing, type StoredEvent } from "@bottega/domain/contract"
import { Effect } from "effect"
import { records } from "../records.ts"

/** What all events of a commit have in common. */
export type Common = Pick<Outgoing, "at" | "instance" | "requestId">

/** The documents of events, each within its bounds. */
export const documents = (
  events: ReadonlyArray<Happening>,
  common: Common,
  key: Effect.Effect<string>
): Effect.Effect<ReadonlyArray<Outgoing>> =>
  Effect.flatMap(key, (id) => {
    const whole: Outgoing = { id, ...common, events: storedEvents(events) }
    if (events.length === 1 || isWithinBounds(whole)) return Effect.succeed([whole])
    const middle = events.length >> 1
    const halves = [events.slice(0, middle), events.slice(middle)].map((half) => documents(half, common, key))
    return Effect.map(Effect.all(halves), (made) => made.flat())
  })

const isWithinBounds = (outgoing: Outgoing): boolean =>
  outgoing.events.length <= maxEvents && records.outbox.encode(outgoing).length * 3 <= maxDocumentBytes

/** Events as they are stored: a payload that several have is stored once. */
const storedEvents = (events: ReadonlyArray<Happening>): ReadonlyArray<StoredEvent> => {
  const first = new Map<unknown, number>()
  return events.map((event, n): StoredEvent => {
    const { data, ...rest } = event as StoredEvent
    if (typeof data !== "object" || data === null) return event as StoredEvent
    const as = first.get(data)
    if (as === undefined) first.set(data, n)
    return as === undefined ? (event as StoredEvent) : { ...rest, as }
  })
}
