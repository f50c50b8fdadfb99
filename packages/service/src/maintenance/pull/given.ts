/**
 * Reads the values of a stranger's answers. Each reader takes what the specification allows, in the spellings that servers
 * differ in, and throws `Unfit` for anything else; so a wrong value costs its document and nothing more.
 */
import { isServiceId } from "@bottega/domain/contract"

/** A value that cannot be taken over, as the end of a sentence about its document. */
export class Unfit extends Error {}

/** An object of an answer. */
export type Given = Readonly<Record<string, unknown>>

/** The longest text, in characters; a document may have 2 MiB. */
const maxCharacters = 2 * 1024 * 1024
/** The highest uid, so that the numbers that follow it still have a place on the wire. */
const maxUid = 1e12
/** Amounts are below this. */
const maxAmount = 1e12

/** Names that no record may have. */
const forbidden = new Set(["__proto__", "constructor", "prototype"])

export const object = (value: unknown): Given => {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Given
  throw new Unfit("is not an object")
}

/** An object; empty for a missing one, and for an empty list, which some servers print for an empty object. */
export const objectOrEmpty = (value: unknown): Given =>
  value === undefined || value === null || (Array.isArray(value) && value.length === 0) ? {} : object(value)

export const array = (value: unknown): ReadonlyArray<unknown> => {
  if (Array.isArray(value)) return value
  throw new Unfit("is not a list")
}

/** A list; empty for a missing one. */
export const arrayOrEmpty = (value: unknown): ReadonlyArray<unknown> =>
  value === undefined || value === null ? [] : array(value)

/** A text; empty for a missing one. A number counts as its text. */
export const text = (value: unknown, name = "a text"): string => {
  if (value === undefined || value === null) return ""
  if (typeof value !== "string" && typeof value !== "number") throw new Unfit(`has ${name} that is not a text`)
  const read = String(value)
  if (read.length > maxCharacters) throw new Unfit(`has ${name} of more than ${maxCharacters} characters`)
  return read
}

export const texts = (value: unknown, name?: string): ReadonlyArray<string> =>
  arrayOrEmpty(value).map((one) => text(one, name))

/** Texts by their names. */
export const textRecord = (value: unknown, name?: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(objectOrEmpty(value)).map(([key, one]) => {
      if (forbidden.has(key)) throw new Unfit("has a name that no record may have")
      return [key, text(one, name)]
    })
  )

/** A number; a text with a number in it counts. */
export const number = (value: unknown, name = "a number"): number => {
  const read = typeof value === "string" && /^-?\d{1,15}(\.\d{1,40})?$/.test(value.trim()) ? Number(value) : value
  if (typeof read === "number" && Math.abs(read) < maxAmount) return read
  throw new Unfit(`has ${name} that is not a number below 10^12`)
}

export const numberOr = <Other>(value: unknown, other: Other, name?: string): number | Other =>
  value === undefined || value === null || value === "" ? other : number(value, name)

export const int = (value: unknown, name = "a number"): number => {
  const read = number(value, name)
  if (Number.isSafeInteger(read)) return read
  throw new Unfit(`has ${name} that is not a whole number`)
}

export const intOr = <Other>(value: unknown, other: Other, name?: string): number | Other =>
  value === undefined || value === null || value === "" ? other : int(value, name)

/** A number from 1 that identifies a document. */
export const uid = (value: unknown, name = "a uid"): number => {
  const read = int(value, name)
  if (read >= 1 && read <= maxUid) return read
  throw new Unfit(`has ${name} that is not a number from 1 to 10^12`)
}

export const flag = (value: unknown): 0 | 1 => (truth(value) ? 1 : 0)

/** Whether a value is true in one of the spellings of the wire. */
export const truth = (value: unknown): boolean =>
  value === true || value === 1 || (typeof value === "string" && /^(1|true)$/i.test(value.trim()))

export const serviceId = (value: unknown, name = "an id"): string => {
  const read = text(value, name).toLowerCase()
  if (isServiceId(read)) return read
  throw new Unfit(`has ${name} that is not 24 hex digits`)
}

export const serviceIdOrNull = (value: unknown, name?: string): string | null =>
  value === undefined || value === null || value === "" ? null : serviceId(value, name)

/** The unix seconds of a date of an answer, in either style: `2015-12-17T18:19:54+0100`, or with a colon. */
export const instant = (value: unknown, name = "a date"): number => {
  const read =
    typeof value === "number" ? value * 1000 : Date.parse(text(value, name).replace(/([+-]\d\d)(\d\d)$/, "$1:$2"))
  if (read >= 0 && read <= 253_402_300_799_000) return Math.floor(read / 1000)
  throw new Unfit(`has ${name} that is not a date from 1970 to 9999`)
}

export const instantOrNull = (value: unknown, name?: string): number | null =>
  value === undefined || value === null || value === "" ? null : instant(value, name)

/** A stranger's text as a report may show it: without control characters, and short. */
export const shown = (value: string, maxLength = 120): string => {
  const clean = value.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, "?")
  return clean.length > maxLength ? `${clean.slice(0, maxLength)}…` : clean
}
