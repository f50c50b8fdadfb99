/** Messages that are kept and not sent: many are written out together, and none of them suffers from another one. */
import { collections } from "@bottega/domain/areas"
import { type Adapter, Stale } from "@bottega/storage"
import { Effect } from "effect"
import { afterEach, expect, it } from "vitest"
import { begin } from "./given.ts"

const closing: Array<() => Promise<unknown>> = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** A store whose process has all the time in the world, and the collections of each commit of the worker. */
const ground = async () => {
  const begun = await begin(undefined, { elapsedNs: () => 0n })
  closing.push(begun.close)
  const commits: Array<ReadonlyArray<string>> = []
  const counting: Adapter = {
    ...begun.storage,
    commit: (writes, guards) => {
      if (writes.length > 0) commits.push(writes.map(({ collection }) => collection.name))
      return begun.storage.commit(writes, guards)
    }
  }
  return { ...begun, commits, counting }
}

interface Shown {
  readonly state: string
  readonly html: string
  readonly to: string
}

const statesOf = (messages: ReadonlyArray<Shown>) =>
  Object.fromEntries(messages.map(({ html, state, to }) => [to, html === "" ? `${state}, without a text` : state]))

it("forty messages of a shop are one commit", async () => {
  const { commits, counting, shopOf, work } = await ground()
  const shop = await shopOf({})
  for (let n = 0; n < 40; n++) await shop.order(`buyer${n}@posta.it`)
  expect(await work(counting)).toBe(true)
  expect(Object.values(statesOf(await shop.messages()))).toEqual(Array(40).fill("kept"))
  expect(commits.map((names) => names.length)).toEqual([80])
})

it("long messages are several commits", async () => {
  const { commits, counting, shopOf, work } = await ground()
  const shop = await shopOf({})
  const message = `<p>${"Thank you. ".repeat(10_000)}</p>`
  await shop.call("PUT", "/v1.1/emails/template.json", { id: 2, locale: "it_IT", subject: "Thanks", message })
  for (let n = 0; n < 9; n++) await shop.order(`buyer${n}@posta.it`)
  expect(await work(counting)).toBe(true)
  expect(Object.values(statesOf(await shop.messages()))).toEqual(Array(9).fill("kept"))
  expect(commits.map((names) => names.length)).toEqual([6, 6, 6])
})

it("the messages of each shop are a commit of their own", async () => {
  const { commits, counting, shopOf, work } = await ground()
  for (const count of [3, 1, 2]) {
    const shop = await shopOf({})
    for (let n = 0; n < count; n++) await shop.order(`buyer${n}@posta.it`)
  }
  expect(await work(counting)).toBe(true)
  expect(commits.map((names) => names.length).sort()).toEqual([2, 4, 6])
})

it("one that the program cannot handle is tried later, and the others are kept", async () => {
  const { counting, shopOf, work } = await ground()
  const shop = await shopOf({})
  const ids: Array<string> = []
  for (const name of ["anna", "bruno", "carla"]) ids.push(await shop.order(`${name}@posta.it`))
  const find: Adapter["find"] = (of, collection, query) =>
    collection.name === collections.orders.name && JSON.stringify(query.where).includes(ids[1]!)
      ? Effect.die("This order cannot be read.")
      : counting.find(of, collection, query)
  expect(await work({ ...counting, find })).toBe(false)
  const left = { "anna@posta.it": "kept", "bruno@posta.it": "queued, without a text", "carla@posta.it": "kept" }
  expect(statesOf(await shop.messages())).toEqual(left)
})

it("are not written out again because a follower has seen later events", async () => {
  const { counting, shopOf, work } = await ground()
  const shop = await shopOf({})
  for (let n = 0; n < 5; n++) await shop.order(`buyer${n}@posta.it`)
  let [isFirst, ordersRead] = [true, 0]
  const stale = new Stale({ shop: shop.id, collection: collections.hooks.name, key: "hooks" })
  const commit: Adapter["commit"] = (writes, guards) => {
    if (!isFirst || writes.length === 0) return counting.commit(writes, guards)
    isFirst = false
    return Effect.fail(stale)
  }
  const find: Adapter["find"] = (of, collection, query) => {
    if (collection.name === collections.orders.name) ordersRead++
    return counting.find(of, collection, query)
  }
  expect(await work({ ...counting, commit, find })).toBe(true)
  expect(Object.values(statesOf(await shop.messages()))).toEqual(Array(5).fill("kept"))
  expect([isFirst, ordersRead]).toEqual([false, 5])
})

it("a message that changes while the others are written out is written out as it is then", async () => {
  const { counting, operator, shopOf, work } = await ground()
  const shop = await shopOf({})
  await shop.order("anna@posta.it")
  await shop.order("bruno@posta.it")
  let isFirst = true
  const commit: Adapter["commit"] = (writes, guards) => {
    if (!isFirst || writes.length === 0) return counting.commit(writes, guards)
    isFirst = false
    const erased = operator("DELETE", "/control/v1/customers/data.json", { shop: shop.id, email: "anna@posta.it" })
    return Effect.andThen(
      Effect.promise(() => erased),
      counting.commit(writes, guards)
    )
  }
  expect(await work({ ...counting, commit })).toBe(true)
  expect(statesOf(await shop.messages())).toEqual({ "bruno@posta.it": "kept" })
})
