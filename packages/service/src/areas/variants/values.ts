/**
 * Keeps a document for each value that variants have, so that listing them reads no product. A product's writes insert the
 * values that are new; values that no product has any more are left to the worker. See docs/decisions/0394.
 */
import { collections } from "@bottega/domain/areas"
import { type Product, variantValuesOf } from "@bottega/domain/areas/products"
import { stored } from "@bottega/storage"
import { Effect } from "effect"
import { guard, insert } from "../../engine/change.ts"
import { rowsHaving, Session } from "../../engine/session.ts"

const { variantValues } = collections

/** The writes and guards with which every value that a product has now, and did not have before, has its document. */
export const valuesKept = Effect.fnUntraced(function* (before: Product | undefined, after: Product) {
  const { find } = yield* Session
  const old = before === undefined ? new Map<string, unknown>() : variantValuesOf(before)
  const added = [...variantValuesOf(after).values()].filter(({ id }) => !old.has(id))
  const ids = added.map(({ id }) => id)
  const rows = yield* rowsHaving(find, variantValues, "key", ids)
  const known = new Set(rows.map(({ key }) => key))
  return {
    writes: added.filter(({ id }) => !known.has(id)).map((value) => insert(variantValues, value)),
    guards: rows.map((row) => guard(variantValues, stored(variantValues, row)))
  }
})
