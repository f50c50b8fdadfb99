/** The stock of a shop in memory, by SKU. */
import { readFileSync } from "node:fs"
import type { Held, Known, StockDoc } from "./known.ts"

/** The stock in a JSON file with the answer of `inventory/list.json`. */
export const memoryStock = (file: string): Known["stock"] => {
  const docs = JSON.parse(readFileSync(file, "utf8")) as ReadonlyArray<StockDoc>
  const bySku = new Map<string, Held>()
  for (const doc of docs) {
    const held: Held = { id: doc.uid, version: 1, doc }
    for (const { sku } of [doc, ...(doc.childs ?? [])]) bySku.set(sku, held)
  }
  return (skus) => new Map(skus.map((sku) => [sku, bySku.get(sku)!]))
}
