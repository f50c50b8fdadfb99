/**
 * Keeps a document for each value that variants have, so that listing them reads no product. A product's writes insert the
 * values that are new; values that no product has any more are left to the worker. See docs/decisions/0394.
 */
import { collections } from "@bottega/domain/areas"
import { type Product, variantValuesOf } from "@bottega/domain/areas/products"
import { Effect } from "effect"
import { insert } from "../../engine/decide/change.ts"
import { naming } from "../../engine/decide/references.ts"

const { variantValues } = collections

/** The writes and guards by which every value that a product gains has its document. */
export const valuesKept = Effect.fnUntraced(function* (before: Product | undefined, after: Product) {
  const old = before === undefined ? new Map<string, unknown>() : variantValuesOf(before)
  const added = [...variantValuesOf(after).values()].filter(({ id }) => !old.has(id))
  const { guards, rows } = yield* naming(
    variantValues,
    added.map(({ id }) => ({ key: id, at: [] }))
  )
  return { writes: added.filter(({ id }) => !rows.has(id)).map((value) => insert(variantValues, value)), guards }
})
