import { readFileSync } from "node:fs"
import { join } from "node:path"
import { collections } from "@bottega/domain/areas"
import { shopDefaults } from "@bottega/domain/areas/shops"
import { all, bytes, get, installation, list, next, Storage, sequences } from "@bottega/storage"
import { Stream } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { insert } from "../../src/engine/decide/change.ts"
import { records } from "../../src/engine/records.ts"
import { shops } from "../../src/engine/trusted.ts"
import { examineStore } from "../../src/maintenance/doctor.ts"
import { exportedCollections, storeCollections } from "../../src/maintenance/scope.ts"
import { answersOf } from "./answers.ts"
import { exportOf, furnish, importOf, names, type Opened, open, sweep, ways } from "./given.ts"

afterAll(sweep)

const shared = names.filter((name) => name !== "memory")

/** The documents of an export, without the header, because its instant differs per export. */
const documents = (text: string) => text.split("\n").slice(1, -2)

const commit = (store: Opened, shop: string, ...drafts: ReadonlyArray<ReturnType<typeof insert>>) =>
  store.run(Storage.use(({ commit }) => commit(drafts.map((draft) => ({ shop, ...draft })))))

describe.each(ways())("from %s to %s", (from, to) => {
  it("every read gives the same answer, and nothing is left behind", async () => {
    const [source, target] = [open(from), open(to)]
    const shop = await furnish(source)
    const text = await exportOf(source, shop.id)
    expect(await importOf(target, text)).toMatchObject([
      { shop: shop.id, name: shop.name, group_number: 1, resumed: 0, already: false, still: true }
    ])
    const answers = await answersOf(source, shop)
    expect([...answers.values()].filter((answer) => answer.startsWith("200")).length).toBeGreaterThan(150)
    expect([...answers].filter(([, answer]) => answer.startsWith("401"))).toEqual([])
    expect(await answersOf(target, shop)).toEqual(answers)
    expect(documents(await exportOf(target, shop.id))).toEqual(documents(text))
    await Promise.all([source.close(), target.close()])
  })
})

describe("a moved shop", () => {
  let source: Opened
  let shop: string
  beforeAll(async () => {
    source = open("memory")
    shop = (await furnish(source)).id
  })

  it("is exported whole: every collection of the store moves, or stays for a reason", async () => {
    const staying = storeCollections
      .filter((collection) => !exportedCollections.includes(collection))
      .map(({ name }) => name)
    expect(staying.sort()).toEqual([
      "additions",
      "buckets",
      "bytes",
      "claims",
      "clocks",
      "counts",
      "eventqueue",
      "faults",
      "imports",
      "lastruns",
      "leases",
      "mailqueue",
      "makings",
      "marks",
      "orderdays",
      "orderdaysprogress",
      "outages",
      "processes",
      "pulls",
      "receivers",
      "removedorders",
      "served",
      "shapes",
      "signedin",
      "signincodes",
      "snapshots",
      "tokens",
      "uploads",
      "workers"
    ])
    expect(new Set([...exportedCollections.map(({ name }) => name), ...staying])).toEqual(
      new Set(storeCollections.map(({ name }) => name))
    )
  })

  it("never reuses a number that it had, nor does the store reuse one of the shop", async () => {
    const target = open("memory")
    await importOf(target, await exportOf(source, shop))
    const orders = await target.run(all(shop, collections.orders))
    const highest = Math.max(...orders.map(({ doc }) => Number(doc.short_id)))
    expect(await target.run(next(shop, "orders"))).toBeGreaterThan(highest)
    expect(await target.run(next(installation, "groups"))).toBe(2)
  })

  it("keeps its answers to idempotency keys, and leaves its counts of calls behind", async () => {
    const [from, to] = [open("memory"), open("memory")]
    const { id } = await furnish(from, 5)
    const answered = { id: "owner:key", fingerprint: "f", status: 200, body: '"\\n"', at: 1 }
    const count = { id: "owner:daily", since: 1, used: 7 }
    await commit(from, id, insert(records.answered, answered), insert(records.counts, count))
    await importOf(to, await exportOf(from, id))
    expect((await to.run(get(id, records.answered, answered.id)))?.doc).toEqual(answered)
    expect(await to.run(get(id, records.counts, count.id))).toBeUndefined()
  })

  it("leaves its snapshots behind, with the bytes that nothing else names", async () => {
    const from = open("memory")
    const { id } = await furnish(from, 5)
    const claim = await from.run(bytes.put(id, Stream.make(Buffer.from("a line")), { maxBytes: 100 }))
    const snapshot = { name: "A", at: 1, documents: 1, bytes: 6, digest: claim.sha256, files: [] }
    await commit(from, id, insert(collections.snapshots, snapshot))
    expect(await exportOf(from, id)).not.toContain(claim.sha256)
  })

  it("keeps its group number, or gets the store's next if another shop has it; its orders keep their ids", async () => {
    const target = open("memory")
    const other = { ...shopDefaults, id: "0123456789abcdef01234567", group_number: 1, name: "Here before" }
    await commit(target, installation, insert(collections.shops, other), insert(sequences, { name: "groups", next: 5 }))
    const text = await exportOf(source, shop)
    expect(await importOf(target, text)).toMatchObject([{ group_number: 5, group_number_before: 1 }])
    expect((await target.run(shops)).map(({ group_number, id }) => [id, group_number])).toEqual([
      [other.id, 1],
      [shop, 5]
    ])
    expect(await target.run(next(installation, "groups"))).toBe(6)
    const moved = await exportOf(target, shop)
    expect(documents(moved).slice(0, -1)).toEqual(documents(text).slice(0, -1))
  })

  it("is exported with the other shops of its store in one file", async () => {
    const from = open("memory")
    const first = await furnish(from, 5)
    const second = { ...shopDefaults, id: "0123456789abcdef01234567", group_number: 2, name: "Second" }
    await commit(from, installation, insert(collections.shops, second))
    const target = open("memory")
    const text = (await exportOf(from, first.id)) + (await exportOf(from, second.id))
    expect(await importOf(target, text)).toMatchObject([{ shop: first.id }, { shop: second.id, documents: 1 }])
    expect(await target.run(shops)).toEqual(await from.run(shops))
  })

  it("is not exported while one of its texts is damaged", async () => {
    const from = open("memory")
    const { id } = await furnish(from, 5)
    const broken = { ...collections.orders, encode: () => "{" }
    const [order] = await from.run(list(id, collections.orders, { limit: 1 }))
    const write = { shop: id, collection: broken, key: order!.row.key, expect: order!.version, doc: order!.doc }
    await from.run(Storage.use(({ commit }) => commit([write])))
    await expect(exportOf(from, id)).rejects.toMatchObject({
      message: `The text of the document ${order!.row.key} of orders cannot be read; bottega doctor finds what else is damaged, and bottega export --salvage exports the rest.`
    })
  })

  it("must be there", async () => {
    await expect(exportOf(source, "none")).rejects.toMatchObject({ message: "There is no shop none." })
  })

  it.each(shared)("is imported by one of two concurrent imports into %s", async (adapter) => {
    const target = open(adapter)
    const twin = open(adapter, target.file)
    const text = await exportOf(source, shop)
    const settled = await Promise.allSettled([importOf(target, text, {}, 4096), importOf(twin, text, {}, 4096)])
    const lost = settled.filter(({ status }) => status === "rejected")
    // One of two concurrent imports fails; on a busy machine, one may finish before the other begins.
    for (const { reason } of lost as ReadonlyArray<PromiseRejectedResult>)
      expect(reason.message).toMatch(/nother import of the same shop is running|The store already has a shop/)
    await importOf(target, text)
    expect(documents(await exportOf(target, shop))).toEqual(documents(text))
    await Promise.all([target.close(), twin.close()])
  })
})

it("a file of the first format can always be imported, whatever its documents lacked", async () => {
  const store = open("memory")
  const text = readFileSync(join(import.meta.dirname, "format-1.ndjson"), "utf8")
  const [moved] = await importOf(store, text)
  const reported: Array<string> = []
  await store.run(examineStore({ onWrong: (sentence) => reported.push(sentence) }))
  expect(reported).toEqual([])
  const [shop] = await store.run(shops)
  const answers = await answersOf(store, shop!)
  expect((await store.run(all(moved!.shop, collections.coupons))).map(({ doc }) => doc.used)).toEqual([1, 0])
  expect(JSON.parse(answers.get(`ledger.list?shop=${moved!.shop}`)!.slice(4))).toMatchObject([
    { sku: "MUG-1", delta: -2, quantity: 8, reason: "order" },
    { sku: "MUG-1", delta: 10, quantity: 10, reason: "create" }
  ])
  expect((await store.run(all(moved!.shop, collections.customers)))[0]?.doc).toMatchObject({
    registered: null
  })
})
