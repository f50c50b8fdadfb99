/** Recognises queries by keys or unique values, which need no plan. */
import type { Collection, Value } from "@bottega/domain/contract"
import type { Query } from "./storage.ts"

/** Keys, or values of a unique lookup, each of which belongs to at most one document. */
export interface Points {
  readonly on: string
  readonly values: ReadonlyArray<Value>
  /** The total of characters at which the result, which is sorted by key, ends. */
  readonly characters?: number | undefined
}

/** The keys or values of a query that asks for exactly those documents, sorted by key, and for nothing else. */
export const pointsOf = (
  { lookups, unique }: Collection,
  { after, characters, limit, skip = 0, sort, where = [] }: Query
): Points | undefined => {
  const [test, another] = where
  if (test === undefined || another !== undefined || !("eq" in test || "in" in test)) return undefined
  if (after !== undefined || skip !== 0 || sort !== undefined) return undefined
  const values = "eq" in test ? [test.eq] : test.in
  if (limit < values.length) return undefined
  if (test.on === "key") return { on: "key", values, characters }
  if (!unique.includes(test.on)) return undefined
  const type = lookups[test.on]!.type === "text" ? "string" : "number"
  // A value of another type matches no document, but a database might convert it to one that does.
  const isOfType = (value: Value): boolean => typeof value === type
  return { on: test.on, values: values.every(isOfType) ? values : values.filter(isOfType), characters }
}
