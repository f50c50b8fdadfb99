/**
 * The driver alone in a bare Fastify, on the database of a server: the document of an order, the query of a list, and the
 * transactions of a create and of an increment with the documents that the service writes. Run it as a process of its own:
 * `mongo.ts <uri> <shop>`.
 */

import { type ClientSession, MongoClient } from "mongodb"
import { plainApp } from "./app.ts"
import { created, type Decided, incremented } from "./decision.ts"
import type { Held, Known, StockDoc } from "./known.ts"

interface Document {
  readonly _id: { readonly s: string; readonly k: string | number }
  readonly shop: string
  readonly version: number
  readonly at: Record<string, unknown>
  readonly doc: string
}

const [uri = "", shop = ""] = process.argv.slice(2)
const majority = {
  writeConcern: { w: "majority", journal: true },
  readConcern: { level: "majority" },
  readPreference: "primary"
} as const
const client = new MongoClient(uri, { ...majority, maxConnecting: 16 })
const database = client.db()
const [orders, inventory, ledger, outbox, customers] = ["orders", "inventory", "ledger", "outbox", "customers"].map(
  (name) => database.collection<Document>(name)
) as ReadonlyArray<ReturnType<typeof database.collection<Document>>> as readonly [Kept, Kept, Kept, Kept, Kept]
type Kept = ReturnType<typeof database.collection<Document>>

const app = plainApp()

const projection = { version: 1, doc: 1 }
const shown = ({ doc }: Pick<Document, "doc">): string => doc.slice(0, doc.indexOf("\n"))

app.get("/v1.1/orders/order.json", async ({ query }, reply) => {
  const { orderID } = query as { readonly orderID: string }
  const found = await orders.findOne({ _id: { s: shop, k: orderID }, shop }, { hint: "_id_", projection })
  return reply.type("application/json").send(shown(found!))
})

// The parameters are those of the only list that is measured.
app.get("/v1.1/orders/list.json", async (_request, reply) => {
  const filter = { shop, $and: [{ "at.status": { $eq: 3 } }, { "at.placed": { $gte: Number.NEGATIVE_INFINITY } }] }
  const sort = { "at.placed": -1, _id: -1 } as const
  const options = { hint: "order status, placed", sort, projection, batchSize: 500, limit: 10 }
  const found = await orders.find(filter, options).toArray()
  return reply.type("application/json").send(`[${found.map(shown)}]`)
})

/** Requests that change one product wait for each other here, as they would otherwise conflict in the database. */
const lastByUid = new Map<number, Promise<unknown>>()
const inOrder = <A>(uids: ReadonlyArray<number>, work: () => Promise<A>): Promise<A> => {
  const before = Promise.allSettled(uids.map((uid) => lastByUid.get(uid)))
  const done = before.then(work)
  for (const uid of uids) lastByUid.set(uid, done)
  return done
}

const stockOf = async (skus: ReadonlyArray<string>): Promise<ReadonlyMap<string, Held>> => {
  const found = await inventory.find({ shop, "at.sku": { $in: [...skus] } }, { projection }).toArray()
  const bySku = new Map<string, Held>()
  for (const { _id, doc, version } of found) {
    const held = { id: _id.k as number, version, doc: JSON.parse(doc) as StockDoc }
    for (const { sku } of [held.doc, ...(held.doc.childs ?? [])]) bySku.set(sku, held)
  }
  return new Map(skus.map((sku) => [sku, bySku.get(sku)!]))
}

/** The server that is compared wrote the stock meanwhile: it still answers its last requests. */
class Stale extends Error {}

let number = 0
const written = async (decided: Decided, session: ClientSession): Promise<void> => {
  const { movement, order, outgoing, stock } = decided
  const made = (key: string, doc: string, at = {}): Document => ({
    _id: { s: shop, k: key },
    shop,
    version: 1,
    at,
    doc
  })
  const changes = stock.map(({ doc, id, text, version }) => {
    const where = { _id: { s: shop, k: id }, shop }
    const at = { sku: [doc.sku, ...(doc.childs ?? []).map(({ sku }) => sku)] }
    return {
      replaceOne: {
        filter: { ...where, version },
        replacement: { ...where, version: version + 1, at, doc: text },
        hint: "_id_"
      }
    }
  })
  await session.withTransaction(async () => {
    const { matchedCount } = await inventory.bulkWrite(changes, { session, ordered: true })
    if (matchedCount !== changes.length) throw new Stale()
    if (order !== undefined) {
      const at = { ...order.at, active: [order.at.active] }
      await orders.insertOne(made(order.key, order.text, at), { session })
    }
    await ledger.insertOne(made(movement.key, movement.text, { sku: movement.skus }), { session })
    await outbox.insertOne(made(outgoing.key, outgoing.text), { session })
  }, majority)
}

const route = (method: "POST" | "PUT", url: string, decide: Decide): void => {
  app.route({
    method,
    url,
    handler: async ({ body, headers }) => {
      const text = body as string
      const pairs = new URLSearchParams(text)
      const skus = [...pairs].flatMap(([name, value]) => (/^sku$|\[sku\]$/.test(name) ? [value] : []))
      const email = pairs.get("billing_email")
      const uids = skus.map((sku) => uidBySku.get(sku)!)
      return inOrder([...new Set(uids)], () =>
        again(() => decidedOn(decide, text, { email, skus, key: headers["key"] as string }))
      )
    }
  })
}

const again = async <A>(work: () => Promise<A>): Promise<A> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Stale) return again(work)
    throw error
  }
}

type Decide = (body: string, key: string, known: Known) => Decided

const decidedOn = async (
  decide: Decide,
  body: string,
  { email, key, skus }: { readonly email: string | null; readonly key: string; readonly skus: ReadonlyArray<string> }
): Promise<object> => {
  const [stock, buyer] = await Promise.all([
    stockOf(skus),
    email === null ? null : customers.findOne({ shop, "at.email": email }, { projection })
  ])
  const known = { stock: () => stock, buyer: () => String(buyer!._id.k), number: () => ++number }
  const decided = decide(body, key, known)
  await client.withSession((session) => written(decided, session))
  return decided.answer
}

route("POST", "/v1.1/orders/order.json", created)
route("PUT", "/v1.1/inventory/patchInventory.json", incremented)

const uidBySku = new Map<string, number>()
for await (const { _id, at } of inventory.find({ shop }))
  for (const sku of at["sku"] as ReadonlyArray<string>) uidBySku.set(sku, _id.k as number)

process.send?.({ url: await app.listen({ port: 0, host: "127.0.0.1" }) })
