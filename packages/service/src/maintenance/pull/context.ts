/** What every kind of a pull works with, and the two ways in which lists are brought. */

import type { Shop } from "@bottega/domain/areas/shops"
import type { Collection, Key } from "@bottega/domain/contract"
import { type Adapter, docOf, maxRows, type Row, type Storage, type Unavailable } from "@bottega/storage"
import { Effect } from "effect"
import type { Lane } from "../../slow/lane.ts"
import { detailBounds } from "./bounds.ts"
import { fit, isAbsent, NotGiven, type Stopped } from "./failures.ts"
import { array, type Given, object } from "./given.ts"
import type { Item } from "./item.ts"
import type { Keeper } from "./keeper.ts"
import type { Source } from "./source.ts"
import type { Tallies } from "./tally.ts"

/** What a caller may ask for that costs a call for each order. */
export const extras = ["timeline", "tracking"] as const
export type Extra = (typeof extras)[number]

/** The documents of a collection that the source has, to find those that it has no more. */
export interface Listed {
  readonly kind: string
  readonly collection: Collection
  readonly keys: Set<Key>
  /** Confirms that the source has no such document, where a list may have missed it. */
  readonly isGone?: (key: Key) => Effect.Effect<boolean, Stopped>
}

/** A pull of one shop. */
export interface Context {
  readonly source: Source
  readonly storage: Adapter
  readonly keeper: Keeper
  readonly tallies: Tallies
  readonly lane: Lane
  readonly shop: Shop
  readonly extras: ReadonlySet<Extra>
  /** The extras that the orders have which are stored already. */
  readonly storedExtras: ReadonlySet<Extra>
  /** Changes of orders since this second have not been brought; `undefined` at the first run. */
  readonly since: number | undefined
  /** Whether no run has ended yet. */
  readonly isFirst: boolean
  readonly now: number
  /** The ids of the images that are stored, by the addresses that the source gives them. */
  readonly imagesByAddress: Map<string, string>
  /** Lists that were read whole, in the order in which their documents were brought. */
  readonly listed: Array<Listed>
  readonly onProgress: (kind: string, done: number) => void
  /** Called when orders that changed could not be read, so that the next run asks for the same changes again. */
  readonly onMissed: () => void
}

/** Everything a kind can fail with. */
type PullFailure = NotGiven | Stopped | Unavailable

/** The work of one kind. */
export type Kind = (context: Context) => Effect.Effect<void, PullFailure, Storage>

/** A list of documents as an operation gives it, and how each becomes one to bring. */
export interface ListToBring<Doc> {
  readonly kind: string
  readonly collection: Collection<Doc>
  readonly given: ReadonlyArray<unknown>
  readonly item: (given: Given, index: number) => Item<Doc>
  /** The keys found so far, for a list that is read in pages. */
  readonly keys?: Set<Key>
}

/** Brings the documents of a list; one that cannot be read is refused, and a repeated one is brought once. */
export const bringList = Effect.fnUntraced(function* <Doc>(context: Context, list: ListToBring<Doc>) {
  const { keeper, onProgress, tallies } = context
  const { collection, given, item, keys = new Set(), kind } = list
  const tally = tallies.of(kind)
  const items: Array<Item<Doc>> = []
  for (const [index, one] of given.entries()) {
    const made = yield* Effect.result(fit(() => item(object(one), index)))
    tally.source++
    if (made._tag === "Failure") tallies.refuse(kind, `number ${index + 1} of the list`, made.failure.why)
    else if (keys.has(made.success.key)) tally.source--
    else if (keys.size >= (collection.maxDocuments ?? Number.POSITIVE_INFINITY))
      tallies.refuse(kind, String(made.success.key), `is more than the ${collection.maxDocuments} that a shop may have`)
    else {
      keys.add(made.success.key)
      items.push(made.success)
    }
  }
  for (let at = 0; at < items.length; at += shownEvery) {
    yield* keeper.bring(kind, collection, items.slice(at, at + shownEvery))
    onProgress(kind, Math.min(tally.source, keys.size))
  }
  return keys
})

const shownEvery = 200

/** Brings one page of a longer list; whether it held anything new. */
export const bringPage = Effect.fnUntraced(function* <Doc>(
  context: Context,
  list: ListToBring<Doc> & { readonly keys: Set<Key> }
) {
  const before = list.keys.size
  yield* bringList(context, list)
  return list.keys.size > before
})

/** Notes that a list was read whole, so that what it leaves out can be removed. */
export const wholly = (context: Context, kind: string, collection: Collection, keys: Set<Key>): void =>
  void context.listed.push({ kind, collection, keys })

/** Brings a list that the server gives in one answer, whole. */
export const bringWhole = Effect.fnUntraced(function* <Doc>(
  context: Context,
  { path, ...list }: Omit<ListToBring<Doc>, "given" | "keys"> & { readonly path: string }
) {
  const answer = yield* context.source.value(path)
  const keys = yield* bringList(context, { ...list, given: yield* fit(() => array(answer)) })
  wholly(context, list.kind, list.collection, keys)
})

/** The detail of a document, as an object. */
export const detail = (context: Context, path: string, query: Readonly<Record<string, string>>) =>
  Effect.flatMap(context.source.value(path, query, detailBounds), (value) => fit(() => object(value)))

/** Those of some values of a lookup, or keys, that documents of the shop have. */
export const rowsHaving = (
  { shop, storage }: Pick<Context, "shop" | "storage">,
  collection: Collection,
  on: string,
  values: ReadonlyArray<Key>
): Effect.Effect<ReadonlyArray<Row>, Unavailable> =>
  Effect.map(
    Effect.forEach(chunksOf([...new Set(values)]), (some) =>
      storage.find(shop.id, collection, { where: [{ on, in: some }], limit: maxRows, latest: true })
    ),
    (found) => found.flat()
  )

/** The document with a key. */
export const stored = <Doc>(
  context: Pick<Context, "shop" | "storage">,
  collection: Collection<Doc>,
  key: Key
): Effect.Effect<{ readonly row: Row; readonly doc: Doc } | undefined, Unavailable> =>
  Effect.map(rowsHaving(context, collection, "key", [key]), ([row]) =>
    row === undefined ? undefined : { row, doc: docOf(collection, row) }
  )

/** The keys among these that the shop has. */
export const present = <One extends Key>(
  context: Pick<Context, "shop" | "storage">,
  collection: Collection,
  keys: ReadonlyArray<One>
): Effect.Effect<ReadonlyArray<One>, Unavailable> =>
  Effect.map(rowsHaving(context, collection, "key", keys), (rows) => {
    const there = new Set(rows.map(({ key }) => key))
    return keys.filter((key) => there.has(key))
  })

/** As many values as one query asks for at most. */
const maxValues = 64
const chunksOf = <A>(all: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> =>
  Array.from({ length: Math.ceil(all.length / maxValues) }, (_, n) => all.slice(n * maxValues, (n + 1) * maxValues))

/**
 * A kind that the source may not have, which is noted. A kind that it has but does not give counts as refused, because its
 * documents are missing. Nothing is removed of either.
 */
export const optionally =
  (kind: string, work: Kind): Kind =>
  (context) =>
    Effect.catchIf(
      work(context),
      (failure): failure is NotGiven => failure instanceof NotGiven,
      (failure) =>
        Effect.sync(() => {
          if (isAbsent(failure)) context.tallies.note(kind, `The source does not return them: ${failure.why}.`)
          else context.tallies.refuse(kind, "list", failure.why)
        })
    )
