/**
 * Commits what became of works: the outcomes in the documents of events, a document for each delivery that goes on, and what is
 * known of receivers. Each commit guards the buckets of its shops, so that it fails if another process has taken them.
 */
import { collections } from "@bottega/domain/areas"
import { type Delivery, isDelivered, isOpen, type ReasonToDisable } from "@bottega/domain/areas/webhooks"
import {
  type DeliveryAttempt,
  maxAnswersBytes,
  type Note,
  numberedEvents,
  type Outgoing,
  pendingEntry,
  pendingKey
} from "@bottega/domain/contract"
import { type Guard, get, installation, type Stored, storedAs, type Write } from "@bottega/storage"
import { Clock, Effect, Random } from "effect"
import { guardOf, remove, replace, upsert, type WriteDraft, writeOf } from "../../engine/decide/change.ts"
import { records } from "../../engine/records.ts"
import { type Delays, deliveryOf, inLanes, ofExisting } from "./ongoing.ts"
import { counted, noted, receiversOf, receiverWrite } from "./receivers.ts"
import type { Fated, Finished, Work } from "./work.ts"

const { deliveries } = collections
const { eventQueue, outbox } = records

/** A commit of what became of works. */
export interface Settlement {
  readonly writes: ReadonlyArray<Write>
  readonly guards: ReadonlyArray<Guard>
  /** The deliveries of which something is settled. */
  readonly notes: ReadonlyArray<Note>
  /** The webhooks that are to be disabled, and why. */
  readonly disabled: ReadonlyMap<string, ReasonToDisable>
}

/** A document before and after a commit, which writes it once although several works may concern it. */
interface Change {
  readonly before: Stored<Outgoing>
  readonly after: Outgoing
}

/**
 * Makes the commit of some works of one shop: from the documents as the works have them, or `isRead` again, because one of them
 * has changed.
 */
export const settlementOf = Effect.fnUntraced(function* (
  shop: string,
  finished: ReadonlyArray<Finished>,
  { isRead, ...delays }: Delays & { readonly isRead: boolean }
) {
  const nowMs = yield* Clock.currentTimeMillis
  const writes: Array<WriteDraft> = []
  const made: Array<Delivery> = []
  const notes: Array<Note> = []
  const known = yield* receiversOf(shop, finished)
  const disabled = new Map<string, ReasonToDisable>()
  const documents = new Map<string, Change>()
  for (const { targets, work } of finished) {
    // Several webhooks take their events off the same document, so one that was parked may have changed.
    const { before, entry } = isRead || work.drained !== undefined ? yield* readAgain(work) : asKnown(work)
    if (entry !== undefined) writes.push(entry)
    if (before === undefined || (work.drained === undefined && before.doc.pending !== true)) continue
    const left = targets.filter(({ n }) => hasEvent(before.doc, n))
    const change = documents.get(work.outgoing.id) ?? { before, after: before.doc }
    documents.set(work.outgoing.id, { ...change, after: settledDocument(change.after, left, work.drained) })
    for (const target of left) {
      if (target.fate.is !== "void") notes.push({ document: work.outgoing.id, n: target.n, webhook: target.webhook.id })
      const chance = yield* Random.next
      const one = deliveryOf(work.outgoing.id, target, { nowMs, chance, ...delays })
      if (one !== undefined) made.push(one)
      const why = noted(known, target, nowMs, yield* Random.next)
      if (why !== undefined) disabled.set(target.webhook.id, why)
    }
  }
  for (const { after, before } of documents.values()) writes.push(replace(outbox, before, after))
  const existing = yield* ofExisting(shop, made)
  for (const one of yield* inLanes(shop, existing.deliveries, nowMs)) {
    const before = yield* get(shop, deliveries, one.id, { latest: true })
    if (before !== undefined && isOpen(before.doc)) continue
    writes.push(upsert(deliveries, before, one))
    counted(known, one)
  }
  for (const [id, { after, before }] of known)
    if (after !== before?.doc && !existing.gone.has(id)) writes.push(...receiverWrite(before, after))
  return {
    writes: writes.map((draft) => writeOf(shop, draft)),
    guards: existing.guards.map((draft) => guardOf(shop, draft)),
    notes,
    disabled
  } as Settlement
})

/** The document of a work as it was read, and the removal of its entry. */
const asKnown = ({ drained, outgoing, row, shop }: Work) => {
  const before: Stored<Outgoing> | undefined = storedAs(outgoing, row)
  if (drained !== undefined) return { before, entry: undefined }
  const doc = pendingEntry(shop, outgoing.id)
  const entry = storedAs(doc, { key: doc.key, version: 1, text: eventQueue.encode(doc) })
  return { before, entry: remove(eventQueue, entry, installation) }
}

const readAgain = Effect.fnUntraced(function* ({ drained, outgoing, shop }: Work) {
  const before = yield* get(shop, outbox, outgoing.id, { latest: true })
  const key = pendingKey(shop, outgoing.id)
  const entry = drained === undefined ? yield* get(installation, eventQueue, key, { latest: true }) : undefined
  return { before, entry: entry && remove(eventQueue, entry, installation) }
})

const hasEvent = (outgoing: Outgoing, n: number): boolean => numberedEvents(outgoing).some((event) => event.n === n)

/** The document with its outcomes, and nothing pending; or with what was parked for one webhook taken off. */
const settledDocument = (
  { outcomes = [], parked = [], pending: _, ...rest }: Outgoing,
  targets: ReadonlyArray<Fated>,
  drained: string | undefined
): Outgoing => {
  const done = targets.flatMap(({ fate, n, webhook }) =>
    fate.is === "ended" && isDelivered(fate.result.attempt)
      ? [{ n, webhook: webhook.id, attempt: fate.result.attempt }]
      : []
  )
  const waits = targets.flatMap(({ fate, n, webhook }) => (fate.is === "park" ? [{ n, webhook: webhook.id }] : []))
  const left = [...parked.filter(({ webhook }) => webhook !== drained), ...waits]
  const all = withinAnswers([...outcomes, ...done])
  return {
    ...rest,
    ...(all.length === 0 ? {} : { outcomes: all }),
    ...(left.length === 0 ? {} : { parked: left })
  }
}

/** Outcomes whose answers together are within their bound: further answers are not kept. */
const withinAnswers = <Outcome extends { readonly attempt: DeliveryAttempt }>(
  outcomes: ReadonlyArray<Outcome>
): ReadonlyArray<Outcome> => {
  let bytes = 0
  return outcomes.map((outcome) => {
    bytes += Buffer.byteLength(outcome.attempt.answer ?? "")
    return bytes <= maxAnswersBytes ? outcome : { ...outcome, attempt: { ...outcome.attempt, answer: null } }
  })
}
