/** Queries for documents by what only one document each can have. They need no plan. */
import type { Collection, Value } from "@bottega/domain/contract"
import type { Query } from "./storage.ts"

/** Keys, or values of a unique lookup, of which each is of one document at most. */
export interface Points {
  readonly on: string
  readonly values: ReadonlyArray<Value>
}

/** What a query asks for, where it asks for all documents of such values, by key, and for nothing else. */
export const pointsOf = (
  { lookups, unique }: Collection,
  { after, characters, limit, skip = 0, sort, where = [] }: Query
): Points | undefined => {
  const [test, another] = where
  if (test === undefined || another !== undefined || !("eq" in test || "in" in test)) return undefined
  if (after !== undefined || skip !== 0 || sort !== undefined) return undefined
  const values = "eq" in test ? [test.eq] : test.in
  if (limit < values.length || characters !== undefined) return undefined
  if (test.on === "key") return { on: "key", values }
  if (!unique.includes(test.on)) return undefined
  const type = lookups[test.on]!.type === "text" ? "string" : "number"
  // A value of another type is of no document, and a database might make it one that is.
  return { on: test.on, values: values.filter((value) => typeof value === type) }
}
