/** Random histories of a shop: calls, repeated calls, and time that passes. */
import fc from "fast-check"
import { flag, type Kind, often } from "./arbitraries.ts"
import { kinds, skus } from "./calls.ts"
import type { Minutes } from "./coupons.ts"
import type { Drawn } from "./drawn.ts"
import type { Operation, Setup } from "./model.ts"
import type { Pick } from "./names.ts"

/** A repetition of an earlier call that had an idempotency key. */
export interface Again {
  readonly again: number
  readonly instance: 0 | 1
}

/** One step: a call, or time that passes. */
export type Step = Drawn | Again | Minutes

/** A shop's settings and the steps on it. */
export interface History {
  readonly setup: Setup
  readonly steps: ReadonlyArray<Step>
}

const reads = /\.(read|list|page|consents|timeline)$/

const drawn = (operation: Operation, { flaws = {}, keyless, parameters }: Kind): fc.Arbitrary<Drawn> =>
  fc.record({
    operation: fc.constant(operation),
    parameters,
    flaws: fc.oneof(
      { weight: 19, arbitrary: fc.constant({}) },
      { weight: Object.keys(flaws).length === 0 ? 0 : 1, arbitrary: some(flaws) }
    ),
    key:
      keyless === true || reads.test(operation)
        ? fc.constant(undefined)
        : often(1, fc.constantFrom("k1", "k2", "k3", "k4")),
    instance: flag
  })

const some = (flaws: Drawn["flaws"]): fc.Arbitrary<Drawn["flaws"]> =>
  fc
    .subarray(Object.keys(flaws), { minLength: Math.min(1, Object.keys(flaws).length) })
    .map((names) => Object.fromEntries(names.map((name) => [name, flaws[name]!])))

const step: fc.Arbitrary<Step> = fc.oneof(
  ...Object.entries(kinds).map(([operation, kind]) => ({
    weight: kind.weight,
    arbitrary: drawn(operation as Operation, kind) as fc.Arbitrary<Step>
  })),
  { weight: 6, arbitrary: fc.record({ again: fc.nat(9), instance: flag }) },
  { weight: 1, arbitrary: fc.constantFrom({ minutes: 60 }, { minutes: 25 * 60 }) }
)

/** So that there is usually something to sell. */
const opening = (operation: Operation) => fc.array(drawn(operation, kinds[operation]), { maxLength: 4, size: "max" })

/** Any history. */
export const histories: fc.Arbitrary<History> = fc.noBias(
  fc
    .record({
      stock: fc.constantFrom("enforce", "enforce", "enforce", "track", "ignore"),
      transitions: fc.constantFrom("any", "any", "any", "guarded"),
      products: opening("products.create"),
      coupons: opening("coupons.create"),
      steps: fc.array(step, { minLength: 1, maxLength: 90, size: "max" })
    })
    .map(({ coupons, products, steps, ...setup }) => ({ setup, steps: [...products, ...coupons, ...steps] }))
)

/** Every read that is possible after a history, so that nothing in the store stays unchecked. */
export const looksAt = (made: (kind: Pick["pick"]) => number): ReadonlyArray<Drawn> => {
  const look = (operation: Operation, parameters: object = {}): Drawn => ({
    ...{ operation, parameters, flaws: {}, key: undefined, instance: 0 }
  })
  const each = (pick: Pick["pick"], to: (pick: Pick) => ReadonlyArray<Drawn>) =>
    Array.from({ length: made(pick) }, (_, n) => to({ pick, n: n + 1 })).flat()
  return [
    look("inventory.list"),
    ...[...new Set(skus)].map((sku) => look("ledger.list", { sku, limit: 7 })),
    look("coupons.list"),
    ...each("coupon", (uid) => [look("coupons.read", { uid, nodes: "usage" })]),
    look("orders.list", { nodes: "tags,billing.email", limit: 5 }),
    ...each("order", (orderID) => [look("orders.read", { orderID }), look("orders.timeline", { orderID })]),
    ...["anna@example.com", "bruno@example.com"].map((email) => look("customers.read", { email })),
    look("customers.page", { nodes: "custom_fields,group", limit: 2 }),
    look("customers.list", { nodes: "custom_fields,group" }),
    ...each("customer", (id) => [look("customers.consents", { id, limit: 2 })]),
    ...each("group", (id) => [look("customergroups.read", { id })])
  ]
}
