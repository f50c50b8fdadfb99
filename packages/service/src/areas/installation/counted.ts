/** Counts documents in few, short reads. */
import { type Collection, maxCounted } from "@bottega/domain/contract"
import type { Test, Unavailable } from "@bottega/storage"
import { Effect } from "effect"
import type { Find } from "../../engine/decide/session.ts"

/**
 * How many documents pass a test, counted up to {@link maxCounted}. It finds one decimal digit after the other, and reads the text of
 * one document at each place that it looks at, so it costs at most {@link maxReads} reads however many and however large the documents
 * are. The reads for a digit are made together, so that counting waits for the store at most four times.
 */
export const counted = <Doc, Name extends string>(
  find: Find,
  collection: Collection<Doc, Name>,
  where: ReadonlyArray<Test<NoInfer<Name>>>
): Effect.Effect<number, Unavailable> =>
  Effect.gen(function* () {
    const has = (count: number) =>
      Effect.map(find(collection, { where, sort: { by: "key" }, skip: count - 1, limit: 1 }), (rows) => rows.length > 0)
    /** How many of these counts are reached. */
    const held = (counts: ReadonlyArray<number>) =>
      Effect.map(Effect.forEach(counts, has, { concurrency: "unbounded" }), (found) => found.filter(Boolean).length)
    const digits = yield* held(powers)
    let step = digits === 0 ? 0 : powers[digits - 1]!
    let count = step
    for (; step >= 1 && count < maxCounted; step /= 10) {
      const from = count
      count += step * (yield* held(nine.map((digit) => from + digit * step)))
    }
    return Math.min(count, maxCounted)
  })

/** The first count of each number of digits, up to the bound. */
const powers = [1, 10, 100, maxCounted]
const nine = [1, 2, 3, 4, 5, 6, 7, 8, 9]

/** The reads of a count with three digits, the largest number there is. */
export const maxReads = powers.length + 3 * nine.length
