/**
 * What a restore makes of webhooks and real-time endpoints: they follow the key sets of now, which are not restored, and the list of
 * the types that are listened to follows the webhooks, with the marks of followers as they are.
 */
import { collections } from "@bottega/domain/areas"
import { anotherEnd, endOfKeys, instanceInShop, type KeySet } from "@bottega/domain/areas/keys"
import { type Hooks, hooksOf, type Webhook } from "@bottega/domain/areas/webhooks"
import type { Collection } from "@bottega/domain/contract"
import { type Guard, installation, type Stored, type Write } from "@bottega/storage"
import { Effect, Equal } from "effect"
import { addition, isAddition } from "../../engine/commit/few.ts"
import { upsert, writeOf } from "../../engine/decide/change.ts"
import { isOfApplications, type OfApplication } from "../application-end.ts"

const { hooks, keySets, webhooks } = collections

/** A document of a snapshot, and its text as stored. */
export interface Kept {
  readonly text: string
  readonly doc: unknown
}

/** The document with the end of its application's keys as it is now; the same if it has that already. */
export const following = (collection: Collection, kept: Kept, sets: ReadonlyArray<Stored<KeySet>>): Kept => {
  const doc = kept.doc as OfApplication
  const own = ownSets(doc, sets)
  const keysEnd = endOfKeys(own.map((set) => set.doc))
  if (own.length === 0 || keysEnd === doc.keysEnd) return kept
  const next = { ...doc, ...anotherEnd(keysEnd) }
  return { doc: next, text: collection.encode(next) }
}

/** The guards of key sets that the written documents follow: none of an application's changes, and it gets no other one. */
export const keySetGuards = (
  shop: string,
  writes: ReadonlyArray<Write>,
  sets: ReadonlyArray<Stored<KeySet>>
): ReadonlyArray<Guard> => {
  const made = writes.filter(({ collection, doc }) => doc !== undefined && isOfApplications(collection))
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
  for (const collection of new Set(writes.filter(isAddition).map((one) => one.collection)))
    more.push(writeOf(shop, yield* addition(shop, collection)))
  return more
})
