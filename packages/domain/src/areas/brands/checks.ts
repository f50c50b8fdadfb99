/** What doctor checks of brands: the order holds each brand exactly once, and their uids were counted. */
import { type Check, countCheck, crossCheck, documentCheck, related } from "../../contract/check.ts"
import { type Brand, type BrandOrder, collections, orderKey } from "./document.ts"

const { brandOrders, brands } = collections

export const checks: ReadonlyArray<Check> = [
  countCheck("brands", brands, ({ uid }) => uid),
  crossCheck<Brand, ReadonlySet<number>>("the order of brands holds every brand", brands, {
    related: [
      related(
        brandOrders,
        "key",
        () => [orderKey],
        (_: ReadonlySet<number>, order) => uidsOf(order)
      )
    ],
    begin: () => new Set(),
    wrong: ({ uid }, held) => (held.has(uid) ? [] : [`the brand ${uid} has no position`])
  }),
  crossCheck<BrandOrder, Set<number>>("every brand with a position exists", brandOrders, {
    related: [
      related(
        brands,
        "key",
        ({ uids }: BrandOrder) => uids,
        (found: Set<number>, { uid }) => found.add(uid)
      )
    ],
    begin: () => new Set(),
    wrong: ({ uids }, found) =>
      uids.filter((uid) => !found.has(uid)).map((uid) => `the brand ${uid} has a position and does not exist`)
  }),
  documentCheck("no brand has two positions", brandOrders, (order) =>
    uidsOf(order).size === order.uids.length ? undefined : "a brand has two positions"
  )
]

const sets = new WeakMap<BrandOrder, ReadonlySet<number>>()

/** The uids of an order, computed once: every brand is looked up in it. */
const uidsOf = (order: BrandOrder): ReadonlySet<number> => {
  const known = sets.get(order) ?? new Set(order.uids)
  sets.set(order, known)
  return known
}
