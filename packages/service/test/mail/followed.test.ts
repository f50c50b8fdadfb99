/** Followers of a shop's mails: no state is left out, also if its commit was decided before anyone followed. */
import { collections } from "@bottega/domain/areas"
import type { FollowedMail } from "@bottega/domain/areas/follow"
import { outbox } from "@bottega/domain/contract"
import { type Adapter, all } from "@bottega/storage"
import { Effect } from "effect"
import { afterEach, describe, expect, it } from "vitest"
import { names, open, sweep } from "../maintenance/given.ts"
import { type Begun, begin, settingsFor, TestServer } from "./given.ts"

const closing: Array<() => Promise<unknown>> = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
  sweep()
})

const ground = async (name: string, before?: (commit: Adapter["commit"]) => Adapter["commit"]) => {
  const store = open(name)
  const server = await new TestServer().listen()
  closing.push(() => server.close())
  const begun = await begin(settingsFor(server.port), { store })
  closing.push(begun.close)
  const worker = before === undefined ? begun.storage : { ...begun.storage, commit: before(begun.storage.commit) }
  return { ...begun, store, server, worksOn: () => begun.work(worker) }
}

const follow = ({ operator }: Pick<Begun, "operator">, shop: string, after: string, limit: number) =>
  operator("GET", "/control/v1/follow.json", { shop, topics: "mails", after, limit }) as Promise<
    ReadonlyArray<FollowedMail>
  >

/** Begins to follow the mails of a shop, and gives the place where that is. */
const placeIn = async ({ operator, store }: Awaited<ReturnType<typeof ground>>, shop: string): Promise<string> => {
  await operator("GET", "/control/v1/follow.json", { shop, topics: "mails", limit: 0 })
  const [hooks] = await store.run(all(shop, collections.hooks))
  return Buffer.from(JSON.stringify([hooks!.doc.mailsFrom, 50])).toString("base64url")
}

const statesOf = (entries: ReadonlyArray<FollowedMail>) => entries.map(({ mail: { state, to } }) => [to, state])

describe.each(names)("on %s", (name) => {
  it("they see that a message was queued, and what became of it", async () => {
    const begun = await ground(name)
    const { server, shopOf, work } = begun
    const shop = await shopOf({})
    server.refused.set("b@posta.it", 550)
    const place = await placeIn(begun, shop.id)
    await shop.order("a@posta.it")
    await shop.order("b@posta.it")
    expect(await work()).toBe(true)
    const entries = await follow(begun, shop.id, place, 4)
    expect(statesOf(entries).toSorted()).toEqual([
      ["a@posta.it", "queued"],
      ["a@posta.it", "sent"],
      ["b@posta.it", "failed"],
      ["b@posta.it", "queued"]
    ])
    for (const after of entries.slice(0, -1).map(({ after }) => after))
      expect((await follow(begun, shop.id, after, 1))[0]).toEqual(
        entries[entries.findIndex((one) => one.after === after) + 1]
      )
    await begun.operator("DELETE", "/control/v1/customers/data.json", { shop: shop.id, email: "a@posta.it" })
    expect(statesOf(await follow(begun, shop.id, place, 2)).every(([to]) => to === "b@posta.it")).toBe(true)
  })

  it("they see a state whose commit was decided before anyone followed", async () => {
    let meanwhile: (() => Promise<unknown>) | undefined
    const begun = await ground(name, (commit) => (writes, guards) => {
      const first = meanwhile
      if (first === undefined || !writes.some(({ doc }) => doc?.state === "sent")) return commit(writes, guards)
      meanwhile = undefined
      return Effect.andThen(Effect.promise(first), commit(writes, guards))
    })
    const shop = await begun.shopOf({})
    await shop.order("a@posta.it")
    let place = ""
    meanwhile = async () => {
      place = await placeIn(begun, shop.id)
    }
    await begun.worksOn()
    expect(place).not.toBe("")
    expect(statesOf(await follow(begun, shop.id, place, 1))).toEqual([["a@posta.it", "sent"]])
  })
})

it("nobody pays for them who is not followed", async () => {
  const begun = await ground("memory")
  const shop = await begun.shopOf({})
  await shop.order("a@posta.it")
  await begun.work()
  const documents = await begun.store.run(all(shop.id, outbox))
  expect(documents.filter(({ doc }) => doc.notes !== undefined)).toEqual([])
})
