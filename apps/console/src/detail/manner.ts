/** How this person reads values of this shop. */
import { computed } from "@preact/signals"
import { shop } from "../call/session.ts"
import { labelNames } from "../words/names.ts"
import { language, words } from "../words/words.ts"
import { type Manner, textOf } from "./text.ts"

export const manner = computed(
  (): Manner => ({
    language: language.value,
    currency: shop.value?.currency,
    timezone: shop.value?.timezone,
    yes: words.value.yes,
    no: words.value.no,
    ...(language.value === "it" ? { labels: labelNames } : {})
  })
)

/** An amount in the shop's currency. */
export const money = (amount: number): string => textOf(amount, { kind: "money" }, manner.value)

/** A moment, in unix seconds or ISO 8601, in the shop's time zone. */
export const moment = (at: number | string): string =>
  textOf(typeof at === "number" ? at : Date.parse(at) / 1000, { kind: "unix" }, manner.value)
