/** Handles calls on the attributes of variants: their values, images, galleries and translations. */
import { type areas, collections, events } from "@bottega/domain/areas"
import { type Product, tooManyPictures, withGallery } from "@bottega/domain/areas/products"
import { type ShownVariant, valueId } from "@bottega/domain/areas/variants"
import { absence, done, isServiceId, NotFound, overBounds, updated } from "@bottega/domain/contract"
import { itemsOf, pages } from "@bottega/storage"
import { Effect, Stream } from "effect"
import { Encoded } from "../engine/answer/answer.ts"
import { replace } from "../engine/decide/change.ts"
import { pagesOf } from "../engine/decide/everything.ts"
import { existing } from "../engine/decide/existing.ts"
import type { Handlers } from "../engine/decide/handler.ts"
import { naming } from "../engine/decide/references.ts"
import { type Find, refuseIf, Session } from "../engine/decide/session.ts"
import { productEvent } from "./product-events.ts"
import { addressing, recognizing } from "./variants/addresses.ts"
import { translationHandlers } from "./variants/translations.ts"
import { type ShownValue, valuesShown } from "./variants/used.ts"

const { images, products, variantValues } = collections

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

  setGallery: Effect.fnUntraced(function* ({ gallery: sent, sku, uid }) {
    const session = yield* Session
    const before = yield* existing(products, uid)
    const variant = yield* variantIn(before.doc, sku)
    const recognized = (yield* recognizing(session)(sent))([...variant.gallery, ...sent])
    const gallery = sent.map(recognized)
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

  ...translationHandlers
}

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
