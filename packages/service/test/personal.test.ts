/** No stored document and no export names a person whose data were erased, and an interrupted erasure can be completed. */
import { rmSync } from "node:fs"
import { collections } from "@bottega/domain/areas"
import type { Collection, Lookup } from "@bottega/domain/contract"
import { all, type Row, Storage, Unavailable } from "@bottega/storage"
import { adapters } from "@bottega/storage/adapters"
import { ManagedRuntime } from "effect"
import { afterAll, describe, expect, it } from "vitest"
import { erasedUpTo } from "../src/areas/requests/kept.ts"
import { allCollections } from "../src/collections.ts"
import { search } from "../src/engine/background/searching.ts"
import { stepped } from "../src/engine/background/worker.ts"
import { insert } from "../src/engine/decide/change.ts"
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
  const others = /(jo|b2b\.)anna\.neri@example\.com/g
  // The event of the removal keeps the ids, by which receivers remove what they have; nothing else may have them.
  const removal = /"type":108,"data":\{"id":"[0-9a-f]{24}","useruid":\d+\},"outlivesperson":true/g
  const without = (text: string) => text.toLowerCase().replaceAll(others, "").replaceAll(removal, "")
  // A random id may contain the digits of a number.
  const isIn = (mark: string, text: string) =>
    /^\d+$/.test(mark) ? new RegExp(`(?<![\\da-f])${mark}(?![\\da-f])`).test(text) : text.includes(mark.toLowerCase())
  const held = (text: string) => texts.filter((mark) => isIn(mark, without(text)))
  const kept = rows.flatMap(([name, { key, text }]) =>
    held(`${key} ${text}`).map((mark) => `${name}: ${mark} in ${text}`)
  )
  for (const owner of owners.slice(1)) kept.push(...held(await exportOf(store, owner)).map((mark) => `export: ${mark}`))
  return kept
}

/** Runs the background work that an erasure leaves. */
const searched = (store: Opened) => store.run(search(allCollections, stepped))

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
    await searched(store)
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

/** The rows that an erasure reads after a number of events and kept answers that name others. */
const readAfter = async (events: number) => {
  const store = open("memory")
  let rows = 0
  const shop = await begun(store, undefined, (found) => (rows += found))
  const { uid } = await fill(shop)
  await unloaded(shop, uid)
  const others = Array.from({ length: events }, (_, n) => {
    const data = { email: `other${n}@example.com`, id: n.toString(16).padStart(24, "0") }
    const answer = { id: `owner:${n}`, fingerprint: "", status: 400, body: JSON.stringify(data), at: 4e12 }
    const happened = { id: `0${n}`, at: 0, instance: null, requestId: "", events: [{ type: 3, data }] }
    return [insert(records.answered, answer), insert(records.outbox, happened)].map((draft) => ({
      shop: shop.shop,
      ...draft
    }))
  })
  await store.run(Storage.use(({ commit }) => commit(others.flat())))
  rows = 0
  await answeredWith(200, shop.erase({ email }))
  await searched(store)
  expect(await found(store, marks)).toEqual([])
  await store.close()
  return rows
}

it("an erasure reads the same rows however many events and kept answers name others", async () => {
  const few = await readAfter(3)
  expect(few).toBeGreaterThan(10)
  expect(await readAfter(2000)).toBe(few)
})

it("an order writes no entry for its event and its kept answer, because they name nobody", async () => {
  const store = open("memory")
  const shop = await begun(store)
  await fill(shop)
  const { person: inOutbox } = records.outbox.lookups as Record<string, Lookup<unknown>>
  const { person: inAnswers } = records.answered.lookups as Record<string, Lookup<unknown>>
  const events = (await store.run(all(shop.shop, records.outbox))).filter(({ doc }) =>
    doc.events.every(({ orderID }) => orderID !== undefined)
  )
  expect(events.length).toBeGreaterThan(0)
  for (const { doc } of events) expect(inOutbox!.of(doc)).toEqual([])
  const answers = (await store.run(all(shop.shop, records.answered))).filter(({ doc }) =>
    doc.body?.includes("order_id")
  )
  expect(answers.length).toBeGreaterThan(0)
  for (const { doc } of answers) expect(inAnswers!.of(doc)).toEqual([])
  await store.close()
})

it("events and kept answers that were stored before they had a lookup for people lose the person too", async () => {
  const without = <Doc>(collection: Collection<Doc>): Collection<Doc> => {
    const { person: _, ...lookups } = collection.lookups as Record<string, Lookup<Doc>>
    return { ...collection, lookups }
  }
  const before = allCollections.map((one) => (typeof one.personal === "object" ? without(one as Collection) : one))
  const sqlite = adapters.find((one) => one.name === "sqlite")!
  const first = open("sqlite")
  const { file } = first
  await first.close()
  rmSync(file, { force: true })
  const old = ManagedRuntime.make(sqlite.open(file, before))
  const run: Opened["run"] = (effect) => old.runPromise(effect)
  const made = await begun({ file, run, close: () => old.dispose() })
  const { uid } = await fill(made)
  await unloaded(made, uid)
  await old.dispose()
  const store = open("sqlite", file)
  const shop = await begun(store)
  await answeredWith(200, shop.operator("DELETE", "/control/v1/customers/data.json", { shop: made.shop, email }))
  await searched(store)
  expect(await found(store, marks)).toEqual([])
  await store.close()
})

it.each(["id", "email"])("an erasure by %s that is interrupted at any commit is completed by a repeat", async (by) => {
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
    await searched(store)
    expect(await found(store, [...marks, id])).toEqual([])
    expect(await faults(store)).toEqual([])
    // By it, other processes forget what was sent and answered.
    const raised = await store.run(all(shop.shop, records.marks))
    expect(raised.map(({ doc }) => doc.name)).toContain(erasedUpTo)
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
  await searched(store)
  expect(await found(store, marks)).toEqual([])
  expect((await store.run(all(shop.shop, couponUses)))[0]?.doc).toEqual(use!.doc)
  await store.close()
})
