/**
 * Reads values as people write them: a time as a date, as a distance from now or as a day's name, and a value of a
 * table by its label (`sent` for the status 3). The API takes numbers.
 */
import { instantOf } from "@bottega/domain/contract"
import type { Flag } from "./flags.ts"
import { Usage } from "./usage.ts"

/** What a time may depend on: the instant of the call in milliseconds, and the shop's time zone, which is read once. */
export interface Moment {
  readonly now: number
  readonly zone: () => Promise<string>
}

/** The parameters with times and labels converted for the API; refuses texts that are neither. */
export const spoken = async (
  flags: ReadonlyArray<Flag>,
  parameters: Readonly<Record<string, unknown>>,
  moment: Moment
): Promise<Readonly<Record<string, unknown>>> => {
  const all = { ...parameters }
  for (const flag of flags) {
    const value = all[flag.name]
    if (typeof value !== "string" || value.trim() === "") continue
    if (flag.time !== undefined) all[flag.name] = await timeOf(flag, value.trim(), moment)
    else if (flag.labels !== undefined) all[flag.name] = meantBy(flag, flag.labels, value.trim())
  }
  return all
}

/** The value of a text: the value itself, its label, or a word that only one label contains. */
const meantBy = ({ name, values }: Flag, labels: NonNullable<Flag["labels"]>, text: string): string => {
  if (/^-?\d+$/.test(text)) return text
  const wanted = plain(text)
  const all = values.map((value) => [value, plain(labels[value] ?? "")] as const)
  const whole = all.filter(([, label]) => label === wanted)
  const found = whole.length > 0 ? whole : all.filter(([, label]) => label.split(" ").includes(wanted))
  if (found.length === 1) return found[0]![0]
  throw new Usage(`--${name} must be one of ${values.map((value) => `${value} (${labels[value]})`).join(", ")}.`)
}

const plain = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, " ")

const timeOf = async ({ name, time }: Flag, text: string, moment: Moment): Promise<string> => {
  if (time === "unix" && /^-?\d+$/.test(text)) return text
  const seconds = await secondsOf(text, moment)
  if (seconds === undefined) throw new Usage(`--${name} must be ${timeSentence}, not ${JSON.stringify(text)}.`)
  return time === "unix" ? String(seconds) : new Date(seconds * 1000).toISOString()
}

/** The accepted forms of a time, for help and refusals. */
export const timeSentence =
  "a time: 2026-11-22, '2026-11-22 18:30' or 2026-11-22T18:30:00+01:00, -2h, +30d, now, today, yesterday, or unix seconds"

const secondsOf = async (text: string, { now, zone }: Moment): Promise<number | undefined> => {
  const second = Math.floor(now / 1000)
  if (text === "now") return second
  const [, sign, count, unit] = /^([+-])(\d{1,9})([smhdw])$/.exec(text) ?? []
  if (unit !== undefined) return second + (sign === "-" ? -1 : 1) * Number(count) * unitSeconds[unit]!
  const days = daysFromToday[text]
  if (days !== undefined) return midnight(second, days, await zone())
  const [, date, time = "00:00:00", offset] = written.exec(text) ?? []
  if (date === undefined) return undefined
  const local = Date.parse(`${date}T${time.length === 5 ? `${time}:00` : time}Z`) / 1000
  // The platform accepts the 31st of every month.
  if (Number.isNaN(local) || !new Date(local * 1000).toISOString().startsWith(date)) return undefined
  return Math.floor(offset === undefined ? instantOf(local, await zone()) : local - offsetSeconds(offset))
}

const unitSeconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 }
const daysFromToday: Readonly<Record<string, number>> = { yesterday: -1, today: 0, tomorrow: 1 }
const written = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?) ?(Z|[+-]\d\d:?\d\d)?)?$/

const offsetSeconds = (offset: string): number => {
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)$/.exec(offset) ?? []
  return sign === undefined ? 0 : (sign === "-" ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60)
}

/** The first instant of a day in a zone, counted from the day that contains a second. */
const midnight = (second: number, days: number, zone: string): number => {
  const today = new Intl.DateTimeFormat("en-CA", { timeZone: zone, dateStyle: "short" }).format(second * 1000)
  return instantOf(Date.parse(`${today}T00:00:00Z`) / 1000 + days * 86_400, zone)
}
