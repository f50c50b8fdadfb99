/** Key sets: issued, rotated, revoked and expired; an unknown pair is not authenticated. */
import type { BottegaError } from "@bottega/client"
import { expect, it } from "vitest"
import { plainRead, request } from "../sample.ts"
import { addressed, type Covered, unique } from "../subjects.ts"
import { type Pair, type Store, suite } from "../surface.ts"
import { fullOfPairs, pairs } from "./keys/pairs.ts"

const wrongId = "0".repeat(24)

/** The status of a call that any key set may make. */
const statusWith = async ({ send }: Store, { exchange, key }: Partial<Pair>): Promise<number> => {
  const headers = { ...(key === undefined ? {} : { key }), ...(exchange === undefined ? {} : { exchange }) }
  return (await send({ ...request(plainRead), as: "nobody", headers })).status
}

const promises = suite("keys", (open) => {
  pairs(open)

  it("issues a pair of 32 random bytes each, with the requested permission", async () => {
    const { operator, shop } = await open()
    const issued = await operator.keys.create({ shop: shop.id, permission: "read", label: "till" })
    expect(issued).toMatchObject({ permission: "read", delivered: false })
    for (const half of [issued.key, issued.exchange]) expect(half).toMatch(/^[0-9a-f]{64}$/)
    expect(issued.instance).toMatch(/^[0-9a-f]{24}$/)
    const [listed] = (await operator.keys.list({ shop: shop.id })).filter(({ key }) => key === issued.key)
    expect(listed).toMatchObject({ permission: "read", label: "till", expires_at: null, revoked_at: null })
    expect(JSON.stringify(listed)).not.toContain(issued.exchange)
  })

  it("never gives a pair twice, not even to the same idempotency key", async () => {
    const { operator, shop } = await open()
    const options = { idempotencyKey: `pair ${shop.id}` }
    await operator.keys.create({ shop: shop.id, permission: "read" }, options)
    const again: BottegaError = await operator.keys
      .create({ shop: shop.id, permission: "read" }, options)
      .catch((e) => e)
    expect([again.status, again.type]).toEqual([409, "already_answered"])
  })

  it("admits nobody with half a pair, a wrong one, or a revoked one", async () => {
    const store = await open()
    const { operator, shop } = store
    const { exchange, key } = await operator.keys.create({ shop: shop.id, permission: "read" })
    expect(await statusWith(store, { key, exchange })).toBe(200)
    expect(await statusWith(store, { key })).toBe(401)
    expect(await statusWith(store, { exchange })).toBe(401)
    expect(await statusWith(store, { key, exchange: key })).toBe(401)
    expect(await operator.keys.revoke({ key })).toEqual({ ok: 1, err: null })
    expect(await statusWith(store, { key, exchange })).toBe(401)
  })

  it("ends at the instant it expires", async () => {
    const store = await open()
    const { clock, operator, shop } = store
    const expires_at = new Date(clock.now() + 60_000).toISOString()
    const pair = await operator.keys.create({ shop: shop.id, permission: "read", expires_at })
    expect(await statusWith(store, pair)).toBe(200)
    clock.advance(61_000)
    expect(await statusWith(store, pair)).toBe(401)
  })

  it("keeps the old pair beside the new one for as long as the rotation says", async () => {
    const store = await open()
    const { clock, operator, shop } = store
    const old = await operator.keys.create({ shop: shop.id, permission: "read" })
    const rotated = await operator.keys.rotate({ key: old.key, overlap_seconds: 60 })
    expect(rotated.key).not.toBe(old.key)
    expect(rotated.instance).toBe(old.instance)
    expect([await statusWith(store, old), await statusWith(store, rotated)]).toEqual([200, 200])
    clock.advance(61_000)
    expect([await statusWith(store, old), await statusWith(store, rotated)]).toEqual([401, 200])
  })

  it("is revoked for every process at once", async () => {
    const store = await open()
    const { operator, shop } = store
    const twin = await store.twin()
    const pair = await operator.keys.create({ shop: shop.id, permission: "read" })
    expect(await statusWith(twin, pair)).toBe(200)
    await operator.keys.revoke({ key: pair.key })
    expect(await statusWith(twin, pair)).toBe(401)
  })

  it("refuses every call that begins after a revocation was answered, and no other caller, however many call at once", async () => {
    const store = await open()
    const { operator, shop } = store
    const twin = await store.twin()
    for (let round = 0; round < 5; round++) {
      const pair = await operator.keys.create({ shop: shop.id, permission: "read" })
      const kept = await operator.keys.create({ shop: shop.id, permission: "read" })
      const wrong = { ...pair, exchange: kept.exchange }
      const callers = (of: Pair) => Array.from({ length: 8 }, (_, at) => statusWith(at % 2 === 0 ? store : twin, of))
      expect(await Promise.all(callers(pair))).toEqual(Array(8).fill(200))
      const [during, strangers, others] = [callers(pair), callers(wrong), callers(kept)]
      await operator.keys.revoke({ key: pair.key })
      const after = callers(pair)
      for (const status of await Promise.all(during)) expect([200, 401]).toContain(status)
      expect(await Promise.all([...strangers, ...after])).toEqual(Array(16).fill(401))
      expect(await Promise.all(others)).toEqual(Array(8).fill(200))
    }
  })

  it("does not find an unknown shop or key", async () => {
    const { operator } = await open()
    for (const call of [
      () => operator.keys.create({ shop: wrongId, permission: "read" }),
      () => operator.keys.list({ shop: wrongId }),
      () => operator.keys.rotate({ key: "none" }),
      () => operator.keys.revoke({ key: "none" })
    ]) {
      await expect(call()).rejects.toMatchObject({ type: "not_found" })
    }
  })
})

/** The key of a key set of its own, which may be revoked. */
const issued = async ({ operator, shop }: Store): Promise<string> =>
  (await operator.keys.create({ shop: shop.id, permission: "read" })).key

export const keys: Covered<"keys"> = {
  suite: promises,
  decided: fullOfPairs,
  subjects: {
    list: { given: ({ shop }) => ({ shop: shop.id }) },
    create: {
      given: ({ shop }) => ({ shop: shop.id, permission: "read", label: `Label ${unique()}` }),
      absent: (given) => ({ ...given, shop: wrongId })
    },
    revoke: addressed("key", issued)(),
    rotate: addressed("key", issued)()
  }
}
