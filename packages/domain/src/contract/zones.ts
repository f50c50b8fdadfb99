/** Instants as text in a shop's time zone, in the twoDigits styles that the API prints. */

/** Whether the platform knows a time zone by this name. */
export const isZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name })
    return /^[A-Za-z]/.test(name)
  } catch {
    return false
  }
}

/** `2015-12-17T18:19:54+0100`: orders, coupons and the timeline. */
export const orderStyle = (seconds: number, zone: string): string => printed(seconds, zone, "")
/** `2018-07-14T09:28:52+02:00`: customers and products. */
export const customerStyle = (seconds: number, zone: string): string => printed(seconds, zone, ":")

/** `2018-07-14T07:28:52Z`: what the operator reads, in UTC. */
export const utcStyle = (seconds: number): string => `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`

const printed = (seconds: number, zone: string, separator: string): string => {
  const offset = offsetAt(seconds, zone)
  const local = Math.floor(seconds) + offset * 60
  // These styles have four digits for the year, so that the same instant is printed in UTC.
  if (local > maxUnixSeconds && offset !== 0) return printed(seconds, "UTC", separator)
  const day = Math.floor(local / 86_400)
  const second = local - day * 86_400
  const minute = Math.floor(second / 60)
  const time = `${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}:${twoDigits(second % 60)}`
  const ahead = Math.abs(offset)
  return `${dateOf(day)}T${time}${offset < 0 ? "-" : "+"}${twoDigits(Math.floor(ahead / 60))}${separator}${twoDigits(ahead % 60)}`
}

/** The time that the clocks of a zone show at an instant, as the seconds that it would be in UTC. */
export const localOf = (seconds: number, zone: string): number => Math.floor(seconds) + offsetAt(seconds, zone) * 60

/**
 * The instant at which the clocks of a zone show a time, which is given as the seconds that it would be in UTC. A time that clocks
 * skip is the instant as long after the change.
 */
export const instantOf = (local: number, zone: string): number => {
  const about = local - offsetAt(local, zone) * 60
  return local - offsetAt(about, zone) * 60
}

/** The last second of the year 9999 in UTC; no resource has a later one. */
export const maxUnixSeconds = 253402300799

const pairs = Array.from({ length: 60 }, (_, n) => String(n).padStart(2, "0"))
const twoDigits = (n: number): string => pairs[n]!

/** A cache of days as text: days repeat, and a date takes five times as long to print as its time. */
const dates = new Map<number, string>()
const dateOf = (day: number): string => {
  let date = dates.get(day)
  if (date === undefined) {
    if (dates.size > 20_000) dates.clear()
    dates.set(day, (date = new Date(day * 86_400_000).toISOString().slice(0, 10)))
  }
  return date
}

/** A cache of offsets by zone and start of a quarter of an hour: no zone changes its offset within one. */
const offsetsByZone = new Map<string, Map<number, number>>()
const quarterSeconds = 900
const daySeconds = 86_400

/** Minutes that a zone is ahead of UTC. A day that begins and ends with the same offset has it all day. */
const offsetAt = (seconds: number, zone: string): number => {
  const midnight = Math.floor(seconds / daySeconds) * daySeconds
  const offset = cachedOffset(midnight, zone)
  return cachedOffset(midnight + daySeconds, zone) === offset
    ? offset
    : cachedOffset(Math.floor(seconds / quarterSeconds) * quarterSeconds, zone)
}

/** Cached, because the platform's formatter is slow. */
const cachedOffset = (seconds: number, zone: string): number => {
  let offsets = offsetsByZone.get(zone)
  if (offsets === undefined) offsetsByZone.set(zone, (offsets = new Map()))
  let offset = offsets.get(seconds)
  if (offset === undefined) {
    if (offsets.size > 20_000) offsets.clear()
    offsets.set(seconds, (offset = computeOffset(seconds, zone)))
  }
  return offset
}

/** The part of `Temporal` that is asked; Node has it from version 26 on, and TypeScript does not declare it yet. */
interface WithTemporal {
  readonly Temporal?: {
    readonly Instant: {
      readonly fromEpochMilliseconds: (milliseconds: number) => {
        readonly toZonedDateTimeISO: (zone: string) => { readonly offsetNanoseconds: number }
      }
    }
  }
}
const { Temporal: temporal } = globalThis as WithTemporal

/**
 * Asks `Temporal` where the platform has it: the first formatter of a process loads 10 MB of languages, which takes a thirtieth of a
 * second. A formatter knows names that `Temporal` does not, such as PST.
 */
const computeOffset = (seconds: number, zone: string): number => {
  try {
    const there = temporal?.Instant.fromEpochMilliseconds(seconds * 1000).toZonedDateTimeISO(zone)
    return there === undefined ? formattedOffset(seconds, zone) : Math.trunc(there.offsetNanoseconds / 6e10)
  } catch {
    return formattedOffset(seconds, zone)
  }
}

const formats = new Map<string, Intl.DateTimeFormat>()
/** Minutes that a zone is ahead of UTC at an instant, as a formatter prints them; exported for its test. */
export const formattedOffset = (seconds: number, zone: string): number => {
  let format = formats.get(zone)
  if (format === undefined)
    formats.set(zone, (format = new Intl.DateTimeFormat("en", { timeZone: zone, timeZoneName: "longOffset" })))
  const name = format.formatToParts(seconds * 1000).find(({ type }) => type === "timeZoneName")?.value ?? "GMT"
  const [, sign, hours = "0", minutes = "0"] = /([+-])(\d\d):(\d\d)/.exec(name) ?? []
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}
