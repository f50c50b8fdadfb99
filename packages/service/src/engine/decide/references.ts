/**
 * Keeps references valid, by the declarations of collections: a call that stores a reference guards its target, and a
 * removal leaves a tombstone, by which readers leave out the references that are not cleared yet. See
 * docs/decisions/0373.
 */
import { collections } from "@bottega/domain/areas"
import {
  type Collection,
  Conflict,
  type Finding,
  type Key,
  keysNamed,
  type Reference,
  tombstoneId,
  tombstones,
  type Value
} from "@bottega/domain/contract"
import { docOf, type Row, type Stored, stored, type Unavailable } from "@bottega/storage"
import { Effect } from "effect"
import { clearingOf, records } from "../records.ts"
import { absent, type GuardDraft, guard, insert, installation, remove } from "./change.ts"
import { conflictIf, type Find, madeHaving, Session } from "./session.ts"

/** A reference to a collection, with the collection whose documents have it. */
export interface Referrer {
  readonly from: Collection
  readonly reference: Reference<unknown, string>
}

/** Every reference to a collection. */
export const referrersOf = (to: Collection): ReadonlyArray<Referrer> =>
  Object.values<Collection>(collections).flatMap((from) =>
    from.references.filter((reference) => reference.to() === to).map((reference) => ({ from, reference }))
  )

/** A document that a parameter names. */
export interface Named {
  readonly key: Key
  readonly at: Finding["at"]
}

/**
 * Finds the documents that parameters name. Returns a finding for each that does not exist, and guards and rows for the others.
 * In a tree, a document exists as long as all its ancestors do, so they are guarded too.
 */
export const naming = Effect.fnUntraced(function* <Doc>(
  collection: Collection<Doc>,
  names: ReadonlyArray<Named>
): Effect.fn.Return<
  {
    readonly findings: ReadonlyArray<Finding>
    readonly guards: ReadonlyArray<GuardDraft>
    readonly rows: ReadonlyMap<Key, Row>
  },
  Unavailable,
  Session
> {
  const { find } = yield* Session
  const lineage = yield* lineageOf(
    find,
    collection,
    names.map(({ key }) => key)
  )
  return {
    findings: names.flatMap(({ at, key }) =>
      lineage.isRemoved(key) ? [{ at, message: `names no ${collection.noun} of the shop` }] : []
    ),
    guards: [...lineage.rows.values()].map((row) => guard(collection, stored(collection, row))),
    rows: lineage.rows
  }
})

/** The keys of documents that do not exist, or that are removed with one of their ancestors. */
export const removedOf = Effect.fnUntraced(function* (
  find: Find,
  collection: Collection,
  keys: Iterable<Key>
): Effect.fn.Return<ReadonlySet<Key>, Unavailable> {
  const { isRemoved } = yield* lineageOf(find, collection, keys)
  return new Set([...keys].filter(isRemoved))
})

/** A document and, in a tree, its ancestors, the nearest first; ends early if one of them does not exist. */
interface Lineage {
  readonly rows: ReadonlyMap<Key, Row>
  readonly isRemoved: (key: Key) => boolean
}

const lineageOf = Effect.fnUntraced(function* (
  find: Find,
  collection: Collection,
  keys: Iterable<Key>
): Effect.fn.Return<Lineage, Unavailable> {
  const up = collection.references.find(({ whenRemoved }) => whenRemoved === "removed")
  const rows = new Map<Key, Row>()
  const parents = new Map<Key, Key | undefined>()
  let level = [...new Set(keys)]
  while (level.length > 0) {
    for (const row of yield* madeHaving(find, collection, "key", level, (row) => row)) {
      rows.set(row.key, row)
      parents.set(row.key, up === undefined ? undefined : keysNamed(collection, up, docOf(collection, row))[0])
    }
    const above = level.flatMap((key) => parents.get(key) ?? [])
    level = [...new Set(above)].filter((key) => !rows.has(key))
  }
  const isRemoved = (key: Key): boolean => {
    let one: Key | undefined = key
    // A path of ancestors is never longer than the number of rows, unless a damaged store contains a circle.
    for (let steps = 0; one !== undefined && rows.has(one) && steps <= rows.size; steps++) one = parents.get(one)
    return one !== undefined
  }
  return { rows, isRemoved }
})

/**
 * The documents as readers see them: without their references to documents that were removed and not cleared yet. The
 * same objects where there are none, which takes one query.
 */
export const present = Effect.fnUntraced(function* <Doc>(
  find: Find,
  collection: Collection<Doc>,
  docs: ReadonlyArray<Doc>
): Effect.fn.Return<ReadonlyArray<Doc>, Unavailable> {
  const cleared = collection.references.filter(({ whenRemoved }) => typeof whenRemoved === "function")
  const named: Array<{ readonly reference: Reference<Doc, string>; readonly gone: Set<Value> }> = []
  const ids: Array<string> = []
  for (const reference of cleared) {
    const to = reference.to()
    const keys = new Set(docs.flatMap((doc) => keysNamed(collection, reference, doc)))
    for (const key of keys) ids.push(tombstoneId(to, key))
    // Asked before the tombstones: a branch whose clearing ends in between has a tombstone for each of its documents.
    named.push({ reference, gone: new Set(yield* removedWithAncestors(find, to, keys)) })
  }
  const dead = new Set(yield* madeHaving(find, tombstones, "key", ids, ({ key }) => key))
  let shown = docs
  for (const { gone, reference } of named) {
    const isGone = (key: Value) => gone.has(key) || dead.has(tombstoneId(reference.to(), key))
    if (gone.size > 0 || dead.size > 0) shown = shown.map((doc) => without(collection, reference, doc, isGone))
  }
  return shown
})

/** The keys of documents that are removed with an ancestor. Only a tree that is being cleared can have any. */
export const removedWithAncestors = Effect.fnUntraced(function* (
  find: Find,
  target: Collection,
  keys: ReadonlySet<Key>
): Effect.fn.Return<Iterable<Key>, Unavailable> {
  if (keys.size === 0 || target.references.every(({ whenRemoved }) => whenRemoved !== "removed")) return []
  const open = yield* find(tombstones, { where: [{ on: "open", eq: target.name }], limit: 1 })
  return open.length === 0 ? [] : yield* removedOf(find, target, keys)
})

const without = <Doc>(
  collection: Collection<Doc>,
  reference: Reference<Doc, string>,
  doc: Doc,
  isGone: (key: Value) => boolean
): Doc => {
  const { whenRemoved } = reference
  if (typeof whenRemoved !== "function") return doc
  return keysNamed(collection, reference, doc)
    .filter(isGone)
    .reduce((left, key) => whenRemoved(left, key), doc)
}

/**
 * Removes a document that others may name, however many: from this commit on nobody can name it, readers do not see the
 * references to it, and these are cleared in the background.
 */
export const removing = <Doc>(collection: Collection<Doc>, before: Stored<Doc>) =>
  Session.useSync(({ shop }) => ({
    writes: [remove(collection, before), ...buried(collection, before.row.key, shop.id)]
  }))

/** The maximum number of documents that a refused removal names. */
const maxUsers = 100

/** Removes a document that no other one names; refuses with those that do. `at` is the parameter that addresses it. */
export const removingUnused = Effect.fnUntraced(function* <Doc>(
  collection: Collection<Doc>,
  before: Stored<Doc>,
  at: Finding["at"]
) {
  const { find } = yield* Session
  const { key } = before.row
  const referrers = referrersOf(collection)
  const users = yield* usersOf(find, referrers, key)
  const findings = users.slice(0, maxUsers).map((user) => ({ at, message: `is used by the ${user}` }))
  const count = users.length > maxUsers ? `More than ${maxUsers} documents use` : "Other documents use"
  yield* conflictIf(Conflict, `${count} the ${collection.noun}, so it cannot be removed.`, findings)
  return {
    writes: [remove(collection, before)],
    guards: referrers.map(({ from, reference }) => absent(from, reference.on, key))
  }
})

/** The writes that mark a removed document, and ask for its references to be cleared. */
export const buried = (collection: Collection, key: Key, shop: string) => [
  insert(tombstones, { id: tombstoneId(collection, key), collection: collection.name, done: null }, shop),
  insert(records.clearings, clearingOf(shop, collection, key), installation)
]

/** Up to one more than {@link maxUsers} documents that name a key, as "brand 7". */
const usersOf = Effect.fnUntraced(function* (find: Find, referrers: ReadonlyArray<Referrer>, key: Key) {
  const users: Array<string> = []
  for (const { from, reference } of referrers) {
    const limit = maxUsers + 1 - users.length
    if (limit <= 0) break
    const rows = yield* find(from, { where: [{ on: reference.on, eq: key }], limit })
    users.push(...rows.map((row) => `${from.noun} ${row.key}`))
  }
  return users
})
