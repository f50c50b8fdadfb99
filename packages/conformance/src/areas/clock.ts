/** The clock: moved forward, followed by what is decided by time, and returned to real time. */
import { policies } from "@bottega/domain/throttle"
import { afterAll, expect, it } from "vitest"
import type { Covered } from "../subjects.ts"
import { suite } from "../surface.ts"
import { placed, refused } from "./orders/sample.ts"

const promises = suite("clock", (open) => {
  afterAll(async () => {
    await (await open()).operator.clock.reset()
  })

  it("moves forward by seconds and to an instant, and returns", async () => {
    const { clock, operator } = await open()
    await operator.clock.reset()
    const realMs = clock.now()
    expect(await operator.clock.read()).toEqual({ now: new Date(realMs).toISOString(), offset_seconds: 0 })
    const moved = await operator.clock.move({ forward_seconds: 90 })
    expect(moved).toEqual({ now: new Date(realMs + 90_000).toISOString(), offset_seconds: 90 })
    const at = new Date(realMs + 3_600_000).toISOString()
    expect(await operator.clock.move({ at })).toEqual({ now: at, offset_seconds: 3600 })
    expect(await operator.clock.read()).toEqual({ now: at, offset_seconds: 3600 })
    expect((await operator.clock.reset()).offset_seconds).toBe(0)
  })

  it("is followed by limits and by the ends of key sets", async () => {
    const store = await (await (await open()).withShop()).twin({ policies })
    const { clock, operator, send, shop } = store
    const status = async () => (await send({ method: "GET", path: "/v1.1/gallery/list.json" })).status
    await operator.throttle.setUsed({ key: store.pairs.api.key, policy: "updates", used: 5 })
    expect(await status()).toBe(429)
    await operator.clock.move({ forward_seconds: 61 })
    expect(await status()).toBe(200)
    const { now } = await operator.clock.read()
    const expires_at = new Date(Date.parse(now) + 60_000).toISOString()
    const pair = await operator.keys.create({ shop: shop.id, permission: "read", expires_at })
    const brands = { method: "GET", path: "/v1.1/brands/list.json", as: "nobody" } as const
    const call = async () => (await send({ ...brands, headers: { key: pair.key, exchange: pair.exchange } })).status
    expect(await call()).toBe(200)
    await operator.clock.move({ forward_seconds: 61 })
    expect(await call()).toBe(401)
    await operator.clock.reset()
    expect(clock.now()).toBeLessThan(Date.parse(now))
  })

  it("gives dates by the clock, and ids after all earlier ones when it has returned", async () => {
    const store = await (await open()).withShop()
    const { operator } = store
    await operator.clock.move({ forward_seconds: 86_400 })
    const { now } = await operator.clock.read()
    const ahead = await placed(store)
    expect((await store.api.orders.read({ orderID: ahead })).orderDate.sec).toBeGreaterThanOrEqual(
      Math.floor(Date.parse(now) / 1000)
    )
    await operator.clock.reset()
    const later = await placed(store)
    expect(later > ahead).toBe(true)
    expect((await store.api.orders.read({ orderID: later })).orderDate.sec).toBeLessThan(Date.parse(now) / 1000)
  })

  it("goes forward only, and not beyond the ids", async () => {
    const { operator } = await open()
    const { now } = await operator.clock.move({ forward_seconds: 60 })
    const at = new Date(Date.parse(now) - 1000).toISOString()
    const wrong = async (given: Parameters<typeof operator.clock.move>[0]) =>
      (await refused(operator.clock.move(given))).details.map(({ path }) => path)
    expect(await wrong({ at })).toEqual(["at"])
    expect(await wrong({ at: "2100-01-01T00:00:00Z" })).toEqual(["at"])
    expect(await wrong({ forward_seconds: 1e11 })).toEqual(["forward_seconds"])
    expect(await wrong({})).toEqual(["at"])
    expect(await wrong({ at: now, forward_seconds: 1 })).toEqual(["at"])
    await operator.clock.reset()
  })
})

/** The moves of this subject; one and the next differ, and all together they are short. */
let moves = 0

export const clock: Covered<"clock"> = {
  suite: promises,
  subjects: {
    read: { given: () => ({}) },
    move: { given: () => ({ forward_seconds: ++moves % 2 }) },
    reset: { given: () => ({}) }
  }
}
