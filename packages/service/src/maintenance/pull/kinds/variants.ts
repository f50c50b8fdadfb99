/** Brings the images of the values that variants have, and the translations of both. */
import { collections } from "@bottega/domain/areas"
import { isServiceId } from "@bottega/domain/contract"
import { Effect } from "effect"
import { bringList, type Context, detail, type Kind, rowsHaving, wholly } from "../context.ts"
import { fit, NotGiven } from "../failures.ts"
import type { Given } from "../given.ts"
import * as read from "../given.ts"

const { images, variantTranslations, variantValues } = collections

export const variants: Kind = Effect.fnUntraced(function* (context) {
  const answer = yield* context.source.value("/productvariants/list.json")
  const list = yield* fit(() => read.array(answer).map(read.object))
  const keys = new Set<number | string>()
  for (const one of list) {
    const name = yield* fit(() => read.text(one["key"], "a name"))
    yield* pictured(context, name, yield* fit(() => read.objectOrEmpty(one["values"])))
    const found = yield* Effect.result(detail(context, "/productvariants/variantTranslation.json", { variant: name }))
    if (found._tag === "Failure" && !(found.failure instanceof NotGiven)) return yield* Effect.fail(found.failure)
    if (found._tag === "Failure") keys.add(name)
    else yield* translated(context, name, found.success, keys)
  }
  wholly(context, "translations", variantTranslations, keys)
})

/** Gives each stored value the image that the source shows. */
const pictured = Effect.fnUntraced(function* (context: Context, key: string, values: Given) {
  const given = Object.values(values).flatMap((one): ReadonlyArray<readonly [string, string]> => {
    const { img, value } = (one ?? {}) as Given
    if (typeof value !== "string" || typeof img !== "string") return []
    const image = context.imagesByAddress.get(img) ?? (/^https?:\/\/\S{1,2000}$/i.test(img) ? img : "")
    return [[JSON.stringify([key, value]), image]]
  })
  const there = new Set(
    (yield* rowsHaving(
      context,
      variantValues,
      "key",
      given.map(([id]) => id)
    )).map((row) => row.key)
  )
  const named = given.map(([, image]) => image).filter(isServiceId)
  const known = new Set((yield* rowsHaving(context, images, "key", named)).map((row) => row.key))
  const items = given
    .filter(([id]) => there.has(id))
    .map(([id, image]) => ({
      key: id,
      load: (before: typeof variantValues.schema.Type | undefined) =>
        Effect.succeed({ ...before!, image: isServiceId(image) && !known.has(image) ? "" : image })
    }))
  yield* context.keeper.bring("values of variants", variantValues, items)
})

const translated = Effect.fnUntraced(function* (
  context: Context,
  name: string,
  given: Given,
  keys: Set<number | string>
) {
  const made = yield* Effect.result(fit(() => translationOf(name, given)))
  if (made._tag === "Failure") {
    keys.add(name)
    return context.tallies.refuse("translations", name, made.failure.why)
  }
  const doc = made.success
  const isEmpty = Object.keys(doc.translations).length === 0 && doc.values.length === 0
  if (isEmpty) return
  const item = () => ({ key: name, load: () => Effect.succeed(doc) })
  yield* bringList(context, { kind: "translations", collection: variantTranslations, given: [given], keys, item })
})

const translationOf = (variant: string, given: Given): typeof variantTranslations.schema.Type => {
  const values = read.arrayOrEmpty(given["variantValues"]).map((one) => {
    const value = read.object(one)
    return { value: read.text(value["label"], "a value"), translations: read.textRecord(value["translations"]) }
  })
  return {
    variant,
    translations: read.textRecord(read.objectOrEmpty(given["variant"])["translations"]),
    values: values.filter(({ translations }) => Object.keys(translations).length > 0)
  }
}
