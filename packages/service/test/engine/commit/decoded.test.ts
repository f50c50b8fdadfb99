/** A change of many large documents decodes each of them once: the commit is one turn, in which nobody else is served. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { collections } from "@bottega/domain/areas"
import { afterAll, expect, test, vi } from "vitest"
import { embedded } from "../../../src/embedded.ts"

const folder = mkdtempSync(join(tmpdir(), "bottega-decoded-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test("a batch decodes the stock of each product once, when it decides, and not again when it is committed", async () => {
  const store = await embedded({ storage: "sqlite", location: join(folder, "store.db") })
  const { exchange, key, transport } = store
  const headers = { key, exchange, "content-type": "application/json" }
  const send = async (method: "POST" | "PUT", path: string, given: object) => {
    const { status, text } = await transport({
      ...{ method, path: `/v1.1${path}`, query: "", headers, body: JSON.stringify(given) }
    })
    const answer = await text()
    if (status !== 200) throw new Error(answer)
  }
  try {
    const products = Array.from({ length: 60 }, (_, n) => `P-${n}`)
    for (const code of products) {
      const variants = Array.from({ length: 50 }, (_, n) => ({
        ...{ sku: `${code}-${n}`, quantity: 1, attributes: { size: `${n}` } }
      }))
      await send("POST", "/products/product.json", { code, title: "Product", price: 1, variants })
    }
    const decode = vi.spyOn(collections.inventory, "decode")
    const stage = Object.fromEntries(products.map((code) => [`${code}-0`, { quantity: 5, is_child: 1 }]))
    await send("PUT", "/inventory/batchInventory.json", { stage, atomic: 1 })
    // Workers may read some meanwhile.
    expect(decode.mock.calls.length).toBeLessThan(products.length * 1.5)
  } finally {
    await store.close()
  }
})
