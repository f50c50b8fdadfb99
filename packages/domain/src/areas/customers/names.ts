/** The rule of a customer's names: the full name is the first and the last together. All functions are pure. */
import type { Finding } from "../../contract/endpoint.ts"

/** The names of a customer as a caller sends them. */
export interface NameInput {
  readonly fullname?: string
  readonly first_name?: string
  readonly last_name?: string
}

/** The three names of a customer; the full name is always the other two together. */
export type Names = Required<NameInput>

/**
 * The names that a caller means: first and last name if both were sent, otherwise the full name, whose part before the
 * first space is the first name. Outer blanks are dropped.
 */
export const namesOf = (given: NameInput): Names => {
  const [first_name, last_name] = bothOf(given) ?? splitName(trimmed(given.fullname))
  return { fullname: last_name === "" ? first_name : `${first_name} ${last_name}`, first_name, last_name }
}

/**
 * The names after a change. The full name does not show where the first name ends, so if it is sent back, all three stay.
 */
export const namesAfter = (before: Names, given: NameInput): Names => {
  const names = namesOf(given)
  if (bothOf(given) !== undefined || names.fullname !== before.fullname) return names
  const { first_name, fullname, last_name } = before
  return { fullname, first_name, last_name }
}

/** First and last name, if both were sent. */
const bothOf = ({ first_name, last_name }: NameInput): readonly [first: string, last: string] | undefined => {
  const [first, last] = [trimmed(first_name), trimmed(last_name)]
  return first !== "" && last !== "" ? [first, last] : undefined
}

const trimmed = (text = ""): string => text.trim()

const splitName = (fullname: string): readonly [first: string, last: string] => {
  const end = fullname.search(/\s/)
  return end < 0 ? [fullname, ""] : [fullname.slice(0, end), fullname.slice(end).trim()]
}

/** Finds names that are missing: a full name is required, unless first and last name are both sent. */
export const nameFindings = (given: NameInput): ReadonlyArray<Finding> => {
  const isMissing = (name: keyof NameInput) => trimmed(given[name]) === ""
  if (!isMissing("fullname")) return []
  const missing = (["first_name", "last_name"] as const).filter(isMissing)
  if (missing.length === 2)
    return [
      {
        at: ["fullname"],
        without: [["first_name"], ["last_name"]],
        message: "is required unless first_name and last_name are both sent"
      }
    ]
  return missing.map((name) => ({
    at: [name],
    without: [["fullname"]],
    message: "is required if fullname is not sent"
  }))
}
