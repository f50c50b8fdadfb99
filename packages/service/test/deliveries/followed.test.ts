/** What followers of a shop see of its deliveries: events that are sent again, and what becomes of each delivery. */

import { collections } from "@bottega/domain/areas"
import type { FollowedDelivery, FollowedEvent } from "@bottega/domain/areas/follow"
import { hooksKey } from "@bottega/domain/areas/webhooks"
import { get } from "@bottega/storage"
import { Effect } from "effect"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { names, open, sweep } from "../maintenance/given.ts"
import { type Begun, begin, TestReceiver } from "./given.ts"

let receiver: TestReceiver
let given: Begun
let stops: Array<() => Promise<unknown>>
beforeEach(async () => {
  receiver = await new TestReceiver().listen()
  stops = []
})
afterEach(async () => {
  for (const stop of stops) await stop()
  await given.close()
  await receiver.close()
  sweep()
})

const longWait = { timeout: 60_000 }

/** A place before everything. */
const start = Buffer.from(JSON.stringify(["", 0])).toString("base64url")

const follow = (shop: string, limit: number, after: string, more: object = {}) =>
  given.operator("GET", "/control/v1/follow.json", { shop, limit, after, ...more })

const followed = (shop: string, limit: number, after = start): Promise<ReadonlyArray<FollowedEvent>> =>
  follow(shop, limit, after)

/** Everything, for one webhook, however the clocks of earlier tests differed when it was made. */
const span = (shop: string, webhook: string) => ({ shop, webhook, from: 1, to: 4_000_000_000 })
const replay = (asked: object) => given.operator("POST", "/control/v1/webhooks/replay.json", asked)

/** A shop with a webhook of orders that were made and delivered, by buyers with an address if there is one for each. */
const delivered = async (
  name: string,
  orders: number,
  { email, type = 0 }: { readonly email?: (n: number) => string; readonly type?: number } = {}
) => {
  given = await begin({ store: open(name) })
  const shop = await given.shopOf()
  const webhook = await shop.webhook(receiver.url("/made"), type)
  stops.push(given.process().stop)
  for (let n = 0; n < orders; n++) await shop.order(email && { billing_email: email(n) })
  await expect.poll(() => receiver.at("/made").length, longWait).toBe(orders)
  await expect.poll(given.queue, longWait).toEqual([])
  return { shop, webhook }
}

describe.each(names)("on %s", (name) => {
  it("events that are sent again come again, under their ids, at places of their own", async () => {
    const { shop, webhook } = await delivered(name, 3)
    const first = await followed(shop.id, 3)
    expect(first.map(({ replay }) => replay)).toEqual([false, false, false])
    expect(await replay(span(shop.id, webhook))).toEqual({ replayed: 3 })
    const again = await followed(shop.id, 3, first.at(-1)!.after)
    expect(again.map((one, at) => ({ ...one, after: first[at]!.after, replay: false }))).toEqual(first)
    expect(again.map(({ replay }) => replay)).toEqual([true, true, true])
    await expect.poll(() => receiver.at("/made").length, longWait).toBe(6)
    const isParked = async () => (await shop.outbox()).some(({ parked }) => parked !== undefined)
    await expect.poll(isParked, longWait).toBe(false)
    expect(await followed(shop.id, 2, again[0]!.after)).toEqual(again.slice(1))
    expect(await replay({ shop: shop.id, delivery: `${first[0]!.id}-${webhook}` })).toEqual({ replayed: 1 })
    expect((await followed(shop.id, 1, again.at(-1)!.after)).map(({ id }) => id)).toEqual([first[0]!.id])
  })
})

/** Begins to follow the deliveries of a shop, and gives the place where that is. */
const placeOfDeliveries = async (shop: string): Promise<string> => {
  expect(await given.operator("GET", "/control/v1/follow.json", { shop, topics: "deliveries", limit: 0 })).toEqual([])
  const hooks = await given.store.run(get(shop, collections.hooks, hooksKey))
  return Buffer.from(JSON.stringify([hooks!.doc.notedFrom, 50])).toString("base64url")
}
const deliveriesAfter = (shop: string, limit: number, after: string): Promise<ReadonlyArray<FollowedDelivery>> =>
  follow(shop, limit, after, { topics: "deliveries" })

describe.each(names)("deliveries on %s", (name) => {
  it("come after each attempt, as their list shows them", async () => {
    const { shop, webhook } = await delivered(name, 1)
    expect((await shop.outbox()).filter(({ notes }) => notes !== undefined)).toEqual([])
    const [event] = await followed(shop.id, 1)
    const begun = await placeOfDeliveries(shop.id)
    await expect(deliveriesAfter(shop.id, 1, event!.after)).rejects.toThrow("not kept any more")
    receiver.behaviours.set("/made", { status: 500 })
    const orderID = await shop.order()
    const [failed] = await deliveriesAfter(shop.id, 1, begun)
    expect(failed).toMatchObject({ topic: "deliveries", delivery: { webhook, orderID, state: "pending" } })
    expect(failed!.delivery.attempts.map(({ status }) => status)).toEqual([500])
    receiver.behaviours.delete("/made")
    given.time.advance(6000)
    const [sent] = await deliveriesAfter(shop.id, 1, failed!.after)
    expect(sent!.delivery).toMatchObject({ id: failed!.delivery.id, state: "delivered", next_at: null })
    expect(sent!.delivery.attempts.map(({ status }) => status)).toEqual([500, 200])
    expect(sent!.id).not.toBe(failed!.id)
    const list = (of: string, state: string) =>
      given.operator("GET", "/control/v1/webhooks/deliveries.json", { shop: shop.id, orderID: of, state })
    expect(await list(orderID, "delivered")).toEqual([sent!.delivery])
    receiver.behaviours.set("/made", { status: 500 })
    const other = await shop.order()
    const [again] = await deliveriesAfter(shop.id, 1, sent!.after)
    expect(again!.delivery).toMatchObject({ orderID: other, state: "pending" })
    await given.operator("PUT", "/control/v1/webhooks/webhook.json", { shop: shop.id, webhook, paused: 1 })
    const [paused] = await deliveriesAfter(shop.id, 1, sent!.after)
    expect(paused).toEqual({ ...again, delivery: { ...again!.delivery, state: "parked", next_at: null } })
    expect(await list(other, "parked")).toEqual([paused!.delivery])
    await shop.order()
    const [parked] = await deliveriesAfter(shop.id, 1, again!.after)
    expect(parked!.delivery).toMatchObject({ state: "parked", attempts: [] })
    const both = await follow(shop.id, 4, begun, { topics: "events,deliveries" })
    expect(both.map(({ topic }: { readonly topic: string }) => topic).sort()).toEqual(
      ["deliveries", "deliveries", "events", "events"].sort()
    )
  })

  it("come also if they were decided before anyone followed them, and committed afterwards", async () => {
    const { shop } = await delivered(name, 1)
    const { commit } = given.storage
    let place: Promise<string> | undefined
    Object.assign(given.storage, {
      commit: (...args: Parameters<typeof commit>) => {
        const isSettling = args[0].some(({ collection, doc }) => collection.name === "eventqueue" && doc === undefined)
        if (!isSettling || place !== undefined) return commit(...args)
        place = placeOfDeliveries(shop.id)
        return Effect.andThen(
          Effect.promise(() => place!),
          commit(...args)
        )
      }
    })
    const orderID = await shop.order()
    await expect.poll(() => place, longWait).toBeDefined()
    const [entry] = await deliveriesAfter(shop.id, 1, await place!)
    expect(entry!.delivery).toMatchObject({ orderID, state: "delivered" })
  })
})

describe("in memory", () => {
  it("a replay keeps the data of its events only where they were, and followers lose them with the person", async () => {
    const emailOf = (n: number) => `buyer${n}@posta.it`
    const { shop, webhook } = await delivered("memory", 2, { email: emailOf, type: 101 })
    const all = await followed(shop.id, 4)
    const first = all.filter(({ type }) => type === 101)
    expect(await replay(span(shop.id, webhook))).toEqual({ replayed: 2 })
    const notes = (await shop.outbox()).filter((one) => one.notes !== undefined)
    expect(notes.map(({ events, notes }) => ({ events, notes }))).toEqual(
      first.map(({ id }) => {
        const [document, n] = id.split("-")
        return { events: [], notes: [{ document, n: Number(n) }] }
      })
    )
    const email = emailOf(0)
    await given.operator("DELETE", "/control/v1/customers/data.json", { shop: shop.id, email })
    expect(JSON.stringify(await shop.outbox())).not.toContain(email)
    const left = await followed(shop.id, 1, all.at(-1)!.after)
    expect(left).toMatchObject([{ id: first[1]!.id, replay: true }])
    expect((await shop.outbox()).filter((one) => one.notes !== undefined)).toEqual(notes)
  })
})
