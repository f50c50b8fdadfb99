/** The order of brands in the store: how much a move writes, how the list is read, and what doctor reports of it. */
import { collections } from "@bottega/domain/areas"
import { type Brand, brandFrom, orderKey } from "@bottega/domain/areas/brands"
import type { Collection, Key } from "@bottega/domain/contract"
import { all, Storage } from "@bottega/storage"
import { Effect } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { insert } from "../src/engine/decide/change.ts"
import { trusted } from "../src/engine/trusted.ts"
import { inProcessTransport } from "../src/in-process.ts"
import { examineStore } from "../src/maintenance/doctor.ts"
import { makeService } from "../src/service.ts"
import { exportOf, furnish, importOf, type Opened, open } from "./maintenance/given.ts"

const { brandOrders, brands } = collections
let store: Opened
let shop: string
let send: (method: string, path: string, body?: string) => Promise<ReturnType<typeof JSON.parse>>
/** What the last commits wrote, by collection. */
let written: Array<string> = []
/** The number of rows and characters of the largest read of brands. */
let largest = { rows: 0, characters: 0 }

beforeAll(async () => {
  store = open("memory")
  const demo = await furnish(store, 10)
  shop = demo.id
  const service = await store.run(
    Storage.use((storage) =>
      Effect.provideService(
        makeService(),
        Storage,
        Storage.of({
          ...storage,
          commit: (writes, guards) => {
            written.push(...writes.map(({ collection }) => collection.name))
            return storage.commit(writes, guards)
          },
          find: (owner, collection, query) =>
            Effect.tap(storage.find(owner, collection, query), (rows) =>
              Effect.sync(() => {
                if (collection.name !== brands.name) return
                const characters = rows.reduce((sum, { text }) => sum + text.length, 0)
                largest = {
                  rows: Math.max(largest.rows, rows.length),
                  characters: Math.max(largest.characters, characters)
                }
              })
            )
        })
      )
    )
  )
  const transport = inProcessTransport(trusted(service, demo), (effect) => Effect.runPromise(effect))
  send = async (method, path, body = "") => {
    const { status, text } = await transport({
      method,
      path: `/v1.1/brands/${path}.json`,
      query: "",
      headers: {},
      body
    })
    expect(status).toBe(200)
    return JSON.parse(await text())
  }
})
afterAll(() => store.close())

const commit = (writes: ReadonlyArray<ReturnType<typeof insert>>) =>
  store.run(Storage.use(({ commit }) => commit(writes.map((write) => ({ ...write, shop })))))

/** Replaces the brands of the shop by these, in this order. */
const put = async (made: ReadonlyArray<Brand>, uids: ReadonlyArray<number>) => {
  for (const collection of [brands, brandOrders] as ReadonlyArray<Collection>)
    for (const { row } of await store.run(all(shop, collection)))
      await commit([{ collection, key: row.key, expect: row.version, doc: undefined }])
  for (let at = 0; at < made.length; at += 500) await commit(made.slice(at, at + 500).map((one) => insert(brands, one)))
  await commit([insert(brandOrders, { uids })])
}
const brandOf = (uid: number, description = ""): Brand =>
  brandFrom({ name: `Brand ${uid}` }, { uid, slug: `brand-${uid}`, description })
const numbers = (count: number) => Array.from({ length: count }, (_, n) => n + 1)

it("writes one document to move one among 1,000, and none to leave it in its place", async () => {
  await put(
    numbers(1000).map((uid) => brandOf(uid)),
    numbers(1000)
  )
  written = []
  for (const [from, to] of [
    [1, 1000],
    [1000, 1],
    [500, 501],
    [7, 7]
  ] as const) {
    const listed: ReadonlyArray<{ readonly uid: number }> = await send("GET", "list")
    const answer = await send("PUT", "setPosition", `brandUID=${listed[from - 1]!.uid}&position=${to}`)
    expect(answer).toEqual({ updated: from !== to, previous_position: from, actual_position: to })
  }
  expect(written).toEqual(["brandorders", "brandorders", "brandorders"])
})

it("lists 10,000 in their order, a few at a time", async () => {
  const uids = numbers(10_000)
  const order = uids.toReversed()
  await put(
    uids.map((uid) => brandOf(uid)),
    order
  )
  largest = { rows: 0, characters: 0 }
  const listed: ReadonlyArray<{ readonly uid: number }> = await send("GET", "list")
  expect(listed.map(({ uid }) => uid)).toEqual(order)
  expect(largest.rows).toBeLessThanOrEqual(64)
})

it("lists long texts in fewer at a time", async () => {
  const long = "x".repeat(200_000)
  const uids = numbers(70)
  const order = [...uids.slice(30), ...uids.slice(0, 30)]
  await put(
    uids.map((uid) => brandOf(uid, uid % 2 === 0 ? long : "short")),
    [...order, 9999]
  )
  largest = { rows: 0, characters: 0 }
  const listed: ReadonlyArray<{ readonly uid: number; readonly description: string }> = await send("GET", "list")
  expect(listed.map(({ uid }) => uid)).toEqual(order)
  for (const { description, uid } of listed) expect(description).toHaveLength(uid % 2 === 0 ? long.length : 5)
  expect(largest.characters).toBeLessThan(1024 * 1024)
})

const reported = async (opened: Opened): Promise<ReadonlyArray<string>> => {
  const sentences: Array<string> = []
  await opened.run(examineStore({ onWrong: (sentence) => sentences.push(sentence) }))
  return sentences.map((sentence) => sentence.replace(`Shop ${shop}: `, ""))
}

it("has each brand exactly once in its order, or doctor reports it", async () => {
  const made = numbers(3).map((uid) => brandOf(uid))
  const reportedOf = async (uids: ReadonlyArray<number>) => {
    await put(made, uids)
    return reported(store)
  }
  // The brands of the demo shop are replaced by these, so its counter and its products do not fit them.
  const others =
    /^the counter brands would give \d+ next|every brand that a product names|^the product \d+ names the brand/
  const wrong = async (uids: ReadonlyArray<number>) =>
    (await reportedOf(uids)).filter((sentence) => !others.test(sentence))
  expect(await wrong([2, 1, 3])).toEqual([])
  expect(await wrong([2, 3])).toEqual(["the brand 1 has no position."])
  expect(await wrong([2, 1, 3, 9])).toEqual(["the brand 9 has a position and does not exist."])
  expect(await wrong([2, 1, 3, 2])).toEqual(["a brand has two positions."])
})

it("can be moved and removed where a damaged order lacks them", async () => {
  await put(
    numbers(3).map((uid) => brandOf(uid)),
    [2]
  )
  await send("DELETE", "brand", "uid=3")
  await send("PUT", "setPosition", "brandUID=1&position=1")
  expect((await send("GET", "list")).map(({ uid }: { readonly uid: number }) => uid)).toEqual([1, 2])
})

it("moves with the shop", async () => {
  await put(
    numbers(3).map((uid) => brandOf(uid, "<b>Bags</b>")),
    [2, 3, 1]
  )
  const other = open("memory")
  await importOf(other, await exportOf(store, shop))
  const documents = async <Doc>(
    opened: Opened,
    collection: Collection<Doc>
  ): Promise<ReadonlyArray<readonly [Key, Doc]>> =>
    (await opened.run(all(shop, collection))).map(({ doc, row }) => [row.key, doc])
  expect(await documents(other, brands)).toEqual(await documents(store, brands))
  expect(await documents(other, brandOrders)).toEqual([[orderKey, { uids: [2, 3, 1] }]])
  await other.close()
})
