/** Which operations cause which events: exactly those that the events declare. */
import { contract, events } from "@bottega/domain/areas"
import { type AnyEvent, defaultKeep, type Entry, entries, storedPayload } from "@bottega/domain/contract"
import { policies } from "@bottega/domain/throttle"
import { allCollections, digest, records, workersOf } from "@bottega/service"
import { retryOnConflict, Storage } from "@bottega/storage"
import { own as storages } from "@bottega/storage/adapters"
import { make as memory } from "@bottega/storage/memory"
import { Context, Effect, Schema } from "effect"
import { beforeAll, expect, it } from "vitest"
import { subjectOf } from "../src/areas.ts"
import { standing } from "../src/clock.ts"
import { call, given } from "../src/everywhere/calls.ts"
import { client, seenBy } from "../src/ground.ts"
import type { Store } from "../src/surface.ts"
import { surfaces } from "../src/surfaces.ts"

const adapter = memory([...allCollections, ...storages])
const token = "t"
let open: () => Promise<Store>

/** Clears references to what was removed, as the worker does. */
const clearer = workersOf(
  { keep: defaultKeep, policies },
  {
    slowOf: () => {
      throw new Error("Nothing is slow here.")
    }
  }
).find(({ name }) => name === "clearing")!
const cleared = () =>
  Effect.runPromise(Effect.provideService(clearer.run(retryOnConflict, Effect.void), Storage, adapter))

beforeAll(async () => {
  const { clock, service } = standing(Date.UTC(2026, 10, 23))
  const served = { storage: Context.make(Storage, adapter), clock: service, tokenDigest: digest(token), policies }
  const { transport, work } = await surfaces["embedded"]!(served)
  const operator = client(transport, { token })
  const opened = async () => {
    const shop = await operator.shops.create({ name: "Events", modules: ["b2b"], partner_owned: true, emails: [] })
    const api = await operator.keys.create({ shop: shop.id, permission: "read-write" })
    return { shop, api, reader: await operator.keys.create({ shop: shop.id, permission: "read" }) }
  }
  const stranger = (await opened()).api
  const twin = () => Promise.reject(new Error("There is one process."))
  open = async () => seenBy({ transport, work, token, stranger, twin, clock }, await opened())
})

/** The events that a shop keeps, oldest first. */
const keptBy = async ({ shop }: Store) => {
  const rows = await Effect.runPromise(adapter.find(shop.id, records.outbox, { sort: { by: "key" }, limit: 1000 }))
  return rows.flatMap(({ text }) => {
    const outgoing = records.outbox.decode(text)
    return outgoing.events.map((event) => ({ ...event, commit: outgoing.id, data: storedPayload(outgoing, event) }))
  })
}

const byType = new Map(Object.values<AnyEvent>(events).map((event) => [event.type, event]))

/** The names of the events that a call causes, once its payloads were checked. */
const causedBy = async (store: Store, run: () => Promise<unknown>) => {
  const before = new Set((await keptBy(store)).map(({ commit }) => commit))
  await run()
  const fresh = (await keptBy(store)).filter(({ commit }) => !before.has(commit))
  return new Set(
    fresh.map(({ data, of, type }) => {
      const declared = byType.get(type)!
      if (of === undefined)
        Schema.decodeUnknownSync(declared.data as Schema.Codec<unknown>)(data, { onExcessProperty: "error" })
      return declared.name
    })
  )
}

const line = { sku: "A", price: 1, quantity: 1 }
const placing = {
  shipping_flag: "not_required" as const,
  ...{ shipping_method: "x", shipping_cost: 0, payment_method: "y" },
  item_id: [line]
}
const product = { code: "A", title: "A", price: 1 }
const stocked = ({ api }: Store) => api.products.create({ ...product, quantity: 9 })
const placed = async (store: Store) => (await store.api.orders.create(placing)).order_id
const customer = async ({ api }: Store) =>
  (await api.customers.create({ email: "anna@example.com", fullname: "Anna Neri" })).client.id

/** Makes what a call needs, and gives the call. */
type Prepare = (store: Store) => Promise<() => Promise<unknown>>

/** Calls that cause what the call of an operation's subject does not. */
const further: Readonly<Record<string, ReadonlyArray<Prepare>>> = {
  "orders.create": [
    async (store) => {
      await stocked(store)
      return () => store.api.orders.create(placing)
    },
    ...([1, 2, 3, 7] as const).map(
      (order_status): Prepare =>
        async ({ api }) =>
        () =>
          api.orders.create({ ...placing, order_status })
    )
  ],
  "orders.update": [
    ...([1, 2, 3] as const).map(
      (status): Prepare =>
        async (store) => {
          const orderID = await placed(store)
          return () => store.api.orders.update({ orderID, status })
        }
    ),
    async (store) => {
      await stocked(store)
      const orderID = await placed(store)
      return () => store.api.orders.update({ orderID, status: 7 })
    }
  ],
  "products.update": [
    async (store) => {
      const { uid } = await stocked(store)
      return () => store.api.products.update({ uid, quantity: 3 })
    }
  ],
  "brands.remove": [
    async (store) => {
      const { uid } = await store.api.brands.create({ name: "Ramebruno" })
      await store.api.products.create({ ...product, brandUID: uid })
      return () => store.api.brands.remove({ uid }).then(cleared)
    }
  ],
  "categories.remove": [
    async (store) => {
      const { uid } = await store.api.categories.create({ name: "Kitchen" })
      await store.api.products.create({ ...product, categories: [uid] })
      return () => store.api.categories.remove({ uid }).then(cleared)
    }
  ],
  "taxes.remove": [
    async (store) => {
      const { id } = (await store.api.taxes.create({ name: "VAT", value: 22, countries: [380] })).tax_profile
      await store.api.products.create({ ...product, tax_profile: id })
      return () => store.api.taxes.remove({ id }).then(cleared)
    }
  ],
  "attributes.remove": [
    async (store) => {
      const { id } = await store.api.attributes.create({ label: "Weight", type: "text" })
      await store.api.products.create({ ...product, attributes: { [id]: "1 kg" } })
      return () => store.api.attributes.remove({ id }).then(cleared)
    }
  ],
  "b2b.removeListing": [
    async (store) => {
      const listing = await store.api.b2b.createListing({ name: "Trade" })
      const [attribute] = await store.api.attributes.list()
      await store.api.products.create({ ...product, attributes: { [attribute!.id]: "3" } })
      return () => store.api.b2b.removeListing({ id: listing.id }).then(cleared)
    }
  ],
  "customers.removeGroup": [
    async (store) => {
      const id = await customer(store)
      const group = await store.api.customergroups.create({ name: "Trade" })
      await store.api.customers.setGroup({ id, group_id: group.id })
      return () => store.api.customers.removeGroup({ id })
    }
  ],
  "customers.removeTags": [
    async (store) => {
      const id = await customer(store)
      await store.api.customers.addTags({ id, tags: ["a"] })
      return () => store.api.customers.removeTags({ id, tags: ["a"] })
    }
  ],
  "customers.batchAddTags": [
    async (store) => {
      await customer(store)
      return () => store.api.customers.batchAddTags({ email: ["anna@example.com"], tags: ["a"] })
    }
  ],
  "customers.batchRemoveTags": [
    async (store) => {
      const id = await customer(store)
      await store.api.customers.addTags({ id, tags: ["a"] })
      return () => store.api.customers.batchRemoveTags({ email: ["anna@example.com"], tag: "a" })
    }
  ],
  "customers.erase": [
    async (store) => {
      await customer(store)
      return () => store.operator.customers.erase({ shop: store.shop.id, email: "anna@example.com" })
    }
  ],
  "b2b.createUser": [
    async (store) => {
      await customer(store)
      const group = await store.api.customergroups.create({ name: "Trade" })
      return () =>
        store.api.b2b.createUser({ email: "anna@example.com", fullname: "Anna", customer_group_id: group.id })
    }
  ],
  "b2b.removeUser": [
    async (store) => {
      const group = await store.api.customergroups.create({ name: "Trade" })
      await store.api.b2b.createUser({ email: "anna@example.com", fullname: "Anna", customer_group_id: group.id })
      return () => store.api.b2b.removeUser({ email: "anna@example.com", customer: "delete" })
    }
  ]
}

/** A replay is another call of the operation that is sent again, which declares its events. */
const changing = entries(contract).filter(({ endpoint, id }) => endpoint.method !== "GET" && id !== "requests.replay")

it("are caused by exactly the operations that they declare", async () => {
  const caused = new Set<string>()
  const note = (entry: Entry, names: ReadonlySet<string>) => {
    for (const name of names) caused.add(`${name} by ${entry.id}`)
  }
  for (const entry of changing) {
    if (subjectOf(entry).unmade !== undefined) continue
    const store = await open()
    const parameters = await given(store, entry)
    note(
      entry,
      await causedBy(store, async () => {
        const { status, text } = await store.send(call(entry, parameters))
        expect(status, `${entry.id}: ${text}`).toBe(200)
      })
    )
    for (const prepare of further[entry.id] ?? []) {
      const another = await open()
      note(entry, await causedBy(another, await prepare(another)))
    }
  }
  const declared = Object.values<AnyEvent>(events).flatMap(({ by, name }) => by.map((id) => `${name} by ${id}`))
  expect([...caused].sort()).toEqual(declared.sort())
})
