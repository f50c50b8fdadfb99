/** Returns a shop to a snapshot: one commit of what differs. */
import { collections } from "@bottega/domain/areas"
import { isOver, type KeySet } from "@bottega/domain/areas/keys"
import { progressName } from "@bottega/domain/areas/orders"
import { hooksKey } from "@bottega/domain/areas/webhooks"
import { type Collection, Conflict, eventQueue, shopPrefix } from "@bottega/domain/contract"
import {
  all,
  bytes,
  get,
  installation,
  retryOnConflict,
  Storage,
  type Stored,
  type Taken,
  Unavailable,
  type Write
} from "@bottega/storage"
import { Clock, Effect, Stream } from "effect"
import { committed } from "../../engine/commit/notices.ts"
import { remove, writeOf } from "../../engine/decide/change.ts"
import { isOfApplications } from "../application-end.ts"
import { besides, following, type Kept, keySetGuards } from "./applications.ts"
import { guardsOf } from "./guarded.ts"
import { inOrder } from "./in-order.ts"
import { ownerIn, type Rows, rowsAtOnce, snapshotCollections } from "./scope.ts"

/** The documents of a snapshot by collection and key, as stored texts. */
type Texts = ReadonlyMap<Collection, ReadonlyMap<unknown, Kept>>

/** Restores; gives the refusal if it cannot be done, and whether there is no such snapshot. */
export const restored = Effect.fnUntraced(function* (shop: string, name: string) {
  const storage = yield* Storage
  let read: { readonly digest: string; readonly texts: Texts } | undefined
  const attempt = Effect.gen(function* () {
    const found = yield* get(shop, collections.snapshots, name, { latest: true })
    if (found === undefined) return "absent"
    const { digest } = found.doc
    // Another one may have replaced it since the last attempt: what only the former named is gone.
    if (read?.digest !== digest) read = { digest, texts: yield* textsOf(shop, digest) }
    const { texts } = read
    // Read before the webhooks: one that is added in between makes the commit stale.
    const list = yield* get(shop, collections.hooks, hooksKey, { latest: true })
    const rows = yield* rowsAtOnce(storage, shop)
    if (typeof rows === "string") return new Conflict({ message: rows })
    const sets = yield* all(installation, collections.keySets, { where: [{ on: "shop", eq: shop }], latest: true })
    const now = followed(texts, sets)
    const changes = inOrder(yield* differences(shop, rows, { texts: now, sets }))
    const after = now.get(collections.webhooks)?.values() ?? []
    const writes = [...changes, ...(yield* besides(shop, changes, { after, list })), ...(yield* ended(shop))]
    if (writes.length === 0) return undefined
    const guards = [...(yield* guardsOf(shop, rows, writes)), ...keySetGuards(shop, changes, sets)]
    const commit = yield* bytes.accounted(storage, writes, guards)
    yield* storage.commit(commit.writes, commit.guards)
    committed(storage, commit.writes)
    return undefined
  })
  return yield* retryOnConflict(Effect.catchTag(attempt, "Taken", (taken) => Effect.succeed(exchanged(taken))))
})

const exchanged = ({ collection, lookup }: Taken) =>
  new Conflict({
    message: `Documents of ${collection} have exchanged their ${lookup} since; change one of them first.`
  })

const removed = new Error("the bytes of the snapshot were removed while it was read")

const textsOf = Effect.fnUntraced(function* (shop: string, digest: string) {
  const found = new Map<Collection, Map<unknown, Kept>>()
  const byName = new Map(snapshotCollections.map((one) => [one.name, one]))
  const content = yield* bytes.find(shop, digest)
  if (content === undefined) return yield* new Unavailable({ reason: "unreachable", cause: removed })
  const lines = Stream.splitLines(Stream.decodeText(bytes.read(shop, content)))
  yield* Stream.runForEachArray(lines, (some) =>
    Effect.sync(() => {
      for (const line of some) {
        const [name, text] = JSON.parse(line) as [string, string]
        const collection = byName.get(name)
        // A collection of another version of the program.
        if (collection === undefined) continue
        const doc = collection.decode(text)
        const texts = found.get(collection) ?? new Map()
        found.set(collection, texts.set(collection.key(doc), { text, doc }))
      }
    })
  )
  return found as Texts
})

type KeySets = ReadonlyArray<Stored<KeySet>>

/** The documents of the snapshot, in which those that applications made follow the key sets of now. */
const followed = (texts: Texts, sets: KeySets): Texts =>
  new Map(
    Array.from(texts, ([collection, kept]) => [
      collection,
      isOfApplications(collection)
        ? new Map(Array.from(kept, ([key, one]) => [key, following(collection, one, sets)]))
        : kept
    ])
  )

/** The writes that make the documents those of the snapshot. */
const differences = Effect.fnUntraced(function* (
  shop: string,
  rows: Rows,
  { sets, texts }: { readonly texts: Texts; readonly sets: KeySets }
) {
  const writes: Array<Write> = []
  const over = yield* keySetsOver(sets)
  for (const collection of snapshotCollections) {
    const missing = new Map(texts.get(collection))
    const at = { shop: ownerIn(shop, collection), collection }
    for (const row of rows.get(collection)!) {
      const kept = missing.get(row.key)
      missing.delete(row.key)
      if (kept?.text === row.text) continue
      writes.push({ ...at, key: row.key, expect: row.version, before: row, doc: kept?.doc, text: kept?.text })
    }
    for (const [key, { doc, text }] of missing)
      if (collection !== collections.payments || !over.has((doc as { key_set: string }).key_set))
        writes.push({ ...at, key: key as Write["key"], expect: 0, doc, text })
  }
  return writes
})

/** The key sets whose payment authorization went with their last pair. */
const keySetsOver = (sets: KeySets) =>
  Effect.map(Clock.currentTimeMillis, (now) => {
    const over = sets.filter(({ doc }) => isOver(doc, Math.floor(now / 1000)))
    return new Set(over.map(({ doc }) => doc.id))
  })

/** The writes that end what waits to be sent. */
const ended = Effect.fnUntraced(function* (shop: string) {
  const prefix = shopPrefix(shop)
  const events = { where: [{ on: "key" as const, gte: prefix, lt: `${prefix}\uffff` }], latest: true }
  const ofShop = { where: [{ on: "shop" as const, eq: shop }], latest: true }
  const queues = [
    [eventQueue, events],
    [collections.mailQueue, ofShop],
    [collections.receivers, ofShop]
  ] as const
  const writes: Array<Write> = []
  for (const [collection, listing] of queues)
    for (const { row } of yield* all(installation, collection as Collection, listing)) {
      const { key, version: expect } = row
      writes.push({ shop: installation, collection, key, expect, before: row, doc: undefined })
    }
  // The sums of the orders are made again from those that are there now.
  const sums = yield* get(shop, collections.orderDaysProgress, progressName, { latest: true })
  if (sums !== undefined) writes.push(writeOf(shop, remove(collections.orderDaysProgress, sums)))
  return writes
})
