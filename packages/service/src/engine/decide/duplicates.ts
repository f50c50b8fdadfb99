/**
 * Finds the unique values of a call that other documents already have, so that no handler has to. A call that is refused
 * for another reason gets these findings in the same answer.
 */
import {
  Duplicate,
  type Key,
  merged,
  problemsOf,
  type Refusal,
  type UniqueValue,
  type Value
} from "@bottega/domain/contract"
import { docOf, type Stale, Taken, type Unavailable } from "@bottega/storage"
import { Effect } from "effect"
import { type Find, madeHaving, type Request } from "./session.ts"
import { isOpen } from "./together.ts"

type Failure = Refusal | Stale | Taken | Unavailable

/** Adds the duplicate values to the reason why a call failed. A `Taken` that none of them explains is kept as it is. */
export const withDuplicates = Effect.fnUntraced(function* (
  failure: Failure,
  wanted: ReadonlyArray<UniqueValue>,
  find: Find,
  spell: Request["spell"]
) {
  if (!(failure instanceof Taken) && !isOpen(failure)) return yield* Effect.fail(failure)
  const found = yield* duplicatesOf(wanted, find)
  if (found.length === 0) return yield* Effect.fail(failure)
  const { collection, doc, on } = found[0]!
  const findings = found.map(({ at, collection, on }) => ({ at, message: collection.duplicates[on]!.detail }))
  const said = { message: collection.duplicates[on]!.sentence(doc as never), ...problemsOf(findings, spell) }
  const duplicate = new Duplicate(said)
  return yield* Effect.fail(failure instanceof Taken ? duplicate : merged(failure, duplicate))
})

/** The values that other documents already have. */
const duplicatesOf = Effect.fnUntraced(function* (wanted: ReadonlyArray<UniqueValue>, find: Find) {
  const found: Array<UniqueValue> = []
  for (const some of groups(wanted)) {
    const { collection, on } = some[0]!
    const holders = new Map<Value, Key>()
    yield* madeHaving(find, collection, on, some.flatMap(valuesOf), (row) => {
      for (const value of values(collection.lookups[on]!.of(docOf(collection, row)))) holders.set(value, row.key)
    })
    found.push(
      ...some.filter((one) => valuesOf(one).some((value) => holders.has(value) && holders.get(value) !== one.own))
    )
  }
  return found
})

/** Groups the values by lookup, so that each lookup is queried once. */
const groups = (wanted: ReadonlyArray<UniqueValue>): Iterable<ReadonlyArray<UniqueValue>> =>
  Map.groupBy(wanted, ({ collection, on }) => `${collection.name} ${on}`).values()

const valuesOf = ({ collection, doc, on }: UniqueValue): ReadonlyArray<Value> => values(collection.lookups[on]!.of(doc))

const values = (of: Value | undefined | ReadonlyArray<Value>): ReadonlyArray<Value> =>
  of === undefined ? [] : typeof of === "object" ? of : [of]
