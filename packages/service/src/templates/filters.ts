/** The filters that a template may use: some of Liquid's own, and those that show amounts and times as a locale does. */
import { type FilterImplOptions, filters as liquids } from "liquidjs"
import type { Fill } from "./limits.ts"

/** Filters of Liquid that change texts and numbers in time that grows with their size. */
const plain = [
  ...["append", "prepend", "capitalize", "upcase", "downcase", "strip", "lstrip", "rstrip", "slice", "size"],
  ...["replace", "replace_first", "remove", "remove_first", "truncate", "truncatewords", "default", "url_encode"],
  ...["first", "last", "join", "plus", "minus", "times", "divided_by", "modulo", "round", "ceil", "floor", "abs"],
  ...["at_least", "at_most"]
] as const

/** The styles of the filter `date`. */
const styles: Readonly<Record<string, Intl.DateTimeFormatOptions>> = {
  short: { dateStyle: "short" },
  medium: { dateStyle: "medium" },
  long: { dateStyle: "long" },
  full: { dateStyle: "full" },
  time: { timeStyle: "short" }
}

/** All filters by their names, for a text in a locale. */
export const filtersFor = ({ currency, locale, timezone }: Pick<Fill, "currency" | "locale" | "timezone">) => {
  const tag = languageTag(locale)
  const money = moneyIn(currency, tag)
  const date = dateIn(timezone, tag)
  const filters: Record<string, FilterImplOptions> = Object.assign(Object.create(null), {
    money: (value: unknown) => (isUnset(value) ? "" : money(numberFrom(value))),
    date: (value: unknown, style: unknown = "long") => (isUnset(value) ? "" : date(value, style)),
    // Everything is escaped already; this one is for those who say so.
    escape: { handler: (value: unknown) => escapeHtml(printed(value)), raw: true }
  })
  for (const name of plain) filters[name] = liquids[name]!
  return filters
}

/** A text as HTML shows it, also within a quoted attribute. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** A value as Liquid prints it; throws for an object. */
export const printed = (value: unknown): string => {
  if (isUnset(value)) return ""
  if (Array.isArray(value)) return value.map(printed).join("")
  if (typeof value === "object" || typeof value === "function")
    throw new Error("an object cannot be shown: name one of its fields")
  return String(value)
}

const isUnset = (value: unknown): boolean => value === undefined || value === null

const languageTag = (locale: string): string => {
  const tag = locale.replace("_", "-")
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? "en-US"
  } catch {
    return "en-US"
  }
}

const numberFrom = (value: unknown): number => {
  const number = typeof value === "number" ? value : Number(printed(value) || Number.NaN)
  if (!Number.isFinite(number)) throw new Error("the filter money takes a number")
  return number
}

/** Formats are kept, because making one takes longer than using it a hundred times. */
const moneyIn = (currency: string, tag: string): ((amount: number) => string) => {
  let format: Intl.NumberFormat | undefined
  return (amount) => {
    try {
      return (format ??= new Intl.NumberFormat(tag, { style: "currency", currency })).format(amount)
    } catch {
      // An imported order may name any currency.
      return `${amount} ${currency}`
    }
  }
}

const dateIn = (timeZone: string, tag: string): ((value: unknown, style: unknown) => string) => {
  const formats = new Map<unknown, Intl.DateTimeFormat>()
  return (value, style) => {
    const time = Date.parse(printed(value))
    if (Number.isNaN(time)) throw new Error("the filter date takes a time such as order.date")
    const options = typeof style === "string" && Object.hasOwn(styles, style) ? styles[style] : undefined
    if (options === undefined) throw new Error(`the filter date takes one of ${Object.keys(styles).join(", ")}`)
    const format = formats.get(style) ?? new Intl.DateTimeFormat(tag, { ...options, timeZone })
    formats.set(style, format)
    return format.format(time)
  }
}
