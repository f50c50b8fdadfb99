/** Handles calls on the attributes of variants: their values, images, galleries and translations. */
import { type areas, collections, events } from "@bottega/domain/areas"
import { type Product, tooManyPictures, withGallery } from "@bottega/domain/areas/products"
import {
  changedBetween,
  languageNames,
  type ShownVariant,
  type TranslatedValue,
  translationFrom,
  type VariantTranslations,
  type VariantValue,
  valueId
} from "@bottega/domain/areas/variants"
import { absence, done, type Finding, isServiceId, NotFound, overBounds, updated } from "@bottega/domain/contract"
import { docOf, itemsOf, pages, type Row, stored } from "@bottega/storage"
import { Effect, Stream } from "effect"
import { Encoded } from "../engine/answer/answer.ts"
import * as streamed from "../engine/answer/streamed.ts"
import { guard, replace, upsert } from "../engine/decide/change.ts"
import { pagesOf } from "../engine/decide/everything.ts"
import { existing } from "../engine/decide/existing.ts"
import type { Handlers } from "../engine/decide/handler.ts"
import { naming } from "../engine/decide/references.ts"
import { type Find, get, madeHaving, refuseIf, rows, Session } from "../engine/decide/session.ts"
import { productEvent } from "./product-events.ts"
import { addressing } from "./variants/addresses.ts"

const { images, products, variantTranslations, variantValues } = collections

export const handlers: Handlers<typeof areas.variants> = {
  list: Effect.fnUntraced(function* () {
    const session = yield* Session
    const found = yield* pagesOf(variantValues)
    const shown = itemsOf(Stream.mapEffect(found, valuesShown(session)))
    return Stream.map(
      Stream.groupAdjacentBy(shown, ({ key }) => key),
      ([key, values]) => encoded(key, values)
    )
  }),

  image: Effect.fnUntraced(function* ({ image_id, key, value }) {
    const session = yield* Session
    const id = valueId(key, value)
    const before = yield* existing(variantValues, id)
    const users = yield* countOf(session.find, id)
    if (users === 0) return yield* Effect.fail(absence(variantValues))
    const image = yield* naming(images, [{ key: image_id, at: ["image_id"] }])
    yield* refuseIf(session, image.findings)
    const changed = before.doc.image !== image_id
    return {
      answer: { ...done, nModified: changed ? users : 0 },
      writes: changed ? [replace(variantValues, before, { ...before.doc, image: image_id })] : [],
      guards: image.guards
    }
  }),

  gallery: Effect.fnUntraced(function* ({ sku, uid }) {
    const session = yield* Session
    const { doc } = yield* existing(products, uid)
    const { gallery } = yield* variantIn(doc, sku)
    const addressOf = yield* addressing(session)(gallery)
    return { uid, variant: { gallery: gallery.map(addressOf), sku } }
  }),

  setGallery: Effect.fnUntraced(function* ({ gallery, sku, uid }) {
    const session = yield* Session
    const before = yield* existing(products, uid)
    yield* variantIn(before.doc, sku)
    const product = withGallery(before.doc, sku, gallery, Math.floor(session.now / 1000))
    const named = yield* naming(images, picturesNamed(gallery))
    yield* refuseIf(session, [
      ...named.findings,
      ...overBounds(products, product, before.doc),
      ...tooManyPictures(product, before.doc)
    ])
    const { gallery: kept } = yield* variantIn(product, sku)
    const addressOf = yield* addressing(session)(kept)
    const changed = product !== before.doc
    return {
      answer: { inserted: { status: updated(changed), urls: kept.map(addressOf) } },
      writes: changed ? [replace(products, before, product)] : [],
      guards: named.guards,
      events: changed ? [yield* productEvent(events.productChanged, product)] : []
    }
  }),

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
    const session = yield* Session
    yield* known(given.variant)
    const sent = Object.entries(given.variantValueTranslations ?? {})
    const ids = sent.map(([value]) => valueId(given.variant, value))
    const found = new Map(yield* madeHaving(session.find, variantValues, "key", ids, (row) => [row.key, row] as const))
    const unknown = sent.filter((_, at) => !found.has(ids[at]!))
    const pictures = sent.flatMap(([value, { image }]) =>
      image !== undefined && isServiceId(image)
        ? [{ key: image, at: ["variantValueTranslations", value, "image"] }]
        : []
    )
    const named = yield* naming(images, pictures)
    yield* refuseIf(session, [...unknown.map(([value]) => noValue(value)), ...named.findings])
    const before = yield* get(variantTranslations, given.variant)
    const after = translationFrom(given)
    const changed = changedBetween(before?.doc, after)
    const values = sent.map(([value, { image }], at) => {
      const one = stored(variantValues, found.get(ids[at]!)!)
      return { value, one, image: image ?? one.doc.image }
    })
    const pictured = values.filter(({ image, one }) => image !== one.doc.image)
    const items = new Set([...changed.values, ...pictured.map(({ value }) => value)])
    return {
      answer: { itemsCount: 1 + sent.length, nModified: items.size + (changed.variant ? 1 : 0) },
      writes: [
        ...(changed.variant || changed.values.size > 0 ? [upsert(variantTranslations, before, after)] : []),
        ...pictured.map(({ image, one }) => replace(variantValues, one, { ...one.doc, image }))
      ],
      guards: [
        ...named.guards,
        ...values.filter(({ image, one }) => image === one.doc.image).map(({ one }) => guard(variantValues, one))
      ]
    }
  })
}

interface ShownValue {
  readonly key: string
  readonly value: string
  /** An address, or empty. */
  readonly img: string
}

/** Shows those of some values that a product still has. */
const valuesShown = (session: Session["Service"]) =>
  Effect.fnUntraced(function* (found: ReadonlyArray<Row>) {
    const used: Array<VariantValue> = []
    for (const row of found) {
      const users = yield* session.find(products, { where: [{ on: "value", eq: row.key }], limit: 1 })
      if (users.length > 0) used.push(docOf(variantValues, row))
    }
    const addressOf = yield* addressing(session)(used.map(({ image }) => image))
    return used.map(({ image, key, value }): ShownValue => ({ key, value, img: addressOf(image) }))
  })

/** An attribute as text. A value may be any text, including the name of a property that every object has. */
const encoded = (key: string, values: ReadonlyArray<ShownValue>): Encoded<ShownVariant> => {
  const members = values.map(({ img, value }) => `${JSON.stringify(value)}:${JSON.stringify({ value, img })}`)
  return new Encoded(`{"key":${JSON.stringify(key)},"values":{${members.join(",")}}}`)
}

/** The number of products that have a value. */
const countOf = (find: Find, id: string) =>
  Stream.runFold(
    pages(find, products, { where: [{ on: "value", eq: id }] }),
    () => 0,
    (count, some) => count + some.length
  )

const variantIn = ({ variants }: Product, sku: string) => {
  const variant = variants.find((one) => one.sku === sku)
  return variant === undefined
    ? Effect.fail(new NotFound({ message: "The product has no variant with this SKU." }))
    : Effect.succeed(variant)
}

const picturesNamed = (gallery: ReadonlyArray<string>) =>
  gallery.flatMap((key, index) => (isServiceId(key) ? [{ key, at: ["gallery", index] }] : []))

/** Refuses an attribute that no variant of the catalogue has. */
const known = Effect.fnUntraced(function* (variant: string) {
  const found = yield* rows(variantValues, { where: [{ on: "variant", eq: variant }], limit: 1 })
  if (found.length === 0) yield* Effect.fail(absence(variantTranslations))
})

const noValue = (value: string): Finding => ({
  at: ["variantValueTranslations", value],
  message: "is not a value of the variant"
})
