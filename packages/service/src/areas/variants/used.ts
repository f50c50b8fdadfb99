/** The values that a product of the catalogue has. Documents of values that no product has stay until the worker removes them. */
import { collections } from "@bottega/domain/areas"
import type { VariantValue } from "@bottega/domain/areas/variants"
import { absence, type Key } from "@bottega/domain/contract"
import { allRows, docOf, type Row } from "@bottega/storage"
import { Effect, Option, Stream } from "effect"
import { type Find, Session } from "../../engine/decide/session.ts"
import { addressing } from "./addresses.ts"

const { products, variantTranslations, variantValues } = collections

/** Whether a product has a value. */
export const isUsed = (find: Find, id: Key) =>
  Effect.map(find(products, { where: [{ on: "value", eq: id }], limit: 1 }), ({ length }) => length > 0)

/** Refuses an attribute that no variant of the catalogue has. */
export const known = Effect.fnUntraced(function* (variant: string) {
  const { find } = yield* Session
  const found = allRows(find, variantValues, { where: [{ on: "variant", eq: variant }] })
  const used = Stream.filter(
    Stream.mapEffect(found, ({ key }) => isUsed(find, key)),
    (is) => is
  )
  if (Option.isNone(yield* Stream.runHead(used))) yield* Effect.fail(absence(variantTranslations))
})

/** A value as callers see it. */
export interface ShownValue {
  readonly key: string
  readonly value: string
  /** An address, or empty. */
  readonly img: string
}

/** Shows those of some values that a product has. */
export const valuesShown = (session: Session["Service"]) =>
  Effect.fnUntraced(function* (found: ReadonlyArray<Row>) {
    const used: Array<VariantValue> = []
    for (const row of found) if (yield* isUsed(session.find, row.key)) used.push(docOf(variantValues, row))
    const addressOf = yield* addressing(session)(used.map(({ image }) => image))
    return used.map(({ image, key, value }): ShownValue => ({ key, value, img: addressOf(image) }))
  })
