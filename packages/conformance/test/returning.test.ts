/** Orders of one returning buyer on every store: any number at once, over two processes, and what they leave behind. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { openDatabase } from "@bottega/mongo-stand-in/shared"
import { adapters } from "@bottega/storage/adapters"
import { expect, it } from "vitest"
import { sample } from "../src/areas/orders/sample.ts"
import { openSides } from "../src/relations/sides.ts"

/** Orders at once. */
const orders = 32
/** What MongoDB may keep beside a customer, once guards of it conflicted. */
const maxStripes = 32

it.each(adapters.map((adapter) => ({ adapter, store: adapter.name })))(
  "orders of one returning buyer at once over two processes are all made for that customer on $store",
  async ({ adapter }) => {
    const place = mkdtempSync(join(tmpdir(), "bottega-returning-"))
    const database = adapter.needs === "uri" ? await openDatabase("returning") : undefined
    const stripes = () => database?.database.collection("bottega_guards").countDocuments({ "_id.c": "customers" }) ?? 0
    const servers = await openSides({ adapter, location: database?.uri ?? join(place, "store"), guarded: true })
    try {
      const sides = await servers.shop()
      const ordered = async (at: number) => {
        const { order_id } = await sides[at % 2]!.api.orders.create(sample({ billing_email: "again@example.com" }))
        return (await sides[at % 2]!.api.orders.read({ orderID: order_id })).customer.id
      }
      const customer = await ordered(0)
      for (const at of [1, 2, 3, 4, 5, 6]) expect(await ordered(at)).toBe(customer)
      expect(await stripes()).toBe(0)
      const made = await Promise.all(Array.from({ length: orders }, (_, at) => ordered(at)))
      expect(new Set(made)).toEqual(new Set([customer]))
      expect(await stripes()).toBeLessThanOrEqual(maxStripes)
      await sides[0]!.api.customers.remove({ id: customer! })
      expect(await stripes()).toBe(0)
    } finally {
      await servers.close()
      await database?.close()
      rmSync(place, { recursive: true, force: true })
    }
  }
)
