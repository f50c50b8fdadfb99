/** Checks between a product's stock and the ledger of its changes. */
import { type Check, crossCheck, related } from "../../contract/check.ts"
import { ledger } from "../ledger.ts"
import { collections, type InventoryItem } from "./document.ts"
import { stocksOf } from "./rules.ts"

export const checks: ReadonlyArray<Check> = [
  crossCheck<InventoryItem, Map<string, number>>("The ledger of each SKU adds up to its stock", collections.inventory, {
    related: [
      related(
        ledger.collections.ledger,
        "sku",
        (item) => [...stocksOf(item).keys()],
        (sums, { moves }, sku) => {
          for (const move of moves) if (move.sku === sku) sums.set(move.sku, (sums.get(move.sku) ?? 0) + move.delta)
          return sums
        }
      )
    ],
    begin: () => new Map(),
    wrong: (item, sums) =>
      [...stocksOf(item)].flatMap(([sku, quantity]) =>
        (quantity ?? 0) === (sums.get(sku) ?? 0)
          ? []
          : [`the SKU ${sku} has ${quantity ?? 0} in stock, and its ledger adds up to ${sums.get(sku) ?? 0}`]
      )
  })
]
