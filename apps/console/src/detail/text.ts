/** Values as texts that people read. */
import type { Part } from "../contract/operation.ts"

/** How numbers and times are written: the language, and the shop's currency and time zone. */
export interface Manner {
  readonly language: string
  readonly currency: string | undefined
  readonly timezone: string | undefined
  readonly yes: string
  readonly no: string
  /** The labels of values in the language, by the contract's. */
  readonly labels?: Readonly<Record<string, string>>
}

/** What is known of a value's kind. */
type Known = Pick<Part, "kind" | "labels" | "choices">

/** A value as a text; empty if there is none. */
export const textOf = (value: unknown, part: Known, manner: Manner): string => {
  if (value === null || value === undefined || value === "") return ""
  const label = part.labels?.[String(value)]
  if (label !== undefined) return manner.labels?.[label] ?? label
  if (part.kind === "flag") return Number(value) === 1 ? manner.yes : manner.no
  if (typeof value === "boolean") return value ? manner.yes : manner.no
  if (part.kind === "money" && isNumeric(value)) return moneyOf(Number(value), manner)
  if (part.kind === "percent" && isNumeric(value)) return percentOf(Number(value), manner)
  if (part.kind === "unix" && isTime(Number(value) * 1000)) return timeOf(new Date(Number(value) * 1000), manner)
  if (typeof value === "string") return isInstant(value) ? timeOf(new Date(value), manner) : value
  if (Array.isArray(value))
    return value
      .map((one) => textOf(one, unknown, manner))
      .filter((one) => one !== "")
      .join(", ")
  return typeof value === "object" ? JSON.stringify(value) : String(value)
}

const unknown: Known = { kind: "any" }

/** ISO 8601 with a time, whatever field it is in. */
const isInstant = (text: string): boolean => /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text) && !Number.isNaN(Date.parse(text))

/** Whether a calendar has the time, in milliseconds. An address can hold any number. */
const isTime = (ms: number): boolean => !Number.isNaN(new Date(ms).getTime())

const isNumeric = (value: unknown): boolean => value !== "" && Number.isFinite(Number(value))

const moneyOf = (amount: number, { currency, language }: Manner): string => {
  try {
    return new Intl.NumberFormat(language, { style: "currency", currency: currency ?? "EUR" }).format(amount)
  } catch {
    return `${amount.toFixed(2)} ${currency ?? ""}`
  }
}

const percentOf = (percent: number, { language }: Manner): string =>
  new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 4 }).format(percent / 100)

const timeOf = (date: Date, { language, timezone }: Manner): string => formatOf(language, timezone, "time").format(date)

/** The day of an instant in unix seconds. */
export const dayOf = (at: number, { language, timezone }: Manner): string =>
  formatOf(language, timezone, "day").format(at * 1000)

const formats = new Map<string, Intl.DateTimeFormat>()
const styles = { time: { dateStyle: "medium", timeStyle: "short" }, day: { dateStyle: "medium" } } as const
const formatOf = (language: string, timeZone: string | undefined, what: keyof typeof styles): Intl.DateTimeFormat => {
  const name = `${what} ${language} ${timeZone}`
  const style = styles[what]
  let format = formats.get(name)
  if (format === undefined) {
    try {
      format = new Intl.DateTimeFormat(language, timeZone === undefined ? style : { ...style, timeZone })
    } catch {
      format = new Intl.DateTimeFormat(language, style)
    }
    formats.set(name, format)
  }
  return format
}
