/**
 * Removes what the source has no more: documents that its lists, read whole, leave out. A document that another one names stays,
 * and so does a kind of which more than half would go, unless that was asked for.
 */
import { collections } from "@bottega/domain/areas"
import { stockMoves } from "@bottega/domain/areas/inventory"
import type { Collection, Key } from "@bottega/domain/contract"
import { docOf, pages, type Row, type Write } from "@bottega/storage"
import { Effect, Stream } from "effect"
import { timeKey } from "../../engine/ids.ts"
import { type Context, type Listed, rowsHaving, stored } from "./context.ts"
import { freeing } from "./orders/settled.ts"

/** Up to so many documents go without a question, whatever part of their kind they are. */
const alwaysRemoved = 20
/** The documents of a kind that one run removes at most; the next run goes on. */
const maxRemoved = 100_000

/** Removes the documents of every whole list that the list does not have, in the reverse order of their coming. */
export const removeAbsent = Effect.fnUntraced(function* (context: Context, isAllAllowed: boolean) {
  for (const listed of [...context.listed].reverse()) {
    const { absent, all } = yield* absentOf(context, listed)
    if (absent.length > alwaysRemoved && absent.length > all / 2 && !isAllAllowed) {
      const sentence = `The source lists ${all - absent.length} of ${all}. None of the others was removed; --remove removes them.`
      context.tallies.note(listed.kind, sentence)
      continue
    }
    yield* removed(context, listed, absent)
  }
})

const absentOf = Effect.fnUntraced(function* ({ shop, storage }: Context, { collection, keys }: Listed) {
  const absent: Array<Key> = []
  let all = 0
  yield* Stream.runForEach(
    pages((of, query) => storage.find(shop.id, of, query), collection),
    (rows) =>
      Effect.sync(() => {
        all += rows.length
        for (const { key } of rows) if (!keys.has(key) && absent.length < maxRemoved) absent.push(key)
      })
  )
  return { absent, all }
})

/** Removes documents, those that others of the list name after these others. */
const removed = Effect.fnUntraced(function* (context: Context, listed: Listed, absent: ReadonlyArray<Key>) {
  let left = absent
  for (let rounds = 0; left.length > 0 && rounds < maxRounds; rounds++) {
    const kept: Array<Key> = []
    for (const key of left) {
      if (listed.isGone !== undefined && !(yield* listed.isGone(key))) continue
      if (!(yield* removeOne(context, listed, key))) kept.push(key)
    }
    if (kept.length === left.length) break
    left = kept
  }
})
/** As many as a tree has levels. */
const maxRounds = 12

const removeOne = Effect.fnUntraced(function* (context: Context, { collection, kind }: Listed, key: Key) {
  const { keeper, shop, storage, tallies } = context
  const [row] = yield* rowsHaving(context, collection, "key", [key])
  if (row === undefined) return true
  for (const { by, collection: from, on } of referencesTo(collection)) {
    const value = by === "key" ? key : collection.lookups[by]!.of(docOf(collection, row))
    if (value === undefined) continue
    const where = [{ on, eq: value as Key }]
    if (
      (yield* storage.find(shop.id, from, { where, limit: 1 })).some((one) => from !== collection || one.key !== key)
    ) {
      tallies.note(kind, `${kind} that others still name were not removed.`)
      return false
    }
  }
  const write: Write = { shop: shop.id, collection, key, expect: row.version, doc: undefined, before: row }
  const done = yield* Effect.result(keeper.commit([write, ...(yield* besideOf(context, collection, row))]))
  if (done._tag === "Success") tallies.of(kind).removed++
  else if (done.failure._tag === "Unavailable") return yield* done.failure
  return done._tag === "Success"
})

/** The references of all collections to the documents of one, each with its collection. */
const referencesTo = (collection: Collection) =>
  (Object.values(collections) as ReadonlyArray<Collection>).flatMap((one) =>
    one.references.filter(({ to }) => to() === collection).map(({ by, on }) => ({ collection: one, by, on }))
  )

/** What goes, or changes, with a document in its commit. */
const besideOf = Effect.fnUntraced(function* (context: Context, collection: Collection, row: Row) {
  if (collection === collections.products) return yield* stockOf(context, Number(row.key))
  if (collection === collections.orders) return yield* couponOf(context, String(row.key))
  if (collection === collections.brands) return yield* positionOf(context, Number(row.key))
  if (collection === collections.listings) return yield* groupOf(context, row)
  return [] as ReadonlyArray<Write>
})

const stockOf = Effect.fnUntraced(function* (context: Context, uid: number) {
  const { inventory, ledger } = collections
  const had = yield* stored(context, inventory, uid)
  if (had === undefined) return []
  const { now, shop } = context
  const gone = { shop: shop.id, collection: inventory, key: uid, expect: had.row.version, before: had.row }
  const moves = stockMoves(had.doc, undefined)
  const id = yield* timeKey
  const doc = { id, reason: "product", key: null, orderID: null, ts: now, moves } as const
  const entry: Write = { shop: shop.id, collection: ledger, key: id, expect: 0, doc }
  return [{ ...gone, doc: undefined }, ...(moves.length === 0 ? [] : [entry])] as ReadonlyArray<Write>
})

/** A removed order frees its coupon, as its removal by a call does. */
const couponOf = Effect.fnUntraced(function* (context: Context, orderID: string) {
  const use = yield* stored(context, collections.couponUses, orderID)
  if (use === undefined) return []
  const coupon = yield* stored(context, collections.coupons, use.doc.uid)
  return freeing(context, orderID, { use: use.row, coupon })
})

const positionOf = Effect.fnUntraced(function* (context: Context, uid: number) {
  const { brandOrders } = collections
  const key = brandOrders.key({ uids: [] })
  const order = yield* stored(context, brandOrders, key)
  if (order === undefined) return []
  const doc = { uids: order.doc.uids.filter((one) => one !== uid) }
  const write = { shop: context.shop.id, collection: brandOrders, key, expect: order.row.version, before: order.row }
  return [{ ...write, doc }] as ReadonlyArray<Write>
})

/** The group of a removed listing stays, without the listing. */
const groupOf = Effect.fnUntraced(function* (context: Context, row: Row) {
  const { customerGroups, listings } = collections
  const group = yield* stored(context, customerGroups, docOf(listings, row).customers_group)
  if (group === undefined) return []
  const { key, version } = group.row
  const write = { shop: context.shop.id, collection: customerGroups, key, expect: version, before: group.row }
  return [{ ...write, doc: { ...group.doc, metadata: [] } }] as ReadonlyArray<Write>
})
