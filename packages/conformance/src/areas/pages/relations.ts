/** Races for a page: what is put below it, against its removal and its move. */
import { collections } from "@bottega/domain/areas"
import { all } from "@bottega/storage"
import { Effect } from "effect"
import { relation, succeeds } from "../../relations/relation.ts"
import { branchMade, pageMade } from "./sample.ts"

const { pages } = collections

/** No page is put below one that is gone. Those that were below it are cleared in the background. */
export const pageBelow = relation({
  name: "a page and the page above it",
  target: (side) => pageMade(side),
  make: (side, parent) => succeeds(pageMade(side, { parent })),
  remove: ({ api }, id) => succeeds(api.pages.remove({ id })),
  references: (shop, id) =>
    Effect.map(all(shop, pages, { where: [{ on: "parent", eq: id }], latest: true }), ({ length }) => length)
})

/** A branch of six levels gets a seventh, or moves to where it has room for six. */
export const deepPages = relation({
  name: "a page and the levels of its tree",
  target: async (side) => ({ above: await branchMade(side, 4), below: await branchMade(side, 6) }),
  make: (side, { below }) => succeeds(pageMade(side, { parent: below[5]! })),
  remove: ({ api }, { above, below }) => succeeds(api.pages.update({ id: below[0]!, parent: above[3]! })),
  clears: true,
  // The eleventh level: a page below the branch, which is below four others.
  references: (shop, { above, below }) =>
    Effect.map(
      Effect.all([
        all(shop, pages, { where: [{ on: "parent", eq: below[5]! }], latest: true }),
        all(shop, pages, { where: [{ on: "parent", eq: above[3]! }], latest: true })
      ]),
      ([made, moved]) => Math.min(made.length, moved.length)
    ),
  withoutGuards: "Each of the two calls writes the same record, so they exclude each other."
})
