/** Handles calls on the translations of an attribute and of its values. */
import { type areas, collections } from "@bottega/domain/areas"
import {
  changedBetween,
  languageNames,
  type TranslatedValue,
  translationFrom,
  type VariantTranslations,
  valueId
} from "@bottega/domain/areas/variants"
import { type Finding, type Input, isServiceId } from "@bottega/domain/contract"
import { itemsOf, pages, stored } from "@bottega/storage"
import { Effect, Stream } from "effect"
import * as streamed from "../../engine/answer/streamed.ts"
import { guard, replace, upsert } from "../../engine/decide/change.ts"
import type { Handlers } from "../../engine/decide/handler.ts"
import { naming } from "../../engine/decide/references.ts"
import { get, madeHaving, refuseIf, Session } from "../../engine/decide/session.ts"
import { recognizing } from "./addresses.ts"
import { isUsed, known, valuesShown } from "./used.ts"

const { images, variantTranslations, variantValues } = collections

export const translationHandlers: Pick<Handlers<typeof areas.variants>, "translations" | "translate"> = {
  translations: Effect.fnUntraced(function* ({ variant }) {
    const session = yield* Session
    yield* known(variant)
    const kept = (yield* get(variantTranslations, variant))?.doc
    const translations = kept?.translations ?? {}
    const byValue = new Map(kept?.values.map(({ translations, value }) => [value, translations]))
    const found = pages(session.find, variantValues, { where: [{ on: "variant", eq: variant }] })
    const shown = Stream.map(
      itemsOf(Stream.mapEffect(found, valuesShown(session))),
      ({ img, value }): TranslatedValue => ({
        label: value,
        translations: byValue.get(value) ?? {},
        image: img === "" ? null : img
      })
    )
    const locales = [session.shop.locale, ...[translations, ...byValue.values()].flatMap(Object.keys)]
    return streamed.object<VariantTranslations>([
      ["variant", { label: variant, translations }],
      ["variantValues", streamed.list(shown)],
      ["locales", languageNames(locales)]
    ])
  }),

  translate: Effect.fnUntraced(function* (given) {
    yield* known(given.variant)
    const { guards, values } = yield* valuesSent(given)
    const before = yield* get(variantTranslations, given.variant)
    const after = translationFrom(given)
    const changed = changedBetween(before?.doc, after)
    const pictured = values.filter(({ image, one }) => image !== one.doc.image)
    const items = new Set([...changed.values, ...pictured.map(({ value }) => value)])
    return {
      answer: { itemsCount: 1 + values.length, nModified: items.size + (changed.variant ? 1 : 0) },
      writes: [
        ...(changed.variant || changed.values.size > 0 ? [upsert(variantTranslations, before, after)] : []),
        ...pictured.map(({ image, one }) => replace(variantValues, one, { ...one.doc, image }))
      ],
      guards: [
        ...guards,
        ...values.filter(({ image, one }) => image === one.doc.image).map(({ one }) => guard(variantValues, one))
      ]
    }
  })
}

/** The values that are sent, each with the image that it then has; refuses values that no product has, and unknown images. */
const valuesSent = Effect.fnUntraced(function* ({
  variant,
  variantValueTranslations = {}
}: Input<typeof areas.variants.endpoints.translate>) {
  const session = yield* Session
  const sent = Object.entries(variantValueTranslations).map(([value, { image }]) => ({
    value,
    image,
    id: valueId(variant, value)
  }))
  const ids = sent.map(({ id }) => id)
  const one = new Map(
    yield* madeHaving(session.find, variantValues, "key", ids, (row) => [row.key, stored(variantValues, row)] as const)
  )
  for (const id of [...one.keys()]) if (!(yield* isUsed(session.find, id))) one.delete(id)
  const recognized = yield* recognizing(session)(sent.flatMap(({ image }) => image ?? []))
  const pictures = new Map(
    sent.flatMap(({ id, image }) =>
      image === undefined ? [] : [[id, recognized([one.get(id)?.doc.image ?? ""])(image)] as const]
    )
  )
  const named = yield* naming(
    images,
    sent.flatMap(({ id, value }) => {
      const key = pictures.get(id)
      return key !== undefined && isServiceId(key) ? [{ key, at: ["variantValueTranslations", value, "image"] }] : []
    })
  )
  const unknown = sent.filter(({ id }) => !one.has(id))
  yield* refuseIf(session, [...unknown.map(({ value }) => noValue(value)), ...named.findings])
  return {
    guards: named.guards,
    values: sent.map(({ id, value }) => {
      const before = one.get(id)!
      return { value, one: before, image: pictures.get(id) ?? before.doc.image }
    })
  }
})

const noValue = (value: string): Finding => ({
  at: ["variantValueTranslations", value],
  message: "is not a value of the variant"
})
