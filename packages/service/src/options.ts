/** Checks options before they are used: programs in plain JavaScript can give anything. */
import { daysRule, isDays } from "@bottega/domain/contract"
import { policies } from "@bottega/domain/throttle"
import { Result } from "effect"

/** What is wrong with a value, as sentences that begin with its name. */
export type Rule = (value: unknown, name: string) => ReadonlyArray<string>

/** A rule for each option. */
export type Rules<Options> = { readonly [Name in keyof Options]-?: Rule }

/** Fails with one `TypeError` that names all that is wrong: what the rules say, and `further` sentences. */
export const requireOptions = (options: object, rules: Record<string, Rule>, further: ReadonlyArray<string>): void => {
  const wrong = [...record(rules)(options, ""), ...further]
  if (wrong.length > 0) throw new TypeError(wrong.join(" "))
}

/** Accepts anything. */
export const anything: Rule = () => []

/** Accepts the values that pass a test; `why` ends the sentence about any other. */
export const value =
  (test: (value: unknown) => boolean, why: string): Rule =>
  (given, name) =>
    test(given) ? [] : [`${name} ${why}.`]

/** Accepts an object with these fields and no others. One that is undefined counts as missing. */
export const record =
  (rules: Readonly<Record<string, Rule>>, required: ReadonlyArray<string> = []): Rule =>
  (given, name) => {
    if (typeof given !== "object" || given === null || Array.isArray(given))
      return [`${name === "" ? "What is given" : name} must be an object.`]
    const found = new Map(Object.entries(given).filter(([, one]) => one !== undefined))
    const full = (field: string) => (name === "" ? field : `${name}.${field}`)
    return [
      ...required.filter((field) => !found.has(field)).map((field) => `${full(field)} is missing.`),
      ...[...found].flatMap(([field, one]) =>
        Object.hasOwn(rules, field) ? rules[field]!(one, full(field)) : [`${full(field)} is not an option.`]
      )
    ]
  }

/** Accepts any text. */
export const text = value((given) => typeof given === "string", "must be a text")
/** Accepts true and false. */
export const truth = value((given) => typeof given === "boolean", "must be true or false")
/** Accepts a function. */
export const callback = value((given) => typeof given === "function", "must be a function")

/** Accepts the texts that a reader accepts, such as that of a flag, and says of others what it says. */
export const read =
  (reader: (text: string) => Result.Result<unknown, string>): Rule =>
  (given, name) =>
    typeof given === "string"
      ? Result.match(reader(given), { onSuccess: () => [], onFailure: (why) => [`${name} ${why}.`] })
      : text(given, name)

/** Accepts one of a few values. */
export const oneOf = (...values: ReadonlyArray<unknown>): Rule =>
  value((given) => values.includes(given), `must be one of ${values.join(", ")}`)

/** Accepts whole numbers, both bounds included. */
export const whole = (min: number, max: number): Rule =>
  value(
    (given) => Number.isSafeInteger(given) && (given as number) >= min && (given as number) <= max,
    `must be a whole number from ${min} to ${max}`
  )

const days = value(isDays, daysRule)
/** How long documents are kept, by the rule of a server's flags. */
export const keep = record({ events: days, ledger: days, mail: days })

const isPolicy = (given: unknown): boolean => {
  const { kind, leak, limit, per, status, window } = (given ?? {}) as Readonly<Record<string, unknown>>
  const rate = Number(kind === "window" ? window : kind === "bucket" ? leak : 0)
  const counts = whole(1, 999_999_999_999)(limit, "").length === 0 && rate > 0 && rate < 1e9
  return counts && /^key set( and endpoint)?$/.test(String(per)) && (status === 429 || status === 509)
}
const policy = value(isPolicy, `must be a policy with numbers above 0, such as ${JSON.stringify(policies.account)}`)
const names = Object.keys(policies)
/** All policies, by their names. */
export const ownPolicies = record(Object.fromEntries(names.map((name) => [name, policy])), names)
