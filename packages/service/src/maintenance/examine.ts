/** Finds faults of a collection's documents: in themselves, and in their relations to other documents. */
import { createHash } from "node:crypto"
import type { Check, Collection, CrossCheck, Key } from "@bottega/domain/contract"
import { type IndexFault, nextPage, type Query, type Row, type Unavailable } from "@bottega/storage"
import { Effect, Schema } from "effect"
import * as SchemaJITCompiler from "effect/schema/SchemaJITCompiler"

/** Reads documents that a check is about: those of a shop, by default of the examined one. */
export type FindOf = <Doc, Name extends string>(
  collection: Collection<Doc, Name>,
  query: Query<Name>,
  shop?: string
) => Effect.Effect<ReadonlyArray<Row>, Unavailable>

/** Where a collection is examined: of a shop, or of the installation. */
export interface Ground {
  readonly owner: string
  readonly find: FindOf
}

/** A row with its document; `undefined` if its text cannot be read. */
export interface Read {
  readonly row: Row
  readonly doc: unknown
}

/** A row with its decoded document. */
export const readOf = (collection: Collection, row: Row): Read => ({ row, doc: decoded(collection, row) })

/** The fault of an index, as a fault of the document. */
export const indexFaultOf = ({ name }: Collection, { is, key, lookup, other }: IndexFault): Fault => {
  const why = {
    missing: `is not found by its ${lookup}`,
    extra: `is found by a ${lookup} that it does not have`,
    twin: `has the same ${lookup} as ${other}, but it must be unique`
  }
  return { kind: `${name} lookups`, sentence: `${name} ${key} ${why[is]}` }
}

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
  // A compiled test of an order takes a sixth of the time.
  SchemaJITCompiler.enable(collection.schema.ast)
  const isOne = Schema.is(collection.schema)
  const { name } = collection

  /** The faults of documents, by key; `onOther` is called with each other row that the result depends on. */
  const faultsOf = (
    ground: Ground,
    all: ReadonlyArray<Read>,
    onOther: OnOther = () => {}
  ): Effect.Effect<Faults, Unavailable> =>
    Effect.gen(function* () {
      const faults = new Map<Key, Array<Fault>>()
      const tell = (key: Key, kind: string, sentence: string) => {
        faults.set(key, [...(faults.get(key) ?? []), { kind: `${name} ${kind}`, sentence }])
      }
      const readable: Array<Read> = []
      for (const { doc, row } of all) {
        const why = doc === undefined ? "has a text that cannot be read" : misread(collection, row, doc, isOne)
        if (why !== undefined) tell(row.key, why, `${name} ${row.key} ${why}`)
        if (doc !== undefined && why !== unfit) readable.push({ row, doc })
      }
      for (const agreement of agreements)
        for (const { doc, row } of readable)
          for (const sentence of agreement.related.length === 0
            ? agreement.wrong(doc, agreement.begin(doc))
            : yield* broken(ground, agreement, doc, onOther))
            tell(row.key, agreement.promise, sentence)
      return faults
    })

  /** The faults that a document still has in two examinations between which neither it nor the rows it depends on changed. */
  const settled = (ground: Ground, key: Key): Effect.Effect<ReadonlyArray<Fault>, Unavailable> =>
    Effect.gen(function* () {
      let last: string | undefined
      for (let tries = 0; tries < maxTries; tries++) {
        const [row] = yield* ground.find(collection, { where: [{ on: "key", eq: key }], limit: 1 })
        if (row === undefined) return []
        const hash = createHash("sha256").update(row.text)
        const found = yield* faultsOf(ground, [readOf(collection, row)], (other) =>
          hash.update(`\n${other.key} ${other.version}`)
        )
        const faults = found.get(row.key) ?? []
        const now = hash.digest("hex")
        if (faults.length === 0 || now === last) return faults
        last = now
      }
      return []
    })

  return (ground: Ground, all: ReadonlyArray<Read>) =>
    Effect.flatMap(faultsOf(ground, all), (faults) =>
      Effect.map(
        Effect.forEach(faults.keys(), (key) => settled(ground, key)),
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
  if (key(doc) !== row.key) return `is stored under a different key than its own, ${key(doc)}`
  return encode(doc) === row.text ? undefined : "has a different text than this program would write"
}

/** Folds over the documents that a check relates, a page at a time. */
const broken = ({ find, owner }: Ground, { begin, related, wrong }: CrossCheck, doc: unknown, onOther: OnOther) =>
  Effect.gen(function* () {
    let state = begin(doc)
    for (const { add, asks, on, others, shop } of related)
      for (const value of asks(doc, owner)) {
        let query: Query | undefined = { where: [{ on, eq: value }], ...pageSize }
        while (query !== undefined) {
          const asked: Query = query
          const rows: ReadonlyArray<Row> = yield* find(others, asked, shop?.(doc))
          for (const row of rows) {
            onOther(row)
            const other = decoded(others, row)
            if (other !== undefined) state = add(state, other, value)
          }
          query = nextPage(others, asked, rows)
        }
      }
    return wrong(doc, state)
  })

const pageSize = { limit: 200, characters: 512 * 1024 }
