/** Finds faults of a collection's documents: in themselves, in their lookups, and in their relations to other documents. */
import { createHash } from "node:crypto"
import type { Check, Collection, CrossCheck, Key } from "@bottega/domain/contract"
import { pages, type Row, type Unavailable } from "@bottega/storage"
import { Effect, Schema, Stream } from "effect"
import type { Find } from "../engine/session.ts"
import { lookupFaults, type Read } from "./lookups.ts"

/** A fault, as a sentence without its full stop; faults of one kind are alike. */
export interface Fault {
  readonly kind: string
  readonly sentence: string
}

/** Examines documents of one collection. */
export const examiner = (collection: Collection, checks: ReadonlyArray<Check>) => {
  const agreements = checks.filter(
    (check): check is CrossCheck => check.kind === "agreement" && check.of === collection
  )
  const isOne = Schema.is(collection.schema)
  const { name } = collection

  /** The faults of adjacent rows, by key; `onOther` is called with each other row that the result depends on. */
  const faultsOf = (
    find: Find,
    rows: ReadonlyArray<Row>,
    onOther: OnOther = () => {}
  ): Effect.Effect<Faults, Unavailable> =>
    Effect.gen(function* () {
      const faults = new Map<Key, Array<Fault>>()
      const tell = (key: Key, kind: string, sentence: string) => {
        faults.set(key, [...(faults.get(key) ?? []), { kind: `${name} ${kind}`, sentence }])
      }
      const readable: Array<Read> = []
      for (const row of rows) {
        const doc = decoded(collection, row)
        const why = doc === undefined ? "has a text that cannot be read" : misread(collection, row, doc, isOne)
        if (why !== undefined) tell(row.key, why, `${name} ${row.key} ${why}`)
        if (doc !== undefined && why !== unfit) readable.push({ row, doc })
      }
      for (const [key, all] of yield* lookupFaults(find, collection, readable))
        for (const sentence of all) tell(key, "lookups", `${name} ${key} ${sentence}`)
      for (const agreement of agreements)
        for (const { doc, row } of readable)
          for (const sentence of yield* broken(find, agreement, doc, onOther))
            tell(row.key, agreement.promise, sentence)
      return faults
    })

  /** The faults that a document still has in two examinations between which neither it nor the rows it depends on changed. */
  const settled = (find: Find, key: Key): Effect.Effect<ReadonlyArray<Fault>, Unavailable> =>
    Effect.gen(function* () {
      let last: string | undefined
      for (let tries = 0; tries < maxTries; tries++) {
        const [row] = yield* find(collection, { where: [{ on: "key", eq: key }], limit: 1 })
        if (row === undefined) return []
        const hash = createHash("sha256").update(row.text)
        const found = yield* faultsOf(find, [row], (other) => hash.update(`\n${other.key} ${other.version}`))
        const faults = found.get(row.key) ?? []
        const now = hash.digest("hex")
        if (faults.length === 0 || now === last) return faults
        last = now
      }
      return []
    })

  return (find: Find, rows: ReadonlyArray<Row>) =>
    Effect.flatMap(faultsOf(find, rows), (faults) =>
      Effect.map(
        Effect.forEach(faults.keys(), (key) => settled(find, key)),
        (all) => all.flat()
      )
    )
}

type OnOther = (row: Row) => void
type Faults = ReadonlyMap<Key, ReadonlyArray<Fault>>

/** How often a document that keeps changing is examined again. */
const maxTries = 10

const unfit = "does not fit its schema"

const decoded = ({ decode }: Collection, { text }: Row): unknown => {
  try {
    return decode(text)
  } catch {
    return undefined
  }
}

const misread = (
  { encode, key }: Collection,
  row: Row,
  doc: unknown,
  isOne: (doc: unknown) => boolean
): string | undefined => {
  if (!isOne(doc)) return unfit
  if (key(doc) !== row.key) return `stands under another key than its own, ${key(doc)}`
  return encode(doc) === row.text ? undefined : "is not written as this program writes it"
}

/** Folds over the documents that a check relates, a page at a time. */
const broken = (find: Find, { begin, related, wrong }: CrossCheck, doc: unknown, onOther: OnOther) =>
  Effect.gen(function* () {
    let state = begin(doc)
    for (const { add, asks, on, others } of related)
      for (const value of asks(doc))
        yield* Stream.runForEach(pages(find, others, { where: [{ on, eq: value }] }), (rows) =>
          Effect.sync(() => {
            for (const row of rows) {
              onOther(row)
              const other = decoded(others, row)
              if (other !== undefined) state = add(state, other, value)
            }
          })
        )
    return wrong(doc, state)
  })
