/**
 * What a restore makes of webhooks and real-time endpoints: they follow the key sets of now, which are not restored, and the list of
 * the types that are listened to follows the webhooks, with the marks of followers as they are.
 */
import { collections } from "@bottega/domain/areas"
import { endOfKeys, instanceInShop, type KeySet } from "@bottega/domain/areas/keys"
import { type Hooks, hooksOf, type Webhook } from "@bottega/domain/areas/webhooks"
import type { Collection } from "@bottega/domain/contract"
import { type Guard, get, installation, type Stored, type Write } from "@bottega/storage"
import { Effect, Equal } from "effect"
import { isAddition } from "../../engine/commit/few.ts"
import { upsert, writeOf } from "../../engine/decide/change.ts"
import { records } from "../../engine/records.ts"

const { hooks, keySets, realtimeCoupons, realtimeShippings, webhooks } = collections

/** The collections of documents that an application made, and that pause with its keys. */
const ofApplications: ReadonlyArray<Collection> = [webhooks, realtimeCoupons, realtimeShippings]

/** Whether a snapshot has the documents of a collection as they are, and not as a copy of the shop would: the shop stays the same. */
export const isKeptWhole = (collection: Collection): boolean => ofApplications.includes(collection)

/** A document of a snapshot, and its text as stored. */
export interface Kept {
  readonly text: string
  readonly doc: unknown
}

interface OfApplication {
  readonly instance: string
  readonly keysEnd: number | null
}

/** The document with the end of its application's keys as it is now; the same if it has that already. */
export const following = (collection: Collection, kept: Kept, sets: ReadonlyArray<Stored<KeySet>>): Kept => {
  if (!isKeptWhole(collection)) return kept
  const doc = kept.doc as OfApplication
  const own = ownSets(doc, sets)
  const keysEnd = endOfKeys(own.map((set) => set.doc))
  if (own.length === 0 || keysEnd === doc.keysEnd) return kept
  // What the operator said of an earlier end does not hold for this one.
  const next = { ...doc, keysEnd, resumed: null }
  return { doc: next, text: collection.encode(next) }
}

/** The guards of key sets that the written documents follow: none of an application's changes, and it gets no other one. */
export const keySetGuards = (
  shop: string,
  writes: ReadonlyArray<Write>,
  sets: ReadonlyArray<Stored<KeySet>>
): ReadonlyArray<Guard> => {
  const made = writes.filter(({ collection, doc }) => doc !== undefined && isKeptWhole(collection))
  const instances = new Set(made.map(({ doc }) => (doc as OfApplication).instance))
  return [...instances].flatMap((instance): ReadonlyArray<Guard> => {
    const own = ownSets({ instance }, sets)
    const of = { shop: installation, collection: keySets as unknown as Collection }
    const other = {
      ...of,
      on: "instance",
      eq: instanceInShop({ instance, shop }),
      except: own.map(({ row }) => row.key)
    }
    return [...own.map(({ row }) => ({ ...of, row })), other]
  })
}

const ownSets = ({ instance }: Pick<OfApplication, "instance">, sets: ReadonlyArray<Stored<KeySet>>) =>
  sets.filter(({ doc }) => doc.instance === instance)

/**
 * The writes that go with those of a restore: the list of types, as each commit that writes a webhook writes it, and that documents
 * were added, which calls guard that change all of an application.
 */
export const besides = Effect.fnUntraced(function* (
  shop: string,
  writes: ReadonlyArray<Write>,
  { after, list }: { readonly after: Iterable<Kept>; readonly list: Stored<Hooks> | undefined }
) {
  const more: Array<Write> = []
  const next: Hooks = { ...list?.doc, ...hooksOf(Array.from(after, ({ doc }) => doc as Webhook)) }
  if (writes.some(({ collection }) => collection === webhooks) || !Equal.equals(next.types, list?.doc.types ?? []))
    more.push(writeOf(shop, upsert(hooks, list, next)))
  for (const collection of new Set(writes.filter(isAddition).map((one) => one.collection.name))) {
    const before = yield* get(shop, records.additions, collection, { latest: true })
    more.push(writeOf(shop, upsert(records.additions, before, { collection })))
  }
  return more
})
