/** The documents of a shop that a snapshot holds, read as of one instant. */
import { collections } from "@bottega/domain/areas"
import { snapshotBounds } from "@bottega/domain/areas/snapshots"
import type { Collection } from "@bottega/domain/contract"
import { type Adapter, installation, lengthOf, pages, type Row, type Unavailable } from "@bottega/storage"
import { Effect, Stream } from "effect"
import { allCollections } from "../../collections.ts"
import { records } from "../../engine/records.ts"

/**
 * Kept answers repeat what happened, erasures must not be undone, and a person who was removed must not sign in again. The list of types
 * that are listened to follows the webhooks, and has the marks of those who follow the shop now.
 */
const left: ReadonlyArray<Collection> = [records.answered, collections.erasures, collections.people, collections.hooks]

/** The collections of which a snapshot has the shop's documents, and those of the installation about it. */
export const snapshotCollections: ReadonlyArray<Collection> = [
  ...allCollections.filter((one) => one.owner === "shop" && !one.local && !left.includes(one)),
  records.clearings,
  collections.shops
]

/** The documents of a shop, by collection. */
export type Rows = ReadonlyMap<Collection, ReadonlyArray<Row>>

/** The owner of the documents of a collection of a shop. */
export const ownerIn = (shop: string, { owner }: Collection): string => (owner === "installation" ? installation : shop)

/** Why the documents of a shop cannot be read as of one instant. */
export const unread = {
  changing: "The shop is changing all the time; try again when no call changes it.",
  large: `The shop is too large for snapshots: it has more than ${snapshotBounds.documents} documents, or ${snapshotBounds.bytes} bytes of them.`
}

/** All documents of a shop as of one instant; a text says why they cannot be read. */
export const rowsAtOnce = Effect.fnUntraced(function* (storage: Adapter, shop: string) {
  for (let tries = 0; tries < maxTries; tries++) {
    const before = revisionOf(storage)
    const rows = yield* rowsOf(storage, shop)
    if (rows === undefined) return unread.large
    // What has changed since may be of another shop.
    if (before !== undefined && before === revisionOf(storage)) return rows
    const again = yield* rowsOf(storage, shop)
    if (again !== undefined && hasSame(rows, again)) return rows
  }
  return unread.changing
})

const maxTries = 5

/** Undefined if the shop is too large to be held. */
const rowsOf = (storage: Adapter, shop: string): Effect.Effect<Rows | undefined, Unavailable> =>
  Effect.suspend(() => {
    const room = { documents: snapshotBounds.documents, bytes: snapshotBounds.bytes }
    const read = (collection: Collection) =>
      Effect.map(all(storage, shop, collection, room), (rows) => [collection, rows] as const)
    // A database answers several at once.
    return Effect.map(Effect.forEach(snapshotCollections, read, { concurrency: 8 }), (found) =>
      hasRoom(room) ? new Map(found) : undefined
    )
  })

/** What may still be read. */
interface Room {
  documents: number
  bytes: number
}

const hasRoom = ({ bytes, documents }: Room): boolean => documents >= 0 && bytes >= 0

const all = (
  storage: Adapter,
  shop: string,
  collection: Collection,
  room: Room
): Effect.Effect<ReadonlyArray<Row>, Unavailable> => {
  const owner = ownerIn(shop, collection)
  const listing = {
    latest: true,
    ...(collection.shop === undefined ? {} : { where: [{ on: collection.shop, eq: shop }] })
  }
  const read = pages((one, query) => storage.find(owner, one, query), collection, listing)
  const rows: Array<Row> = []
  const kept = Stream.takeWhile(read, (page) => {
    room.documents -= page.length
    room.bytes -= page.reduce((sum, row) => sum + lengthOf(row), 0)
    if (!hasRoom(room)) return false
    for (const row of page) rows.push(row)
    return true
  })
  return Effect.as(Stream.runDrain(kept), rows)
}

const revisionOf = ({ revision }: Adapter): string | undefined =>
  revision && snapshotCollections.map((one) => revision(one)).join()

const hasSame = (rows: Rows, others: Rows): boolean =>
  snapshotCollections.every((one) => versionsOf(rows.get(one)!) === versionsOf(others.get(one)!))

const versionsOf = (rows: ReadonlyArray<Row>): string => rows.map(({ key, version }) => `${key} ${version}`).join()
