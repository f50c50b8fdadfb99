/**
 * Examines a store and reports its faults as sentences. It reads every document, a page at a time, and checks the
 * declarations of its collection and the checks that areas declare; it writes nothing.
 */

import { collections, checks as declared } from "@bottega/domain/areas"
import type { Shop } from "@bottega/domain/areas/shops"
import type { Check, CountCheck } from "@bottega/domain/contract"
import { all, allRows, get, installation, pages, Storage, sequences, type Unavailable } from "@bottega/storage"
import { Cause, Effect, Schema, Stream } from "effect"
import type { Find } from "../engine/decide/session.ts"
import { records } from "../engine/records.ts"
import { type Amount, countedAs } from "./amount.ts"
import { checkedOfBytes, examineBytes, type Held, readable } from "./contents.ts"
import { examiner, type Fault, type FindOf, indexFaultOf, readOf } from "./examine.ts"
import { Numbers } from "./numbers.ts"
import { checkedOfOrderDays, DaysOfOrders } from "./order-days.ts"
import { type Outbox, outboxCounter } from "./outbox.ts"
import { storeCollections, unfinishedImports } from "./scope.ts"

/** The result of an examination. */
export interface Examination extends Amount {
  /** What was checked, each a sentence. */
  readonly checked: ReadonlyArray<string>
  readonly shops: number
  /** The number of documents that no export of a shop moves. */
  readonly installation: number
  /** The number of erasures that still search the free texts of other people's orders. */
  readonly pending: number
  /** The number of faults. */
  readonly wrong: number
  /** The number of events in the outbox, by name, delivered or not. */
  readonly outbox: Outbox
  /** Facts worth knowing that are not faults. */
  readonly notes: ReadonlyArray<string>
}

/** The callbacks of an examination. */
export interface DoctorCallbacks {
  /** Called with a fault, as a sentence. */
  readonly onWrong: (sentence: string) => void
  /** Called with the number of documents examined so far. */
  readonly onDocuments?: (documents: number) => void
  /** Called with the number of documents whose index entries were compared so far. */
  readonly onCompared?: (documents: number) => void
}

/** The limits of a group of documents that is examined together: a group costs as few queries as a few documents do. */
const together = { limit: 500, characters: 4 * 1024 * 1024 }

/** How many faults of one kind are reported; the rest are counted. */
const maxReported = 10

/** Examines the whole store. */
export const examineStore = ({
  onCompared = () => {},
  onDocuments = () => {},
  onWrong
}: DoctorCallbacks): Effect.Effect<Examination, Unavailable, Storage> =>
  Effect.gen(function* () {
    const storage = yield* Storage
    const examiners = storeCollections.map((collection) => ({ collection, examine: examiner(collection, declared) }))
    const shopsById = yield* readableShops
    const owners = [installation, ...shopsById.keys()]
    const outbox = outboxCounter()
    let [documents, compared, wrong] = [0, 0, 0]
    const amount = { documents: 0, files: 0, installation: 0 }
    const held: Held = { files: 0, unnamed: 0, unnamedSize: 0 }
    for (const owner of owners) {
      const own: Find = (collection, query) => storage.find(owner, collection, query)
      /** Documents of a shop may be related to the installation's, and the other way round. */
      const find: FindOf = (collection, query, shop = owner) =>
        storage.find(collection.owner === "installation" ? installation : shop, collection, query)
      const times = new Map<string, number>()
      const tell = ({ kind, sentence }: Fault) => {
        const before = times.get(kind) ?? 0
        times.set(kind, before + 1)
        wrong++
        if (before < maxReported) onWrong(`${placeOf(owner)}: ${sentence}.`)
      }
      const shop = shopsById.get(owner)
      const days = shop && new DaysOfOrders(shop)
      const given = new Map(counters.map((counted) => [counted, new Numbers()]))
      for (const { collection, examine } of examiners) {
        const read = Stream.runForEach(pages(own, collection, {}, together), (rows) =>
          Effect.gen(function* () {
            const all = rows.map((row) => readOf(collection, row))
            for (const fault of yield* examine({ find, owner }, all)) tell(fault)
            if (collection === collections.orders) days?.add(all)
            if (collection === records.outbox) for (const fault of outbox.add(all)) tell(fault)
            for (const [counted, numbers] of given)
              if (counted.of === collection) for (const fault of numbers.add(counted, all)) tell(fault)
            amount[countedAs(owner, collection)] += rows.length
            onDocuments((documents += rows.length))
          })
        )
        const entries = storage.indexFaults?.(owner, collection, {
          onFault: (fault) => tell(indexFaultOf(collection, fault)),
          onDocuments: (some) => onCompared((compared += some))
        })
        yield* asFarAsReadable(collection.name, tell, read)
        yield* asFarAsReadable(`the index entries of ${collection.name}`, tell, entries ?? Effect.void)
      }
      yield* asFarAsReadable("the files", tell, examineBytes(owner, tell, held))
      if (shop !== undefined) yield* asFarAsReadable("the days", tell, reported(days!.faults(shop), tell))
      for (const [counted, { highest }] of given)
        yield* asFarAsReadable(`the counter ${counted.name}`, tell, reported(behind(owner, counted, highest), tell))
      for (const [kind, count] of times)
        if (count > maxReported) onWrong(`${placeOf(owner)}: ${count - maxReported} more of the kind: ${kind}.`)
    }
    const pending = (yield* readable(all(installation, records.searches)))?.length ?? 0
    return {
      checked,
      ...amount,
      files: held.files,
      shops: owners.length - 1,
      pending,
      wrong,
      outbox: outbox.count,
      notes: [...((yield* readable(notes)) ?? []), ...noteOf(held), ...noteOfPending(pending)]
    }
  })

/** The shops by their ids; `undefined` for one whose document cannot be read. */
const readableShops = Effect.gen(function* () {
  const { find } = yield* Storage
  const { shops } = collections
  const own: Find = (collection, query) => find(installation, collection, query)
  const found = new Map<string, Shop | undefined>()
  yield* Stream.runForEach(allRows(own, shops, { sort: { by: "group_number" } }), (row) =>
    Effect.sync(() => {
      const { doc } = readOf(shops, row)
      found.set(String(row.key), isShop(doc) ? doc : undefined)
    })
  )
  return found
})
const isShop = Schema.is(collections.shops.schema)

/** Reports the faults that are found. */
const reported = (
  found: Effect.Effect<ReadonlyArray<Fault>, Unavailable, Storage>,
  tell: (fault: Fault) => void
): Effect.Effect<void, Unavailable, Storage> =>
  Effect.map(found, (faults) => {
    for (const fault of faults) tell(fault)
  })

/** A part of the examination. A text that it cannot read ends this part alone, which is reported as a fault. */
const asFarAsReadable = (
  part: string,
  tell: (fault: Fault) => void,
  act: Effect.Effect<void, Unavailable, Storage>
): Effect.Effect<void, Unavailable, Storage> =>
  Effect.catchCause(act, (cause) => {
    const failure = Cause.squash(cause)
    const reason = (failure as { readonly reason?: unknown }).reason
    if (Cause.hasInterrupts(cause) || (reason !== undefined && reason !== "damaged")) return Effect.failCause(cause)
    const sentence = `not all of ${part} could be checked, because ${whyOf(failure)}`
    return Effect.sync(() => tell({ kind: "unchecked", sentence }))
  })

/** What a store's failure says, or a check that a document of another form has thrown. */
const whyOf = (failure: unknown): string => {
  const { cause } = failure as { readonly cause?: unknown }
  return cause instanceof Error ? cause.message.replace(/\.$/, "") : "a document has another form than its schema"
}

const counters = declared.filter((check): check is CountCheck => check.kind === "counted")

const checked: ReadonlyArray<string> = [
  "Every text can be read, fits its schema and is stored under its own key.",
  "Every document is found by its lookups, and unique values are unique.",
  ...checkedOfBytes,
  checkedOfOrderDays,
  "Every event of the outbox has a number that an area declares.",
  ...new Set(declared.map(({ promise }: Check) => `${promise.charAt(0).toUpperCase()}${promise.slice(1)}.`))
]

const noteOf = ({ unnamed, unnamedSize }: Held): ReadonlyArray<string> =>
  unnamed === 0 ? [] : [`Stored files that no document names: ${unnamed}, with ${unnamedSize} bytes in all.`]

const noteOfPending = (count: number): ReadonlyArray<string> =>
  count === 0 ? [] : [`Erasures of people's data that still search the free texts of other people's orders: ${count}.`]

const placeOf = (owner: string): string => (owner === installation ? "Installation" : `Shop ${owner}`)

const behind = Effect.fnUntraced(function* (owner: string, { name }: CountCheck, highest: number) {
  const next = (yield* get(owner, sequences, name))?.doc.next ?? 1
  return next > highest
    ? []
    : [{ kind: name, sentence: `the counter ${name} would give ${next} next, but ${highest} is in use` }]
})

const notes = Effect.map(unfinishedImports, (begun) =>
  begun.map(({ lines, shop }) => `The import of the shop ${shop} is not finished: ${lines} lines are imported.`)
)
