/** Handles calls on coupons. Orders use coupons through `coupons/use.ts`. */
import { areas, collections } from "@bottega/domain/areas"
import {
  absentFindings,
  type Coupon,
  couponFrom,
  couponSummary,
  type RuleName,
  type RuleValue,
  setRule,
  showRules,
  targets,
  targetUids
} from "@bottega/domain/areas/coupons"
import { excessiveSums, orderSumsOf } from "@bottega/domain/areas/orders"
import { currencyDigits, pathOf, removed, updated } from "@bottega/domain/contract"
import { docOf } from "@bottega/storage"
import { Effect, Stream } from "effect"
import { list, object, record } from "../engine/answer/streamed.ts"
import { insert, remove, replace } from "../engine/decide/change.ts"
import { everything, listed } from "../engine/decide/everything.ts"
import { existing } from "../engine/decide/existing.ts"
import { asking, type Handlers } from "../engine/decide/handler.ts"
import { removedOf } from "../engine/decide/references.ts"
import { next, refuseIf, Session } from "../engine/decide/session.ts"
import { serviceId } from "../engine/ids.ts"
import { cartItems, cartOf } from "./coupons/cart.ts"
import { couponInquiry } from "./coupons/elsewhere.ts"
import { examined } from "./coupons/use.ts"

const { couponUses, coupons } = collections

export const handlers: Handlers<typeof areas.coupons> = {
  list: Effect.fnUntraced(function* () {
    const { shop } = yield* Session
    return yield* listed(coupons, (row) => couponSummary(docOf(coupons, row), shop.timezone))
  }),

  read: Effect.fnUntraced(function* ({ nodes = [], uid }) {
    const { shop } = yield* Session
    const { doc } = yield* existing(coupons, uid)
    const ids = yield* listed(collections.attributes, ({ key }) => [String(key), ""] as const)
    const rules = object(Object.entries({ ...showRules(doc.rules), customattribute: record(ids) }))
    const detail = { ...couponSummary(doc, shop.timezone), rules }
    return object(Object.entries(nodes.includes("usage") ? { ...detail, usage: yield* usage(doc) } : detail))
  }),

  create: Effect.fnUntraced(function* ({ rules: { users_email }, ...given }) {
    const { base } = yield* Session
    const coupon = couponFrom(yield* next("coupons"), yield* serviceId, given, users_email)
    const { coupon_id, uid } = coupon
    const endpoint = `${base}${pathOf(areas.coupons.endpoints.read)}?uid=${uid}`
    return {
      answer: { coupon_code: coupon.code, uid, unique_id: coupon_id, endpoint },
      writes: [insert(coupons, coupon)]
    }
  }),

  updateRules: Effect.fnUntraced(function* ({ name, rule_value, uid }) {
    const coupon = yield* existing(coupons, uid)
    yield* refuseIf(yield* Session, yield* absentTargets(name, rule_value))
    const rules = setRule(coupon.doc.rules, name, rule_value)
    const same = rules === coupon.doc.rules
    return {
      answer: updated(!same),
      writes: same ? [] : [replace(coupons, coupon, { ...coupon.doc, rules })]
    }
  }),

  check: asking({
    ...couponInquiry,
    decide: Effect.fnUntraced(function* ({ code, item_id, ...given }, asked) {
      const session = yield* Session
      const { currency } = session.shop
      const digits = currencyDigits(currency)!
      const sums = orderSumsOf({ item_id, shipping_cost: given.shipping_cost, payment_cost: 0 }, digits)
      yield* refuseIf(session, excessiveSums(sums, digits))
      const cart = cartOf(given, { items: yield* cartItems(item_id), cost: sums.shipping, digits })
      const { amount, reasons } = yield* examined(code, cart, { currency, answers: asked?.answers })
      return { answer: { usable: reasons.length === 0, amount, reasons }, writes: [] }
    })
  }),

  remove: Effect.fnUntraced(function* ({ uid }) {
    return { answer: removed, writes: [remove(coupons, yield* existing(coupons, uid))] }
  })
}

/** The members of a rule's value that name nothing in the shop. They are conditions: what they name may be removed later. */
const absentTargets = Effect.fnUntraced(function* (name: RuleName, value: RuleValue) {
  const { find } = yield* Session
  const noun = targets[name]
  if (noun === undefined) return []
  return absentFindings(name, value, yield* removedOf(find, targetCollections[noun], targetUids(name, value)))
})

const targetCollections = {
  brand: collections.brands,
  category: collections.categories,
  product: collections.products
}

/** The orders that used a coupon, however many, followed by their number. */
const usage = ({ count, uid, unlimited }: Coupon) =>
  Effect.map(everything(couponUses, { where: [{ on: "coupon", eq: uid }] }), (uses) => {
    let used = 0
    const orders = Stream.map(uses, ({ key }) => {
      used++
      return String(key)
    })
    return object([
      ["orders", list(orders)],
      ["used", () => used],
      ["remaining", () => (unlimited === 1 ? null : Math.max(0, count - used))]
    ])
  })
