/** What of a shop's events is still to be sent, as the store has it. */
import { collections } from "@bottega/domain/areas"
import { isOpen, type Receiver } from "@bottega/domain/areas/webhooks"
import { numberedEvents, type Outgoing } from "@bottega/domain/contract"
import { records } from "@bottega/service"
import { all, installation } from "@bottega/storage"
import { Effect } from "effect"
import { deliveryName, type Listener, type Open } from "./arrived.ts"
import type { Place } from "./process.ts"
import { inStore } from "./seen.ts"
import type { Shop } from "./shop.ts"

/** Reads the deliveries that are still to be made to listeners: in the queue, parked, pending or waiting. */
export const openIn = (place: Place, { id }: Shop, listeners: ReadonlyArray<Listener>): Promise<Open> =>
  inStore(
    place,
    Effect.gen(function* () {
      const open = new Map<string, string>()
      const documents = new Map((yield* all(id, records.outbox)).map(({ doc }) => [doc.id, doc]))
      const note = (outgoing: Outgoing | undefined, n: number, webhook: string, state: string) => {
        const event = outgoing && numberedEvents(outgoing).find((one) => one.n === n)?.event
        if (event?.orderID !== undefined) open.set(deliveryName(webhook, event.orderID, event.status ?? 0), state)
      }
      for (const outgoing of documents.values()) {
        for (const { n, webhook } of outgoing.parked ?? []) note(outgoing, n, webhook, "parked")
        if (outgoing.pending !== true) continue
        for (const { event, n } of numberedEvents(outgoing))
          for (const { type, id } of listeners) if (type === event.type) note(outgoing, n, id, "in the queue")
      }
      for (const { doc } of yield* all(id, collections.deliveries))
        if (isOpen(doc)) note(documents.get(doc.event), doc.n, doc.webhook, doc.state)
      return open
    })
  )

/** What a store knows of the receivers of listeners, at an instant of its servers, as sentences. */
export const receiversIn = (
  place: Place,
  listeners: ReadonlyArray<Listener>,
  nowMs: number
): Promise<ReadonlyArray<string>> =>
  inStore(
    place,
    Effect.map(all(installation, collections.receivers), (known) =>
      known.flatMap(({ doc }) => {
        const listener = listeners.find(({ id }) => id === doc.id)
        return listener === undefined ? [] : [`${listener.path}: ${stateOf(doc, nowMs)}`]
      })
    )
  )

const stateOf = ({ due, failures, hasParked, isBroken, open }: Receiver, nowMs: number): string =>
  [
    `${open} open`,
    ...(hasParked ? ["some parked"] : []),
    `${failures} failures`,
    ...(isBroken ? ["broken"] : []),
    due === null ? "never due" : `due in ${Math.round((due - nowMs) / 1000)} s of the servers' clock`
  ].join(", ")
