/** Following a shop: what is shown, in which sequence, from where, and how it ends. */
import { expect, it } from "vitest"
import { signedInAs } from "../signed-in.ts"
import type { Covered } from "../subjects.ts"
import { noId } from "../subjects.ts"
import { type Store, suiteOfWork } from "../surface.ts"
import { newUser } from "./b2b/sample.ts"

/** The first entries after a place. */
const entriesFrom = async ({ operator, shop }: Store, limit: number, after?: string, topics: Topics = ["events"]) => {
  const found: Array<Awaited<ReturnType<typeof operator.follow.entries>>[number]> = []
  const parameters = { shop: shop.id, topics, limit, ...(after === undefined ? {} : { after }) }
  for await (const entry of operator.follow.entries.all(parameters)) found.push(entry)
  return found
}

type Topics = NonNullable<Parameters<Store["operator"]["follow"]["entries"]>[0]["topics"]>

/** The place of now. */
const now = async ({ operator, shop }: Store, topics: Topics = ["events"]): Promise<string> => {
  const { headers } = await operator.follow.entries({ shop: shop.id, topics, limit: 0 }).withResponse()
  return /[?&]after=([\w-]+)/.exec(headers["link"]!)![1]!
}

const promises = suiteOfWork("follow", (open) => {
  it("shows the events after a place, each as webhooks get it", async () => {
    const store = await (await open()).withShop()
    const place = await now(store)
    const { order_id: orderID } = await order(store)
    await store.api.orders.update({ orderID, status: 1 })
    const entries = await entriesFrom(store, 3, place)
    expect(entries.map((one) => one.topic === "events" && one.name)).toEqual([
      "order.created",
      "order.status_changed",
      "order.paid"
    ])
    for (const one of entries) expect(one).toMatchObject({ topic: "events" })
  })

  it("shows the events that are sent again, each under its first id", async () => {
    const store = await (await open()).withShop()
    const place = await now(store)
    await order(store)
    const [first] = await entriesFrom(store, 1, place)
    const { id: webhook } = await store.api.webhooks.create({ url: "https://93.184.216.34/", type: 0, name: "New" })
    const span = { shop: store.shop.id, webhook, from: 1, to: 4_000_000_000 }
    expect(await store.operator.webhooks.replay(span)).toEqual({ replayed: 1 })
    const [again] = await entriesFrom(store, 1, first!.after)
    expect(again).toEqual({ ...first, after: again!.after, replay: true })
    expect(again!.after).not.toBe(first!.after)
  })

  it("shows the requests to the shop that this process answered, each as their list does", async () => {
    const surface = await open()
    const store = await surface.withShop()
    const other = await surface.withShop()
    const place = await now(store, ["requests"])
    await store.api.coupons.list()
    await other.api.coupons.list()
    await expect(store.api.orders.create({} as never)).rejects.toMatchObject({ status: 400 })
    const entries = await entriesFrom(store, 2, place, ["requests"])
    const listed = (await store.operator.requests.list({ shop: store.shop.id, limit: 2 })).toReversed()
    expect(entries.map((one) => one.topic === "requests" && one.request)).toEqual(listed)
    expect(entries.map(({ ts }) => ts)).toEqual(listed.map(({ ts }) => ts))
    expect(await entriesFrom(store, 1, entries[0]!.after, ["requests"])).toEqual(entries.slice(1))
    expect(listed.map(({ path, status }) => [path, status])).toEqual([
      ["/v1.1/coupons/list.json", 200],
      ["/v1.1/orders/order.json", 400]
    ])
  })

  it("refuses a place in the requests of another process, and one of a topic that was not followed there", async () => {
    const store = await (await open()).withShop()
    const place = (value: string) => Buffer.from(JSON.stringify([value, 0])).toString("base64url")
    for (const value of ["-~000000000000~0", "-"])
      await expect(entriesFrom(store, 1, place(value), ["requests"])).rejects.toMatchObject({ status: 409 })
    const ofRequests = await now(store, ["requests"])
    for (const topics of [["events"], ["mails"], ["requests", "events"]] as const)
      await expect(entriesFrom(store, 1, ofRequests, topics)).rejects.toMatchObject({ status: 409 })
    const ofEvents = await now(store)
    for (const topics of [["mails"], ["requests"]] as const)
      await expect(entriesFrom(store, 1, ofEvents, topics)).rejects.toMatchObject({ status: 409 })
  })

  it("shows messages also after the shop returned to what it was before anyone followed it", async () => {
    const store = await (await open()).withShop({ modules: ["b2b"] })
    const { operator, shop } = store
    const snapshot = { shop: shop.id, name: "Before" }
    await operator.snapshots.save(snapshot)
    const place = await now(store, ["mails"])
    await operator.snapshots.restore(snapshot)
    await store.api.b2b.createUser(await newUser(store, { fullname: "Anna Rossi", send_email: "yes" }))
    const [entry] = await entriesFrom(store, 1, place, ["mails"])
    expect(entry).toMatchObject({ topic: "mails", mail: { reason: "b2b_welcome", state: "queued" } })
  })

  it("shows the states that messages come into, without their texts", async () => {
    const store = await (await open()).withShop({ modules: ["b2b"] })
    const { operator, shop } = store
    const place = await now(store, ["mails"])
    const given = await newUser(store, { fullname: "Anna Rossi", send_email: "yes" })
    await store.api.b2b.createUser(given)
    await store.work()
    const [message] = await operator.mail.list({ shop: shop.id })
    const { id, reason, subject, to } = message!
    const mail = { id, to, subject, reason }
    const entries = await entriesFrom(store, 2, place, ["mails"])
    expect(entries).toEqual(
      (["queued", "kept"] as const).map((state) => {
        const own = { topic: "mails", mail: { ...mail, state } }
        return { ...own, id: expect.any(String), ts: expect.any(Number), after: expect.any(String) }
      })
    )
    await operator.mail.resend({ shop: shop.id, id })
    await operator.mail.resend({ shop: shop.id, id })
    await store.work()
    const again = await entriesFrom(store, 2, entries[1]!.after, ["mails"])
    expect(again.map((one) => one.topic === "mails" && one.mail.state)).toEqual(["queued", "kept"])
    expect(await entriesFrom(store, 3, entries[0]!.after, ["mails"])).toEqual([entries[1], ...again])
    expect(new Set([...entries, ...again].map(({ id }) => id)).size).toBe(4)
  })

  it("shows a person who has signed in their own shop alone, whatever the topic", async () => {
    const store = await (await open()).withShop()
    const other = await store.withShop()
    const { send } = await signedInAs(store, "reads")
    const follow = (query: object) => send({ method: "GET", path: "/control/v1/follow.json", query })
    for (const topics of ["requests", "events", "deliveries", "mails", "requests,events,deliveries,mails"]) {
      expect((await follow({ shop: store.shop.id, topics, limit: 0 })).status).toBe(200)
      expect((await follow({ shop: other.shop.id, topics, limit: 0 })).status).toBe(404)
    }
    // A place names no shop, so that of another one shows nothing of it.
    const place = await now(other, ["requests"])
    await other.api.coupons.list()
    await store.api.brands.list()
    const { json } = await follow({ shop: store.shop.id, topics: "requests", after: place, limit: 1 })
    expect(json[0].request).toMatchObject({ shop: store.shop.id, path: "/v1.1/brands/list.json" })
  })

  it("shows several topics in one answer, whose places hold for all of them", async () => {
    const store = await (await open()).withShop()
    const topics = ["requests", "events"] as const
    const place = await now(store, topics)
    const { order_id: orderID } = await order(store)
    await store.api.orders.update({ orderID, status: 1 })
    const seen: Array<string> = []
    // Each answer ends after one entry: the rest after a place must be the same as in one answer.
    for (let after = place; seen.length < 5; ) {
      const [entry] = await entriesFrom(store, 1, after, topics)
      seen.push(entry!.id)
      after = entry!.after
    }
    const whole = await entriesFrom(store, 5, place, topics)
    expect(new Set(whole.map(({ id }) => id))).toEqual(new Set(seen))
    expect(whole.filter(({ topic }) => topic === "requests")).toHaveLength(2)
  })
})

const order = (store: Store) =>
  store.api.orders.create({
    shipping_flag: "not_required",
    shipping_method: "x",
    shipping_cost: 1,
    payment_method: "y",
    item_id: [{ sku: "a", price: 1, quantity: 1 }]
  } as never)

export const follow: Covered<"follow"> = {
  suite: promises,
  subjects: {
    entries: { given: (store) => ({ shop: store.shop.id, limit: 0 }), absent: (given) => ({ ...given, shop: noId }) }
  }
}
