/** The queue of messages: its pace, its fairness, what a crash leaves, what an erasure reaches, and what it costs. */
import { collections } from "@bottega/domain/areas"
import { all, installation, Storage, Unavailable, type Write } from "@bottega/storage"
import { adapters } from "@bottega/storage/adapters"
import { Effect } from "effect"
import { afterEach, describe, expect, it } from "vitest"
import { TurnsOfShops } from "../../src/engine/background/turns-of-shops.ts"
import { commitsTo, Notices } from "../../src/engine/commit/notices.ts"
import { records } from "../../src/engine/records.ts"
import { exportOf, importOf, open } from "../maintenance/given.ts"
import { begin, hasty, headerOf, patient, settingsFor, TestServer, untilReceived } from "./given.ts"

const closing: Array<() => Promise<unknown>> = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const ground = async (
  more: Parameters<typeof settingsFor>[1] = {},
  options: Parameters<typeof begin>[1] = {},
  times = patient
) => {
  const server = await new TestServer().listen()
  closing.push(() => server.close())
  const begun = await begin(settingsFor(server.port, more, undefined, times), options)
  closing.push(begun.close)
  return { server, ...begun }
}

const shopsOf = (to: ReadonlyArray<string>) => to.map((address) => address.slice(0, address.indexOf(".")))

describe("the pace", () => {
  // The run that waits for the next minute would go on for one, so it is looked at while it waits.
  it("is so many attempts of a shop in a minute, also after another process had the queue", async () => {
    const { advance, server, shopOf, work } = await ground({ perMinute: 5 })
    const shop = await shopOf({})
    for (let n = 0; n < 12; n++) await shop.order(`a.${n}@posta.it`)
    const sent = async () => (await shop.messages({ state: "sent" })).length
    for (const expected of [5, 10, 12]) {
      const run = work()
      await expect.poll(sent, { timeout: 60_000 }).toBe(expected)
      // A later look finds nothing more to begin, though messages are due.
      const seen = server.received.length
      expect(seen).toBe(expected)
      advance(61)
      await Promise.race([run, expect.poll(sent, { timeout: 60_000 }).toBe(Math.min(12, expected + 5))])
      if (expected === 5) break
    }
    await expect.poll(sent, { timeout: 60_000 }).toBe(10)
    advance(61)
    await expect.poll(sent, { timeout: 60_000 }).toBe(12)
  })

  it("lets shops take turns, however long the queue of one is", async () => {
    const { server, shopOf, work } = await ground({ perMinute: 1000, atOnce: 1 })
    const [long, short] = [await shopOf({}), await shopOf({})]
    for (let n = 0; n < 40; n++) await long.order(`long.${n}@posta.it`)
    for (let n = 0; n < 3; n++) await short.order(`short.${n}@posta.it`)
    await work()
    const order = shopsOf(server.received.map(({ to }) => to[0]!))
    expect(order).toHaveLength(43)
    expect(order.lastIndexOf("short")).toBeLessThan(8)
  })

  it("lets a recipient whose server hangs delay nobody else", async () => {
    const { server, shopOf, work } = await ground({ perMinute: 1000 })
    const shop = await shopOf({})
    const hanging = Promise.withResolvers<void>()
    server.refused.set("slow@posta.it", hanging.promise)
    for (const to of ["slow", "one", "two", "three", "four", "five"]) await shop.order(`${to}@posta.it`)
    const run = work()
    const queued = async () => (await shop.messages({ state: "queued" })).map(({ to }: { to: string }) => to)
    await expect.poll(queued, { timeout: 60_000 }).toEqual(["slow@posta.it"])
    expect(server.received).toHaveLength(5)
    hanging.resolve()
    await run
  })
})

describe("turns of shops", () => {
  it("give one piece of each, then the next of each, and pass over who may not go on", () => {
    const turns = new TurnsOfShops<number>()
    turns.add("a", [1, 2, 3])
    turns.add("b", [4])
    turns.add("c", [5, 6])
    const taken: Array<number> = []
    for (let next = turns.take((shop) => shop !== "b"); next !== undefined; next = turns.take((shop) => shop !== "b"))
      taken.push(next.work)
    expect(taken).toEqual([1, 5, 2, 6, 3])
    expect([turns.size, turns.has("b"), turns.has("a")]).toEqual([1, true, false])
  })
})

describe("a crash", () => {
  it.each(["before the message is written out", "after the server took it"])(
    "%s loses no message; one that the server may have is sent again with the same Message-ID",
    async (when) => {
      const { server, shopOf, storage, work } = await ground()
      const shop = await shopOf({})
      await shop.order("buyer@posta.it")
      let commits = 0
      const dying = when.startsWith("before") ? 1 : 2
      const commit: typeof storage.commit = (writes, guards) =>
        writes.length > 0 && ++commits >= dying
          ? Effect.fail(new Unavailable({ reason: "unreachable", cause: "dead" }))
          : storage.commit(writes, guards)
      expect(await work({ ...storage, commit })).toBe(false)
      expect(server.received).toHaveLength(dying - 1)
      expect((await shop.messages())[0].state).toBe("queued")
      expect(await work()).toBe(true)
      const ids = server.received.map(({ text }) => headerOf(text, "Message-ID"))
      expect(ids).toEqual(Array.from({ length: dying }, () => ids[0]))
      expect((await shop.messages())[0].state).toBe("sent")
    }
  )
})

describe("an erasure", () => {
  it("reaches what is queued, what is kept, what waits for another attempt, and what was written to the shop", async () => {
    const { advance, operator, server, shopOf, storage, work } = await ground()
    const shop = await shopOf({ emails: ["house@bottega.it"] })
    server.refused.set("Anna@posta.it", 450)
    server.refused.set("house@bottega.it", 450)
    await shop.order("Anna@posta.it")
    await work()
    server.refused.delete("house@bottega.it")
    await shop.call("POST", "/v1.1/orders/order.json", {
      ...{ shipping_flag: "not_required", shipping_method: "x", shipping_cost: 0, payment_method: "x" },
      ...{
        item_id: [{ sku: "X", price: 1, quantity: 1 }],
        billing_email: "joanna@posta.it",
        message: "for anna@posta.it"
      }
    })
    await shop.order("anna@posta.it")
    const before = await shop.messages()
    expect(before.filter(({ state }: { state: string }) => state === "queued")).toHaveLength(6)
    const held = await operator("GET", "/control/v1/customers/data.json", { shop: shop.id, email: "anna@posta.it" })
    expect(held.mail).toHaveLength(4)
    await operator("DELETE", "/control/v1/customers/data.json", { shop: shop.id, email: "anna@posta.it" })
    const after = await shop.messages()
    expect(after.map(({ to }: { to: string }) => to).sort()).toEqual([
      ...["house@bottega.it", "house@bottega.it", "house@bottega.it", "joanna@posta.it"]
    ])
    server.refused.clear()
    advance(10)
    await work()
    expect(server.received.map(({ to }) => to[0]).sort()).toEqual(after.map(({ to }: { to: string }) => to).sort())
    for (const { text } of server.received) expect(text.toLowerCase()).not.toContain(" anna@posta.it")
    const left = await Effect.runPromise(
      Effect.provideService(all(installation, collections.mailQueue), Storage, storage)
    )
    expect(left).toEqual([])
  })

  it("that comes while a message is on its way leaves nothing of it", async () => {
    const { advance, operator, server, shopOf, work } = await ground({}, {}, hasty)
    const shop = await shopOf({})
    await shop.order("anna@posta.it")
    server.faults.data = "hang"
    const run = untilReceived(server, { advance, work })
    await expect.poll(() => server.received.length, { timeout: 60_000 }).toBe(1)
    await operator("DELETE", "/control/v1/customers/data.json", { shop: shop.id, email: "anna@posta.it" })
    await run
    expect(await shop.messages()).toEqual([])
    await work()
    expect(server.received).toHaveLength(1)
  })
})

describe.each(adapters.filter(({ needs }) => needs !== "uri"))("on $name", ({ name }) => {
  it("an order of a shop without mails writes no more than before, and each message is in the order's commit", async () => {
    const commits: Array<ReadonlyArray<Write>> = []
    const store = open(name)
    const whole = await store.run(Effect.map(Storage, (storage) => storage))
    const finds: Array<string> = []
    const { shopOf } = await begin(undefined, { store })
    const silent = await shopOf({ mail_customers: 0 })
    const writing = await shopOf({ emails: ["house@bottega.it"] })
    const [commit, find] = [whole.commit, whole.find]
    Object.assign(whole, {
      commit: (...given: Parameters<typeof commit>) => {
        if (given[0].length > 0) commits.push(given[0])
        return commit(...given)
      },
      find: (...given: Parameters<typeof find>) => {
        finds.push(given[1].name)
        return find(...given)
      }
    })
    const kinds = async (make: () => Promise<unknown>) => {
      commits.length = finds.length = 0
      await make()
      const written = commits.map((writes) => writes.map(({ collection }) => collection.name).sort())
      return { written: written.filter((names) => names.includes("orders")), read: [...finds] }
    }
    await silent.order("anna@posta.it")
    await writing.order("anna@posta.it")
    const without = await kinds(() => silent.order("anna@posta.it"))
    const withMail = await kinds(() => writing.order("anna@posta.it"))
    expect(without.written).toHaveLength(1)
    expect(without.written[0]!.filter((one) => /mail/.test(one))).toEqual([])
    expect(withMail.written).toHaveLength(1)
    expect(withMail.written[0]!.filter((one) => /mail/.test(one))).toEqual(["mail", "mail", "mailqueue", "mailqueue"])
    expect(withMail.read).toEqual(without.read)
    await store.close()
  })
})

describe("a shop that moves to another store", () => {
  it("takes its messages along, and the other store sends none of them by itself", async () => {
    const store = open("memory")
    const { shopOf } = await begin(undefined, { store })
    const shop = await shopOf({})
    await shop.order("anna@posta.it")
    const text = await exportOf(store, shop.id)
    const other = open("memory")
    await importOf(other, text)
    const server = await new TestServer().listen()
    closing.push(() => server.close())
    const there = await begin(settingsFor(server.port), { store: other })
    closing.push(there.close)
    const messages = () => there.operator("GET", "/control/v1/mail/list.json", { shop: shop.id })
    await there.work()
    expect(server.received).toEqual([])
    const [{ id, state }] = await messages()
    expect(state).toBe("kept")
    await there.operator("POST", "/control/v1/mail/resend.json", { shop: shop.id, id })
    await there.work()
    expect((await messages())[0].state).toBe("sent")
    await store.close()
  })
})

describe("what is shown of the queue", () => {
  it("is what waits, since when, and that it stands still once nothing gets on for five minutes", async () => {
    const { advance, backlog, now, server, shopOf, storage, work } = await ground()
    expect(await backlog()).toMatchObject({ waiting: 0, oldest: undefined, standingSince: undefined })
    const shop = await shopOf({})
    const made = now()
    await shop.order("anna@posta.it")
    await shop.order("bruno@posta.it")
    expect((await backlog()).waiting).toBe(2)
    expect((await backlog()).oldest).toBeGreaterThanOrEqual(made)
    advance(299)
    expect((await backlog()).standingSince).toBeUndefined()
    advance(2)
    expect((await backlog()).standingSince).toBe(made)
    server.faults.connect = 421
    await work()
    const [outage] = await Effect.runPromise(
      Effect.provideService(all(installation, records.outages), Storage, storage)
    )
    expect(outage!.doc).toMatchObject({ name: "mail", since: now(), reply: expect.stringContaining("421") })
    delete server.faults.connect
    advance(60)
    await work()
    expect(await backlog()).toMatchObject({ waiting: 0, standingSince: undefined, ended: { sent: 2 } })
    expect(
      await Effect.runPromise(Effect.provideService(all(installation, records.outages), Storage, storage))
    ).toEqual([])
  })

  it("is that this process has committed to it, and never too late", async () => {
    const notices = new Notices()
    const seen = notices.count
    notices.raise()
    await Effect.runPromise(notices.after(seen))
    let woken = 0
    const waiting = Effect.runPromise(notices.after(notices.count)).then(() => void woken++)
    await Promise.resolve()
    expect(woken).toBe(0)
    notices.raise()
    await waiting
    expect(woken).toBe(1)
    const { shopOf, storage } = await ground()
    const queue = commitsTo(storage, collections.mailQueue)
    const shop = await shopOf({ mail_customers: 0 })
    const before = queue.count
    await shop.order("anna@posta.it")
    expect(queue.count).toBe(before)
    await (await shopOf({})).order("anna@posta.it")
    expect(queue.count).toBe(before + 1)
  })
})
