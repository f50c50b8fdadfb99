/**
 * The rules of a coupon: how a text sets one, and how they are shown. `usable.ts` applies them to a cart.
 */
import { Schema } from "effect"
import { bounded } from "../../contract/bounded.ts"
import type { Finding, PartialInput } from "../../contract/endpoint.ts"
import { shapeOf } from "../../contract/fields.ts"
import { Node } from "../../contract/form.ts"
import { readScalar } from "../../contract/grammar.ts"
import { readInt } from "../../contract/numbers.ts"
import { Problems } from "../../contract/problems.ts"
import { Email, Flag, Text } from "../../contract/values.ts"
import { countryByUid, stateOf } from "../countries/rules.ts"

/** The rules that can be set. */
export const RuleName = Schema.Literals([
  "remove_shipping",
  "one_use_for_email",
  "brand",
  "categories",
  "discount",
  "products",
  "tags",
  "users_email"
])
export type RuleName = typeof RuleName.Type

const Texts = Schema.Array(Text)
/** The maximum number of values of a rule, apart from that of its buyers. */
const maxValues = 1000
const Values = bounded(Texts, { max: maxValues, noun: "values", at: "rule_value" })
/** The bound of the buyers that a coupon names. */
export const buyerBound = { max: 5000, noun: "addresses", at: "rule_value" }
const shippingRules = { remove_shipping_country: Text, remove_shipping_state: Text, remove_shipping_ship: Text }
const shownOnceSet = {
  users_email: Schema.optionalKey(bounded(Texts, buyerBound)),
  one_use_for_email: Schema.optionalKey(Schema.Literal(1)),
  categories: Schema.optionalKey(Values),
  products: Schema.optionalKey(Values),
  discount: Schema.optionalKey(Flag)
}

/** Rules as stored: only those that are set, in the form in which they are shown. */
export const Rules = Schema.Struct({
  ...shownOnceSet,
  tags: Schema.optionalKey(Values),
  brand: Schema.optionalKey(Text),
  remove_shipping_country: Schema.optionalKey(Text),
  remove_shipping_state: Schema.optionalKey(Text),
  remove_shipping_ship: Schema.optionalKey(Text)
})
export type Rules = typeof Rules.Type

/** Rules as shown. Commas separate the places of a shipping rule. */
export const ShownRules = Schema.Struct({
  ...shippingRules,
  brand: Text.annotate({ description: "A brand's uid; the word NULL if the rule is not set." }),
  customattribute: Schema.Record(Schema.String, Text).annotate({
    description: "An empty text for each of the shop's custom attributes, by their ids."
  }),
  tags: Texts,
  ...shownOnceSet
})
export type ShownRules = typeof ShownRules.Type

/** What the detail shows of the brand of a coupon without that rule. */
const noBrand = "NULL"
/** The buyer of a coupon whose last named buyer was erased: it must not become a coupon for everybody. */
export const erasedBuyer = "erased"

/** Shows every rule, set or not, without `customattribute`, which depends on the shop alone. */
export const showRules = (rules: Rules): Omit<ShownRules, "customattribute"> => ({
  remove_shipping_country: "",
  remove_shipping_state: "",
  remove_shipping_ship: "",
  brand: noBrand,
  tags: [],
  ...rules
})

/** A rule's value as a caller sends it. */
export type RuleValue = string | ReadonlyArray<string>

/** Finds what is wrong with each member of a rule's value. An empty value is valid: it resets the rule. */
export const checkRule = (name: RuleName, value: PartialInput<RuleValue>): ReadonlyArray<Finding> => {
  const { max = maxValues, one = false, refuses } = kinds[name]
  const parts = partsOf(name, value)
  if (parts.length > max) return [{ at: [parameter], message: `must be at most ${max} values` }]
  return distinct(
    parts.flatMap(({ at, text }, index) => {
      const message = refuses(text) ?? (one && index > 0 ? "must be one value" : undefined)
      return message === undefined ? [] : [{ at, message }]
    })
  )
}

/**
 * Sets one of the rules to a value that {@link checkRule} accepts, or resets it with an empty value. Returns the same
 * object if nothing changes.
 */
export const setRule = (rules: Rules, name: RuleName, value: RuleValue): Rules => {
  const { clears, set, spelling = (part) => part } = kinds[name]
  const parts = [...new Set(partsOf(name, value).map(({ text }) => spelling(text)))]
  const given = parts.length === 0 ? {} : set(parts)
  if (clears.every((rule) => String(given[rule] ?? "") === String(rules[rule] ?? ""))) return rules
  const others = Object.entries(rules).filter(([rule]) => !clears.includes(rule as keyof Rules))
  return { ...Object.fromEntries(others), ...given }
}

/** What the uids of a rule's value name, as sentences call it; the other rules name nothing. */
export const targets: Partial<Readonly<Record<RuleName, "brand" | "category" | "product">>> = {
  brand: "brand",
  categories: "category",
  products: "product"
}

/** The uids of a value that {@link checkRule} accepts for a rule with targets, each once. */
export const targetUids = (name: RuleName, value: RuleValue): ReadonlyArray<number> => [
  ...new Set(partsOf(name, value).map(({ text }) => Number(text)))
]

/** Finds the members of such a value whose uid is among the absent ones. */
export const absentFindings = (
  name: RuleName,
  value: RuleValue,
  absent: ReadonlySet<number | string>
): ReadonlyArray<Finding> =>
  distinct(
    partsOf(name, value)
      .filter(({ text }) => absent.has(Number(text)))
      .map(({ at, text }) => ({ at, message: `names no ${targets[name]} of the shop: ${Number(text)}` }))
  )

/** Each finding once for each member: all parts of a text are one member. */
const distinct = (findings: ReadonlyArray<Finding>): ReadonlyArray<Finding> => [
  ...new Map(findings.map((finding) => [`${finding.at.join()} ${finding.message}`, finding])).values()
]

const parameter = "rule_value"
/** A part of a rule's value, and the path to the member that it was sent in. */
interface Part {
  readonly text: string
  readonly at: Finding["at"]
}
/** The parts of a value, without the word that shows an unset rule. */
const partsOf = (name: RuleName, value: PartialInput<RuleValue>): ReadonlyArray<Part> => {
  const parts =
    typeof value === "string"
      ? partsIn(value, [parameter])
      : value.flatMap((text = "", index) => partsIn(text, [parameter, index]))
  const { unset } = kinds[name]
  return unset === undefined ? parts : parts.filter(({ text }) => text.toUpperCase() !== unset)
}
const partsIn = (value: string, at: Finding["at"]): ReadonlyArray<Part> =>
  value
    .split(",")
    .map((part) => ({ text: part.trim(), at }))
    .filter(({ text }) => text !== "")

/** How a rule is set: `refuses` checks each part of its value, and `set` makes what is stored. */
interface Kind {
  readonly one?: boolean
  /** The maximum number of its parts; by default {@link maxValues}. */
  readonly max?: number
  readonly refuses: (part: string) => string | undefined
  /** The word that is shown where the rule is not set, and resets it. */
  readonly unset?: string
  /** The spelling of a part that is stored; by default as sent. */
  readonly spelling?: (part: string) => string
  readonly clears: ReadonlyArray<keyof Rules>
  readonly set: (parts: ReadonlyArray<string>) => Rules
}

const unless = (holds: boolean, sentence: string) => (holds ? undefined : sentence)
const isUid = (part: string) => Number(readInt(part)) > 0
const refusesUid = (part: string) => unless(isUid(part), "must be a uid")
const uidSpelling = (part: string) => String(Number(part))
const readFlag = readScalar(shapeOf(Flag.ast))
const flagOf = (part: string) => {
  const node = new Node()
  node.add(part)
  return readFlag(node, new Problems()) as typeof Flag.Type | undefined
}
const refusesFlag = (part: string) => unless(flagOf(part) !== undefined, "must be 1 or 0")

const places: Readonly<Record<string, (place: string) => boolean>> = {
  country: (uid) => isUid(uid) && countryByUid(Number(uid)) !== undefined,
  state: (uid) => isUid(uid) && isState(Number(uid)),
  ship: (method) => method !== ""
}
const isState = (uid: number): boolean => {
  const country = countryByUid(Math.trunc(uid / 1000))
  return country !== undefined && typeof stateOf(country, uid) === "object"
}

/** Splits at the first colon only: `ship:a:b` is the method `a:b`. */
const placeOf = (part: string): readonly [kind: string, place: string] => {
  const colon = part.indexOf(":")
  return colon < 0 ? ["", part] : [part.slice(0, colon).trim(), part.slice(colon + 1).trim()]
}
const refusesPlace = (part: string) => {
  const [kind, place] = placeOf(part)
  if (!Object.hasOwn(places, kind)) return "must consist of country:<uid>, state:<uid> and ship:<method>"
  return unless(places[kind]!(place), `names no ${kind === "ship" ? "method" : kind}: ${part}`)
}
const placeSpelling = (part: string) => {
  const [kind, place] = placeOf(part)
  return `${kind}:${kind === "ship" ? place : uidSpelling(place)}`
}
const setPlaces = (parts: ReadonlyArray<string>): Rules => {
  const set: Record<string, string> = {}
  for (const [kind, place] of parts.map(placeOf)) {
    const rule = `remove_shipping_${kind}`
    set[rule] = set[rule] === undefined ? place : `${set[rule]},${place}`
  }
  return set
}

const uids = { refuses: refusesUid, spelling: uidSpelling }
const kinds: Readonly<Record<RuleName, Kind>> = {
  remove_shipping: {
    refuses: refusesPlace,
    spelling: placeSpelling,
    clears: ["remove_shipping_country", "remove_shipping_state", "remove_shipping_ship"],
    set: setPlaces
  },
  one_use_for_email: {
    one: true,
    refuses: refusesFlag,
    clears: ["one_use_for_email"],
    set: ([flag]) => (flagOf(flag!) === 1 ? { one_use_for_email: 1 } : {})
  },
  brand: { ...uids, one: true, unset: noBrand, clears: ["brand"], set: ([brand]) => ({ brand: brand! }) },
  categories: { ...uids, clears: ["categories"], set: (categories) => ({ categories }) },
  discount: {
    one: true,
    refuses: refusesFlag,
    clears: ["discount"],
    set: ([flag]) => ({ discount: flagOf(flag!)! })
  },
  products: { ...uids, clears: ["products"], set: (products) => ({ products }) },
  tags: { refuses: () => undefined, clears: ["tags"], set: (tags) => ({ tags }) },
  users_email: {
    max: buyerBound.max,
    refuses: (part) => unless(isEmail(part) || part === erasedBuyer, "must be email addresses"),
    clears: ["users_email"],
    set: (users_email) => ({ users_email })
  }
}
const isEmail = Schema.is(Email)
