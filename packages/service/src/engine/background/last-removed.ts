/**
 * Finds the last document that a sweep removes, as its collection declares: by age, by number, or by the first document of
 * another collection.
 */
import type { Collection, Removed, RetentionCounts, Value } from "@bottega/domain/contract"
import { Storage, type Unavailable } from "@bottega/storage"
import { Effect } from "effect"

/** What is kept: documents younger than an instant in milliseconds, and of those no more than so many. */
export interface Limits {
  readonly instant: number
  readonly counts: RetentionCounts
}

/** The value of `by` up to which documents of an owner are removed. */
export const lastRemoved = (
  owner: string,
  collection: Collection,
  { along, at, atMost }: Removed<string>,
  { counts, instant }: Limits
): Effect.Effect<Value, Unavailable, Storage> =>
  Effect.gen(function* () {
    const kept = atMost?.(counts)
    const extra = kept === undefined ? undefined : yield* keyBehind(owner, collection, kept)
    const first = along === undefined ? undefined : yield* firstKey(owner, along())
    return [at(instant), extra, first].reduce((last, one) => (one !== undefined && one > last! ? one : last))!
  })

/** The documents that one query passes over. */
const stride = 10_000

/** The key of the newest document behind the newest `count`; undefined if there are no more. */
const keyBehind = Effect.fnUntraced(function* (owner: string, collection: Collection, count: number) {
  const { find } = yield* Storage
  let after: { readonly value: Value; readonly key: Value } | undefined
  for (let left = count; ; left -= stride + 1) {
    const sort = { by: "key", descending: true } as const
    const place = after === undefined ? {} : { after }
    const [row] = yield* find(owner, collection, { sort, ...place, skip: Math.min(left, stride), limit: 1 })
    if (row === undefined || left <= stride) return row?.key
    after = { value: row.key, key: row.key }
  }
})

const firstKey = (owner: string, collection: Collection) =>
  Storage.use(({ find }) => Effect.map(find(owner, collection, { sort: { by: "key" }, limit: 1 }), ([row]) => row?.key))
