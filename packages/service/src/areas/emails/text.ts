/** What a message says: the text of its mail, filled with what it is about. */
import {
  languageOf,
  type MailShop,
  type MessageAbout,
  type MessageType,
  variablesOf
} from "@bottega/domain/areas/emails"
import { type Find, Storage, type Unavailable } from "@bottega/storage"
import { Data, Effect } from "effect"
import { Slow } from "../../engine/decide/slow.ts"
import type { Fill, Wrong } from "../../templates/limits.ts"
import { type Template, templateOf } from "./template.ts"

/** The text of a mail cannot be filled with what the message is about. */
export class Unfillable extends Data.TaggedError("Unfillable")<{
  /** Why, as the end of a sentence. */
  readonly message: string
}> {}

/** What a message is about, and for whom it is. */
export interface Asked {
  readonly type: MessageType
  /** The locale of its reader; by default, that of the shop. */
  readonly locale?: string | undefined
  readonly about: MessageAbout
}

/** The text of a message; fails if its template cannot be filled, or if there is no room for the work. */
export const textOf = Effect.fnUntraced(function* (shop: MailShop & { readonly id: string }, asked: Asked) {
  const storage = yield* Storage
  const find: Find<Unavailable> = (collection, query) => storage.find(shop.id, collection, query)
  const template = yield* templateOf(find, asked.type, asked.locale, shop)
  // A text in another language shows amounts and days as that language does.
  const isOwn = asked.locale !== undefined && languageOf(asked.locale) === languageOf(template.locale)
  const outcome = yield* filledWith(template, shop, isOwn ? asked : { ...asked, locale: template.locale })
  if ("filled" in outcome) return outcome.filled
  return yield* Effect.fail(new Unfillable({ message: outcome.wrong.map(whyOf).join("; ") }))
})

/** The same for a given text. */
export const filledWith = Effect.fnUntraced(function* (
  { message, subject, text }: Pick<Template, "subject" | "message" | "text">,
  shop: MailShop,
  { about, locale = shop.locale, type }: Asked,
  isTrial = false
) {
  const variables = variablesOf(type, shop, about, locale)
  if (variables === undefined)
    return yield* Effect.fail(new Unfillable({ message: `the data that ${type} needs are missing` }))
  const currency = "order" in variables && about.order !== undefined ? about.order.currency : shop.currency
  const job: Fill = { subject, message, text, variables, locale, timezone: shop.timezone, currency, isTrial }
  const { run } = yield* Slow
  const { filling } = yield* Effect.promise(() => import("../../templates/kind.ts"))
  return yield* run(filling, job)
})

/** Why a template cannot be filled, as the end of a sentence about the part of it. */
export const reasonOf = ({ line, reason }: Wrong): string =>
  `cannot be filled${line === undefined ? "" : ` in line ${line}`}: ${reason}`

const whyOf = ({ in: part, line, reason }: Wrong): string =>
  `${reason} (${line === undefined ? "" : `line ${line} of `}the ${part})`
