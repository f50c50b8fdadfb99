/** Counts the events that the outbox holds, and finds those that no area declares. */
import { events } from "@bottega/domain/areas"
import { docOf, type Row } from "@bottega/storage"
import { records } from "../engine/records.ts"
import type { Fault } from "./examine.ts"

/** The number of events in the outbox, by name; names without events are left out. */
export type Outbox = Readonly<Record<string, number>>

const nameByType = new Map(Object.values(events).map(({ name, type }) => [type, name]))

/** Makes a counter of the outbox's events. */
export const outboxCounter = () => {
  const count: Record<string, number> = {}
  /** Counts the events of rows and gives the faults of their numbers. */
  const add = (rows: ReadonlyArray<Row>): ReadonlyArray<Fault> =>
    rows.flatMap((row) =>
      eventsOf(row).flatMap(({ type }) => {
        const name = nameByType.get(type)
        if (name === undefined)
          return [{ kind: "outbox numbers", sentence: `outbox ${row.key} holds an event ${type}, and there is none` }]
        count[name] = (count[name] ?? 0) + 1
        return []
      })
    )
  return { add, count: count as Outbox }
}

/** No events for a text that cannot be read, because that is reported separately. */
const eventsOf = (row: Row) => {
  try {
    return docOf(records.outbox, row).events
  } catch {
    return []
  }
}
