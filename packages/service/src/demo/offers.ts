/** The demo shop's coupons: a few of each kind, some of which have expired or are not valid yet. */
import { type Coupon, couponFrom, type RuleName, type RuleValue, setRule } from "@bottega/domain/areas/coupons"
import { type Chance, idAt } from "./chance.ts"

interface Offer {
  readonly code: string
  readonly name: string
  readonly type: 0 | 1
  readonly value: number
  readonly min_sum?: number
  readonly active?: 0 | 1
  /** How often it can be used; unlimited by default. */
  readonly count?: number
  /** The days after today between which it is valid; from the opening, and for a year, by default. */
  readonly from?: number
  readonly until?: number
  readonly rules?: Partial<Record<RuleName, RuleValue>>
}

const offers: ReadonlyArray<Offer> = [
  { code: "BENVENUTO10", name: "Dieci per cento di benvenuto", type: 1, value: 10, rules: { one_use_for_email: "1" } },
  {
    code: "SPEDIZIONE",
    name: "Spedizione gratuita in Italia",
    type: 0,
    value: 0,
    rules: { remove_shipping: "country:380" }
  },
  { code: "LINO15", name: "Quindici per cento sul lino", type: 1, value: 15, rules: { tags: "lino" } },
  { code: "CINQUE", name: "Cinque euro da cinquanta", type: 0, value: 5, min_sum: 50 },
  {
    code: "PIENOPREZZO",
    name: "Venti per cento, non sui saldi",
    type: 1,
    value: 20,
    min_sum: 80,
    rules: { discount: "0" }
  },
  { code: "PRIMI25", name: "Dieci euro ai primi venticinque", type: 0, value: 10, min_sum: 40, count: 25 },
  {
    code: "CORRIERE",
    name: "Corriere espresso gratuito",
    type: 0,
    value: 0,
    min_sum: 120,
    rules: { remove_shipping: "ship:DHL Express" }
  },
  { code: "ESTATE", name: "Saldi dell'estate scorsa", type: 1, value: 30, until: -7 },
  { code: "NATALE", name: "Natale in anticipo", type: 1, value: 12, count: 500, from: 30, until: 60 },
  { code: "PROVA", name: "Mai pubblicato", type: 1, value: 50, active: 0 }
]

const day = 86_400

/** All coupons, and one for `friends` only; valid from the shop's opening until a year after now, in unix seconds. */
export const offersOf = (
  chance: Chance,
  opened: number,
  now: number,
  friends: ReadonlyArray<string>
): ReadonlyArray<Coupon> => {
  const amici: Offer = { code: "AMICI", name: "Per gli amici", type: 1, value: 25, rules: { users_email: friends } }
  return [...offers, amici].map(({ count, from, rules = {}, until = 365, ...offer }, index) => {
    const given = {
      min_sum: 0,
      active: 1 as const,
      unlimited: count === undefined ? (1 as const) : (0 as const),
      count: count ?? 0,
      start_time: from === undefined ? opened : now + from * day,
      end_time: now + until * day,
      ...offer
    }
    const coupon = couponFrom(index + 1, idAt(opened + index, chance), given, [])
    const ruled = Object.entries(rules).reduce(
      (set, [rule, value]) => setRule(set, rule as RuleName, value),
      coupon.rules
    )
    return { ...coupon, rules: ruled }
  })
}
