/** The free texts of other people's orders lose the address of a person whose data were erased, in the background. */
import { existsSync, readFileSync } from "node:fs"
import { collections } from "@bottega/domain/areas"
import type { Order } from "@bottega/domain/areas/orders"
import { all, get, installation } from "@bottega/storage"
import { afterAll, describe, expect, it } from "vitest"
import { allCollections } from "../../../src/collections.ts"
import { search, searching } from "../../../src/engine/background/searching.ts"
import { type Step, stepped } from "../../../src/engine/background/worker.ts"
import { records } from "../../../src/engine/records.ts"
import { examineStore } from "../../../src/maintenance/doctor.ts"
import { exportOf, importOf, names, type Opened, open, sweep } from "../../maintenance/given.ts"
import { answeredWith, begun } from "../../personal-shop.ts"

afterAll(sweep)

const email = "anna.neri@example.com"
const written = "Anna.Neri@Example.COM"
const longer = `jo${email}, ${email}.br`

const orderOf = (billing_email: string, texts: object = {}) => ({
  ...{ billing_email, billing_fullname: "Anna Neri", billing_address: "Via Roma 1", billing_city: "Roma" },
  ...{ billing_postal_code: "00100", billing_country: "IT", billing_state: "RM", billing_phone: "1" },
  ...{ shipping_flag: "not_required", shipping_method: "x", shipping_cost: 3, payment_method: "x" },
  ...{ item_id: [{ sku: "x", price: 5, quantity: 2 }], ...texts }
})

/** The texts of an order that somebody else placed; each names the person. */
const mentioned = {
  ...{ message: `Ring ${written}, not ${longer}`, tags: `vip,of ${email}`, shipping_method: `by ${email}` },
  ...{ marketplaceDetails: { note: `from ${email} today` }, billing_address: `c/o ${email}`, require_invoice: 1 },
  digital_invoice: { type: "person", person_tax_number: "X", person_pec_address: email },
  item_id: [
    { sku: "x", price: 5, quantity: 2, options: `for <${email}>`, title: email },
    { sku: "x", price: 5, quantity: 1, options: "plain", title: "Mug" }
  ]
}

/** A shop with an order of the person, `count` orders of others of which the last one names the person, and a namesake. */
const filled = async (name: string, count = 3) => {
  const store = open(name)
  const shop = await begun(store)
  const place = async (given: object) =>
    (await answeredWith(200, shop.call("POST", "/v1.1/orders/order.json", given))).order_id as string
  const own = await place(orderOf(email, { message: "Anna Neri" }))
  for (let n = 1; n < count; n++) await place(orderOf("bob@example.com"))
  const other = await place(orderOf("bob@example.com", mentioned))
  const order = async (id: string) => (await store.run(get(shop.shop, collections.orders, id)))!.doc
  return { store, shop, place, own, other, order }
}

const doctor = async (store: Opened) => {
  const wrong: Array<string> = []
  const { notes, pending } = await store.run(examineStore({ onWrong: (sentence) => wrong.push(sentence) }))
  return { notes, pending, wrong }
}

const expected = (before: Order): Order => ({
  ...before,
  message: `Ring , not ${longer}`,
  method: "by ",
  tags: ["vip"],
  marketplaceDetails: { note: "from  today" },
  billing: { ...before.billing, addr1: "c/o " },
  invoice: { ...before.invoice!, person_pec_address: "" },
  cart: {
    ...before.cart,
    shippingProfile: "by ",
    items: {
      "0#|#for <>": { ...Object.values(before.cart.items)[0]!, options: "for <>", title: "x" },
      "0#|#plain": before.cart.items["0#|#plain"]!
    }
  }
})

describe.each(names)("in %s", (name) => {
  it("an erasure takes the address, and nothing else, out of orders that other people placed before it", async () => {
    const { order, other, place, shop, store } = await filled(name)
    const before = await order(other)
    expect(await answeredWith(200, shop.erase({ email: written }))).toMatchObject({ orders: 1, pending: 1 })
    const later = await place(orderOf("bob@example.com", mentioned))
    const untouched = await order(later)
    expect(await order(other)).toEqual(before)
    expect(await doctor(store)).toMatchObject({
      pending: 1,
      notes: [expect.stringMatching(/other people's orders: 1\.$/)]
    })
    await store.run(search(allCollections, stepped))
    expect(await order(other)).toEqual(expected(before))
    expect(await order(later)).toEqual(untouched)
    expect(await doctor(store)).toEqual({ pending: 0, notes: [], wrong: [] })
    expect(await store.run(all(installation, records.searches))).toEqual([])
    expect(await store.run(searching(allCollections).pending!)).toBe(false)
    await store.close()
  })
})

it.each(["memory", "sqlite"])("a search in %s goes on where it ended, in steps of a bounded size", async (name) => {
  const count = 520
  const { order, other, shop, store } = await filled(name, count)
  const before = await order(other)
  await answeredWith(200, shop.erase({ email }))
  const places: Array<unknown> = []
  let steps = 0
  for (;;) {
    // One step of each process is committed, and the next one never is.
    let left = 1
    const dying: Step = (one) => {
      if (left-- === 0) throw new Error("the process ended")
      steps++
      return stepped(one)
    }
    const ended = await store.run(search(allCollections, dying)).then(
      () => true,
      () => false
    )
    const [record] = await store.run(all(installation, records.searches))
    places.push(record?.doc.after)
    if (ended) break
    expect(record?.doc.email).toBe(email)
  }
  // The last step is that of the messages, of which there are none.
  expect(steps).toBe(Math.ceil((count + 1) / 250) + 1)
  expect(new Set(places).size).toBe(steps)
  expect(await order(other)).toEqual(expected(before))
  await store.close()
})

it("a second erasure counts the first one, and the search of a moved shop goes on there", async () => {
  const { order, other, own, shop, store } = await filled("memory")
  const before = await order(other)
  await answeredWith(200, shop.erase({ email }))
  const text = await exportOf(store, shop.shop)
  expect(await answeredWith(200, shop.erase({ email: "bob@example.com" }))).toMatchObject({ pending: 2 })
  const moved = open("memory")
  await importOf(moved, text)
  await moved.run(search(allCollections, stepped))
  expect((await moved.run(get(shop.shop, collections.orders, other)))!.doc).toEqual(expected(before))
  expect(JSON.stringify(await order(own))).not.toContain("Neri")
  await Promise.all([moved.close(), store.close()])
})

it("a search begins only for a person about whom something was erased, and a repeat of the erasure finds nothing more", async () => {
  const { shop, store } = await filled("memory")
  const { status } = await shop.erase({ email: "nobody@example.com" })
  expect(status).toBe(404)
  expect(await store.run(all(installation, records.searches))).toEqual([])
  await answeredWith(200, shop.erase({ email }))
  expect((await shop.erase({ email })).status).toBe(404)
  expect((await store.run(all(installation, records.searches))).map(({ doc }) => doc.email)).toEqual([email])
  await store.close()
})

it("no byte of a SQLite file names a person after the erasure and a checkpoint", async () => {
  const person = "zoe.quark@example.com"
  const store = open("sqlite")
  const shop = await begun(store)
  const place = (given: object) => answeredWith(200, shop.call("POST", "/v1.1/orders/order.json", given))
  const others = { message: `For ${person}`, item_id: [{ sku: "x", price: 5, quantity: 1, options: `of ${person}` }] }
  // Orders between those of others, and one of several pages.
  for (let n = 0; n < 60; n++) {
    await place(orderOf(`buyer${n}@example.com`, n % 4 === 0 ? others : {}))
    if (n % 3 === 0) await place(orderOf(person, { message: `${person} `.repeat(n === 30 ? 2000 : 1) }))
  }
  expect(await answeredWith(200, shop.erase({ email: person }))).toMatchObject({ orders: 20 })
  await store.run(search(allCollections, stepped))
  await store.close()
  expect(existsSync(`${store.file}-wal`)).toBe(false)
  const bytes = readFileSync(store.file).toString("latin1").toLowerCase()
  expect(bytes).toContain("buyer59@example.com")
  const at = [...bytes.matchAll(/zoe\.quark/g)].map(({ index }) => bytes.slice(index - 60, index + 60))
  expect(at).toEqual([])
})
