/** Races for a category: references to it are made while it, or a category above it, is removed. */
import { BottegaError } from "@bottega/client"
import { collections } from "@bottega/domain/areas"
import { all } from "@bottega/storage"
import { Effect } from "effect"
import { relation, succeeds } from "../../relations/relation.ts"
import { unique } from "../../subjects.ts"
import { categoryMade, pathMade, productIn } from "./sample.ts"

const { categories, filters, products } = collections

/** Whether a call was answered; false if it was refused because it names something that was removed. */
const accepted = async (call: Promise<unknown>): Promise<boolean> => {
  try {
    await call
    return true
  } catch (error) {
    if (error instanceof BottegaError && error.status === 400) return false
    throw error
  }
}

const length = ({ length }: ReadonlyArray<unknown>) => length

/** A subcategory is not made below a category that is gone with the one above it. */
export const subcategory = relation({
  name: "a subcategory and the category above its parent",
  target: async (side) => pathMade(side, 2),
  make: (side, path) => accepted(categoryMade(side, { parent: path[1]! })),
  remove: ({ api }, path) => succeeds(api.categories.remove({ uid: path[0]! })),
  references: (shop, path) =>
    Effect.map(all(shop, categories, { where: [{ on: "parent", eq: path[1]! }], latest: true }), length)
})

/** Two categories never move below each other: the second of two moves is refused. */
export const mutualMoves = relation({
  name: "a category and the one that it moves below",
  target: async (side) => [await pathMade(side, 2), await pathMade(side, 2)] as const,
  make: ({ api }, [one, other]) => accepted(api.categories.update({ uid: one[0]!, parent: other[1]! })),
  remove: ({ api }, [one, other]) => accepted(api.categories.update({ uid: other[0]!, parent: one[1]! })),
  clears: true,
  withoutGuards: "Two moves write the same record, so they exclude each other.",
  // The circle of both moves.
  references: (shop, [one, other]) =>
    Effect.map(all(shop, categories, { where: [{ on: "key", in: [one[0]!, other[0]!] }], latest: true }), (found) =>
      Number(found.every(({ doc }) => doc.parentUID !== null))
    )
})

const inCategory = (shop: string, uid: number) =>
  Effect.map(all(shop, products, { where: [{ on: "category", eq: uid }], latest: true }), length)

/** No product is put into a category that is gone. */
export const productOfCategory = relation({
  name: "a product and its category",
  target: (side) => categoryMade(side),
  make: (side, uid) => accepted(productIn(side, [uid])),
  remove: ({ api }, uid) => succeeds(api.categories.remove({ uid })),
  references: inCategory
})

/** No product is put into a category that is gone with one two levels above it. */
export const productOfBranch = relation({
  name: "a product and the top of its category's branch",
  target: (side) => pathMade(side, 3),
  make: (side, path) => accepted(productIn(side, [path[2]!])),
  remove: ({ api }, path) => succeeds(api.categories.remove({ uid: path[0]! })),
  references: (shop, path) => inCategory(shop, path[2]!)
})

/** No filter is shown in a category that is gone. */
export const filterOfCategory = relation({
  name: "a filter and its category",
  target: (side) => categoryMade(side),
  make: ({ api }, uid) =>
    accepted(api.filters.create({ filter_key: newKey(), filter_values: ["a"], categories: [uid] })),
  remove: ({ api }, uid) => succeeds(api.categories.remove({ uid })),
  references: (shop, uid) =>
    Effect.map(all(shop, filters, { where: [{ on: "category", eq: uid }], latest: true }), length)
})

/** A filter's key of its own; keys have letters only. */
export const newKey = (): string =>
  `colour_${[...String(unique())].map((digit) => "abcdefghij".charAt(Number(digit))).join("")}`
