/** No stored document and no export names a person whose data were erased, and an erasure that broke off can be completed. */
import { collections } from "@bottega/domain/areas"
import { all, type Row, Storage, Unavailable } from "@bottega/storage"
import { afterAll, describe, expect, it } from "vitest"
import { allCollections } from "../src/collections.ts"
import { insert } from "../src/engine/change.ts"
import { digest } from "../src/engine/ids.ts"
import { records } from "../src/engine/records.ts"
import { examineStore } from "../src/maintenance/doctor.ts"
import { documentOwners, storeCollections } from "../src/maintenance/scope.ts"
import { exportOf, names, type Opened, open, sweep } from "./maintenance/given.ts"
import { answeredWith, begun, email, fill, marks, unloaded } from "./personal-shop.ts"

afterAll(sweep)

const { couponUses, coupons, giftCardLedger } = collections
/** Where a text is stored: the collection and the text of each row that contains it. */
const found = async (store: Opened, texts: ReadonlyArray<string>) => {
  const owners = await store.run(documentOwners)
  const rows: Array<readonly [string, Row]> = []
  for (const owner of owners)
    for (const collection of storeCollections)
      for (const { row } of await store.run(all(owner, collection))) rows.push([collection.name, row])
  // Another person's address ends like the person's own one.
  const without = (text: string) => text.toLowerCase().replaceAll(/(jo|b2b\.)anna\.neri@example\.com/g, "")
  const held = (text: string) => texts.filter((mark) => without(text).includes(mark.toLowerCase()))
  const kept = rows.flatMap(([name, { key, text }]) =>
    held(`${key} ${text}`).map((mark) => `${name}: ${mark} in ${text}`)
  )
  for (const owner of owners.slice(1)) kept.push(...held(await exportOf(store, owner)).map((mark) => `export: ${mark}`))
  return kept
}

const faults = async (store: Opened) => {
  const reported: Array<string> = []
  await store.run(examineStore({ onWrong: (sentence) => reported.push(sentence) }))
  return reported
}

it("every collection of a store declares what it holds of a person", () => {
  expect(allCollections.filter(({ personal }) => personal === undefined).map(({ name }) => name)).toEqual([])
  const lists = allCollections.flatMap(({ personal }) =>
    personal === undefined || personal === "none" ? [] : [personal.as]
  )
  expect(new Set(lists).size).toBe(lists.length)
})

describe.each(names)("in %s", (name) => {
  it("nothing stored and nothing exported names a person after the erasure", async () => {
    const store = open(name)
    const shop = await begun(store)
    const { id, orders, other, trader, uid } = await fill(shop)
    const texts = [...marks, id]
    expect((await found(store, texts)).length).toBeGreaterThan(20)
    expect(await faults(store)).toEqual([])
    const sums = () => store.run(all(shop.shop, collections.orders)).then((all) => all.map(({ doc }) => doc.total))
    const before = { sums: await sums(), uses: await store.run(all(shop.shop, couponUses)) }
    expect(await shop.erase({ email })).toMatchObject({ status: 409, json: { error: { type: "conflict" } } })
    await answeredWith(200, shop.call("GET", "/v1.1/clients/client.json", { id }))
    await unloaded(shop, uid)
    const ledger = await store.run(all(shop.shop, giftCardLedger))
    expect(await answeredWith(200, shop.erase({ email }))).toMatchObject({ orders: orders.length })
    expect(await store.run(all(shop.shop, giftCardLedger))).toEqual(ledger)
    const { addresses } = await answeredWith(200, shop.call("GET", "/v1.1/useraccount/addresses.json", { uid: trader }))
    expect(addresses).toMatchObject([{ fullname: "Trader", principalAddress: true }])
    expect(await found(store, texts)).toEqual([])
    expect(await faults(store)).toEqual([])
    expect({ sums: await sums(), uses: await store.run(all(shop.shop, couponUses)) }).toEqual(before)
    expect((await store.run(all(shop.shop, coupons)))[0]?.doc).toMatchObject({
      used: 1,
      rules: { users_email: [`jo${email}`] }
    })
    await answeredWith(200, shop.call("GET", "/v1.1/clients/client.json", { id: other }))
    await store.close()
  })
})

it.each(["id", "email"])("an erasure by %s that breaks off at any commit is completed by a repeat", async (by) => {
  let left = Number.POSITIVE_INFINITY
  const broken = new Unavailable({ reason: "unreachable", cause: "test" })
  const sizes: Array<number> = []
  for (let commits = 0, completed = false; !completed; commits++) {
    const store = open("memory")
    left = Number.POSITIVE_INFINITY
    const shop = await begun(store, (writes) => {
      if (left !== Number.POSITIVE_INFINITY) sizes.push(writes.length)
      return left-- > 0 ? undefined : broken
    })
    const { id, uid } = await fill(shop)
    await unloaded(shop, uid)
    const asked = by === "id" ? { id } : { email }
    left = commits
    const { status } = await shop.erase(asked)
    completed = status === 200
    left = Number.POSITIVE_INFINITY
    if (!completed) {
      expect(status).toBe(503)
      if (commits > 0) expect((await faults(store)).join()).toContain("send its call again")
      await answeredWith(200, shop.erase(asked))
    } else expect(commits).toBeGreaterThan(4)
    expect(await found(store, [...marks, id])).toEqual([])
    expect(await faults(store)).toEqual([])
    await store.close()
  }
  expect(Math.max(...sizes)).toBeLessThanOrEqual(500)
})

it("documents of older versions lose the person too", async () => {
  const store = open("memory")
  const shop = await begun(store)
  const { orders, uid } = await fill(shop)
  await unloaded(shop, uid)
  const [use] = await store.run(all(shop.shop, couponUses))
  expect(use?.doc).toMatchObject({ orderID: orders[0], email: digest(email.toLowerCase()) })
  const older = { ...use!.doc, email: email.toLowerCase() }
  const { key, version } = use!.row
  const answer = { id: `owner:for ${email}`, fingerprint: "", status: 200, body: "{}", at: 1 }
  await store.run(
    Storage.use(({ commit }) =>
      commit([
        { shop: shop.shop, collection: couponUses, key, expect: version, doc: older },
        { shop: shop.shop, ...insert(records.answered, answer) }
      ])
    )
  )
  await answeredWith(200, shop.erase({ email }))
  expect(await found(store, marks)).toEqual([])
  expect((await store.run(all(shop.shop, couponUses)))[0]?.doc).toEqual(use!.doc)
  await store.close()
})
