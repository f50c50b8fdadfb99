/** Random histories of a shop: calls, the same calls again, and time that passes. */
import fc from "fast-check"
import { flag, type Kind, kinds, often, skus } from "./calls.ts"
import type { Minutes } from "./coupons.ts"
import type { Operation, Setup } from "./model.ts"

/** One of what a history made, or never made, of a kind. */
export interface Pick {
  readonly pick: "order" | "product" | "coupon"
  readonly n: number
}

/** A call as it is drawn. */
export interface Drawn {
  readonly operation: Operation
  /** With picks in the place of ids, and {@link Minutes} in the place of instants. */
  readonly parameters: object
  /** Values that are wrong wherever they are sent, by the name that is then found wrong. */
  readonly flaws: Readonly<Record<string, object>>
  readonly key: string | undefined
  /** Which of two instances of the service is asked, where either may be. */
  readonly door: 0 | 1
}

/** The same call once more as one before it that had a key. */
export interface Again {
  readonly again: number
  readonly door: 0 | 1
}

/** What happens next: a call, or time passes. */
export type Step = Drawn | Again | Minutes

/** A shop and what is asked of it. */
export interface History {
  readonly setup: Setup
  readonly steps: ReadonlyArray<Step>
}

const reads = /\.(read|list|timeline)$/

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
    door: flag
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
  { weight: 6, arbitrary: fc.record({ again: fc.nat(9), door: flag }) },
  { weight: 1, arbitrary: fc.constantFrom({ minutes: 60 }, { minutes: 25 * 60 }) }
)

/** So that there is something to sell, mostly. */
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

/** All that can be looked at after a history, and how: nothing of it may stay unseen. */
export const looksAt = (made: (kind: Pick["pick"]) => number): ReadonlyArray<Drawn> => {
  const look = (operation: Operation, parameters: object = {}): Drawn => ({
    ...{ operation, parameters, flaws: {}, key: undefined, door: 0 }
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
    ...["anna@example.com", "bruno@example.com"].map((email) => look("customers.read", { email }))
  ]
}
