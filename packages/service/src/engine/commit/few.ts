/**
 * Bounds the kinds of documents of which a shop has few: a collection declares the maximum by `maxDocuments`. What was stored
 * before stays. See docs/decisions/0448.
 */
import { type Collection, Conflict } from "@bottega/domain/contract"
import { type Adapter, get, Storage, stored, type Unavailable } from "@bottega/storage"
import { Effect } from "effect"
import { absent, type GuardDraft, guard, upsert, type WriteDraft } from "../decide/change.ts"
import type { Find } from "../decide/session.ts"
import { records } from "../records.ts"

/** Guards that no document is added to a collection that declares a maximum; for a change of all that a query found in it. */
export const unadded = (find: Find, collection: Collection, shop: string): Effect.Effect<GuardDraft, Unavailable> =>
  Effect.map(find(records.additions, { where: [{ on: "key", eq: collection.name }], limit: 1 }), ([row]) =>
    row === undefined
      ? absent(records.additions, "key", collection.name, shop)
      : guard(records.additions, stored(records.additions, row), shop)
  )

/** Whether a write adds a document to a collection that declares a maximum. */
export const isAddition = ({ collection, doc, expect }: WriteDraft): boolean =>
  collection.maxDocuments !== undefined && doc !== undefined && expect === 0

/** The write by which two commits that add to a collection conflict. */
export const addition = (shop: string, collection: Collection): Effect.Effect<WriteDraft, Unavailable, Storage> =>
  Effect.map(get(shop, records.additions, collection.name, { latest: true }), (before) =>
    upsert(records.additions, before, { collection: collection.name }, shop)
  )

/** Refuses additions to a full collection of a shop; returns the writes by which two calls that add to it conflict. */
export const additions = Effect.fnUntraced(function* (
  storage: Adapter,
  ownShop: string,
  added: ReadonlyArray<WriteDraft>
): Effect.fn.Return<ReadonlyArray<WriteDraft>, Conflict | Unavailable> {
  const made: Array<WriteDraft> = []
  const placesOf = Map.groupBy(added, ({ collection, shop = ownShop }) => `${collection.name}/${shop}`)
  for (const { 0: first, length } of placesOf.values()) {
    const { collection, shop: of = ownShop } = first!
    const place = { sort: { by: "key" }, skip: collection.maxDocuments! - length, limit: 1, latest: true } as const
    if ((yield* storage.find(of, collection, place)).length > 0)
      return yield* new Conflict({
        message: `The shop has no room for another ${collection.noun}: the maximum is ${collection.maxDocuments}.`
      })
    made.push(yield* Effect.provideService(addition(of, collection), Storage, storage))
  }
  return made
})
