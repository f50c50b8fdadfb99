/** Times as a person types them, in the shop's time zone, and as the API takes them. */

/** The offset of a zone at an instant, in milliseconds. */
const offsetMs = (atMs: number, timeZone: string | undefined): number => {
  const format = new Intl.DateTimeFormat("en-GB", { ...(timeZone === undefined ? {} : { timeZone }), ...digits })
  const part = Object.fromEntries(format.formatToParts(atMs).map(({ type, value }) => [type, value]))
  return (
    Date.parse(`${part["year"]}-${part["month"]}-${part["day"]}T${part["hour"]}:${part["minute"]}:${part["second"]}Z`) -
    Math.floor(atMs / 1000) * 1000
  )
}
const two = "2-digit"
const digits = { year: "numeric", month: two, day: two, hour: two, minute: two, second: two, hourCycle: "h23" } as const

/** The instant of a local time `2026-11-22T18:30` in a zone, in unix seconds; undefined if the text is not a time. */
export const instantOf = (local: string, timeZone: string | undefined): number | undefined => {
  const asUtc = Date.parse(`${local}Z`)
  if (Number.isNaN(asUtc)) return undefined
  const guess = asUtc - offsetMs(asUtc, timeZone)
  // On the day when clocks change, the offset at the guess may be another one.
  return Math.floor((asUtc - offsetMs(guess, timeZone)) / 1000)
}

/** The local time of an instant in a zone, as the browser's input of a time takes it. */
export const localOf = (seconds: number, timeZone: string | undefined): string => {
  const ms = seconds * 1000
  if (!Number.isFinite(ms) || Math.abs(ms) > 8.64e15) return ""
  return new Date(ms + offsetMs(ms, timeZone)).toISOString().slice(0, 16)
}

/** Today in a zone, as the browser's input of a day takes it. */
export const todayIn = (timeZone: string | undefined): string => localOf(Date.now() / 1000, timeZone).slice(0, 10)
