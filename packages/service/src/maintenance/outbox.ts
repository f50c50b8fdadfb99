/** Counts the events that the outbox holds, and finds those that no area declares. */
import { events } from "@bottega/domain/areas"
import type { records } from "../engine/records.ts"
import type { Fault, Read } from "./examine.ts"

/** The number of events in the outbox, by name; names without events are left out. */
export type Outbox = Readonly<Record<string, number>>

const nameByType = new Map<number, string>(Object.values(events).map(({ name, type }) => [type, name]))

/** Makes a counter of the outbox's events. */
export const outboxCounter = () => {
  const count: Record<string, number> = {}
  /** Counts the events of documents and gives the faults of their numbers. */
  const add = (all: ReadonlyArray<Read>): ReadonlyArray<Fault> =>
    all.flatMap((read) =>
      eventsOf(read).flatMap(({ type }) => {
        const name = nameByType.get(type)
        if (name === undefined)
          return [
            {
              kind: "outbox numbers",
              sentence: `outbox ${read.row.key} holds an event ${type}, which no area declares`
            }
          ]
        count[name] = (count[name] ?? 0) + 1
        return []
      })
    )
  return { add, count: count as Outbox }
}

type Outgoing = (typeof records.outbox)["schema"]["Type"]

/** No events for a text that cannot be read or does not fit, because that is reported separately. */
const eventsOf = ({ doc }: Read): Outgoing["events"] => {
  const events = (doc as Partial<Outgoing> | undefined)?.events
  return Array.isArray(events) ? (events as Outgoing["events"]) : []
}
