/** Coupons as stored: codes that take a percentage or a fixed sum off an order, and their uses. */
import { Schema } from "effect"
import { collection } from "../../contract/collection.ts"
import { withDefault } from "../../contract/defaults.ts"
import { number, text } from "../../contract/lookup.ts"
import { mentions, type Person, walksBy } from "../../contract/personal.ts"
import { searched } from "../../contract/search-words.ts"
import { duplicate, internal } from "../../contract/unique.ts"
import {
  Amount,
  AtLeast0,
  Flag,
  Int,
  intFrom,
  labelled,
  NonEmptyText,
  ServiceID,
  Text,
  Uid,
  Unix
} from "../../contract/values.ts"
import { erasedBuyer, Rules, setRule } from "./rules.ts"

/** What the types mean. */
export const couponTypes = { 0: "Fixed amount", 1: "Percent" } as const

/** A coupon as stored. Times are unix seconds, and both are inclusive; `used` counts the uses of limited coupons only. */
export const Coupon = Schema.Struct({
  uid: Uid,
  coupon_id: ServiceID,
  code: NonEmptyText,
  name: NonEmptyText,
  type: labelled(Schema.Literals([0, 1]), couponTypes).annotate({
    description: "1 takes off value percent, 0 a fixed value."
  }),
  value: AtLeast0.annotate({
    description: "What it takes off: percent, up to 100, or an amount in the shop's currency."
  }),
  min_sum: Amount.annotate({ description: "The minimum sum of the items that the coupon applies to." }),
  active: Flag.annotate({ description: "1 if it can be used, 0 if not." }),
  unlimited: Flag.annotate({ description: "1 if it can be used any number of times." }),
  count: intFrom(0).annotate({ description: "How often it can be used, unless unlimited is 1." }),
  start_time: Unix.annotate({ description: "The first second in which it can be used, in unix seconds." }),
  end_time: Unix.annotate({ description: "The last second in which it can be used, in unix seconds." }),
  rules: Rules,
  used: withDefault(Int, 0)
})
export type Coupon = typeof Coupon.Type

/** Makes a new coupon; an empty list of buyers means everybody. */
export const couponFrom = (
  uid: number,
  coupon_id: string,
  given: Omit<Coupon, "uid" | "coupon_id" | "rules" | "used">,
  users_email: ReadonlyArray<string>
): Coupon => ({ ...given, uid, coupon_id, rules: setRule({}, "users_email", users_email), used: 0 })

/**
 * A use of a coupon by an order; it exists as long as it counts. `email` is the SHA-256 of the buyer's address in lower
 * case, in hex, or empty without a buyer. Uses that are older than digests have the address itself.
 */
export const CouponUse = Schema.Struct({
  orderID: Text,
  uid: Uid,
  email: Text,
  /** True if the coupon was limited to one order per buyer when it was used. */
  once: Schema.Boolean
})
export type CouponUse = typeof CouponUse.Type

/** Makes the use of a coupon by an order; `buyer` is the digest of its buyer's address, or empty. */
export const couponUseOf = ({ rules, uid }: Coupon, orderID: string, buyer: string): CouponUse => ({
  orderID,
  uid,
  email: buyer,
  once: rules.one_use_for_email === 1
})

/** The coupon and the buyer of a use: the value of the lookups `buyer` and `once`. */
export const buyerOf = ({ email, uid }: Pick<CouponUse, "email" | "uid">): string => `${uid}:${email}`

/** What the lookup `code` has of a coupon that a buyer typed: its code as it was typed, or without the blanks at its ends. */
export const codesTyped = (typed: string): ReadonlyArray<string> => {
  const code = typed.toLowerCase()
  return [...new Set([code, code.trim()])]
}

/** The coupon that was typed, of those that {@link codesTyped} finds. An older one may have a code with blanks: it comes first. */
export const couponTyped = <Found extends { readonly doc: Pick<Coupon, "code"> }>(
  typed: string,
  found: ReadonlyArray<Found>
): Found | undefined => found.find(({ doc }) => doc.code.toLowerCase() === typed.toLowerCase()) ?? found[0]

/** A coupon that no longer names a person. It must not become a coupon for everybody, so a word replaces its last buyer. */
const withoutBuyer = (coupon: Coupon, person: Person): Coupon => {
  const { code, coupon_id, name, rules } = coupon
  const clean = (text: string, otherwise: string) => (mentions(text, person) ? otherwise : text)
  const buyers = rules.users_email ?? []
  const others = buyers.filter((email) => email.trim().toLowerCase() !== person.email)
  const next = { code: clean(code, coupon_id), name: clean(name, erasedBuyer) }
  if (others.length === buyers.length && next.code === code && next.name === name) return coupon
  const users_email = buyers.length > 0 && others.length === 0 ? [erasedBuyer] : others
  return { ...coupon, ...next, rules: buyers.length === 0 ? rules : { ...rules, users_email } }
}

export const collections = {
  coupons: collection("coupons", Coupon, {
    noun: "coupon",
    personal: {
      as: "coupons",
      where: { within: ({ code, name, rules }) => [code, name, rules.users_email ?? []] },
      shown: ({ code, name, uid }) => ({ uid, code, name }),
      erased: withoutBuyer
    },
    key: ({ uid }) => uid,
    lookups: {
      code: text(({ code }) => code.toLowerCase()),
      token: searched(({ code, name }) => ({ words: [code, name] }))
    },
    unique: {
      code: duplicate(
        "code",
        ({ code }) => `The shop already has a coupon with the code ${code}.`,
        "is the code of another coupon"
      )
    }
  }),
  couponUses: collection("couponuses", CouponUse, {
    key: ({ orderID }) => orderID,
    personal: {
      as: "coupon_uses",
      where: ({ digest, email }) => walksBy("email", [digest, email]),
      // Older uses hold an address instead of a digest. Without it, a one-time coupon could be used again.
      erased: (use, { digest }) => (use.email === digest ? use : { ...use, email: digest })
    },
    lookups: {
      coupon: number(({ uid }) => uid),
      buyer: text(buyerOf),
      email: text(({ email }) => (email === "" ? undefined : email)),
      once: text((use) => (use.once ? buyerOf(use) : undefined))
    },
    unique: { once: internal },
    orders: [["coupon", "key"]]
  })
}
