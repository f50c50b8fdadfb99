/** Runs the code of the client's README, copied here word for word, against a server. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Bottega, BottegaError } from "@bottega/client"
import { Store } from "@bottega/client/effect"
import { createServer, makeLog } from "@bottega/server"
import { allCollections, digest, embedded, makeService } from "@bottega/service"
import { adapters } from "@bottega/storage/adapters"
import { Effect } from "effect"
import { expect, it, vi } from "vitest"

/** Runs a test with a server that has a shop. */
const withServer = async (test: (server: { url: string; key: string; exchange: string }) => Promise<void>) => {
  const service = makeService({ tokenDigest: digest("token") }).pipe(
    Effect.provide(adapters[0]!.open("", allCollections))
  )
  const server = createServer(await Effect.runPromise(service), { log: makeLog({ level: "silent" }) })
  const url = await server.listen(0, "127.0.0.1")
  try {
    const operator = new Bottega({ url, token: "token" })
    const { id } = await operator.shops.create({ name: "Readme" })
    const { exchange, key } = await operator.keys.create({ shop: id, permission: "read-write" })
    await test({ url, key, exchange })
  } finally {
    await server.drain(0)
  }
}

it("runs", () =>
  withServer(async ({ exchange, key, url }) => {
    const log = vi.spyOn(console, "log").mockImplementation(() => {})

    const store = new Bottega({ url, key, exchange })

    const { order_id } = await store.orders.create({
      currency: "EUR",
      billing_email: "anna@example.com",
      shipping_flag: "not_required",
      shipping_method: "pickup",
      shipping_cost: 0,
      payment_method: "paypal",
      item_id: [{ sku: "MUG-1", price: 12.5, quantity: 2 }]
    })
    await store.orders.update({
      orderID: order_id,
      status: 3,
      courier: "brt",
      tracking: "X1",
      pickup_date: "2026-11-21"
    })

    for await (const { orderID, total } of store.orders.list.all({ status: 3, limit: 100 })) {
      console.log(orderID, total)
    }
    expect(log.mock.lastCall).toEqual([order_id, 25])

    try {
      await store.coupons.read({ uid: 404 })
    } catch (error) {
      if (!(error instanceof BottegaError && error.is("not_found"))) throw error
      console.log(error.status, error.code, error.message, error.requestId)
    }
    expect(log.mock.lastCall?.slice(0, 2)).toEqual([404, 1006])

    await store.orders.addTags({ orderID: order_id, tags: ["gift"] }, { idempotencyKey: "gift 1001" })

    const { data, limits, requestId } = await store.orders.list().withResponse()
    console.log(data.length, limits, requestId) // 1 { left: 99994, assigned: 100000 } ...
    expect(log.mock.lastCall).toEqual([1, { left: 99994, assigned: 100000 }, expect.any(String)])

    const shop = await embedded()
    const client = new Bottega(shop)
    await client.orders.list() // []
    await shop.close()

    const program = Store.use(({ coupons }) => coupons.read({ uid: 404 })).pipe(
      Effect.catchTag("NotFound", () => Effect.succeed("no such coupon"))
    )
    await Effect.runPromise(Effect.provide(program, Store.layer({ url, key, exchange })))
    log.mockRestore()
  }))

/** Removes white space, because line breaks differ between the two places. */
const packed = (code: string): string => code.replaceAll(/\s+/g, "")

/** The names that some code imports, each with the package it comes from. The README imports fewer at once. */
const importedBy = (code: string): ReadonlyArray<string> =>
  [...code.matchAll(/^import (?:type )?\{([^}]*)\} from ("[^"]+")$/gm)].flatMap(([, names, from]) =>
    names!.split(",").map((name) => `${name.trim()} from ${from}`)
  )

it("is what the README shows", () => {
  const readme = readFileSync(join(import.meta.dirname, "../../client/README.md"), "utf8")
  const source = readFileSync(import.meta.filename, "utf8")
  const run = packed(source)
  const blocks = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => code!)
  expect(blocks).toHaveLength(7)
  for (const block of blocks) {
    expect(importedBy(source)).toEqual(expect.arrayContaining([...importedBy(block)]))
    expect(run).toContain(packed(block.replaceAll(/^import .*$/gm, "")))
  }
})
