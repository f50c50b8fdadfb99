/** The pairs of key sets: how they are listed, rotated and revoked, and which calls are refused. */
import { expect, it } from "vitest"
import { plainRead, request } from "../../sample.ts"
import type { Pair, Store } from "../../surface.ts"

const wrongNames = (json: { error: { details: ReadonlyArray<{ path: string }> } }) =>
  json.error.details.map(({ path }) => path).sort()
const statusWith = async ({ send }: Store, { exchange, key }: Pair): Promise<number> =>
  (await send({ ...request(plainRead), as: "nobody", headers: { key, exchange } })).status

/** Registers the tests of rows, rotation and revocation. */
export const pairs = (open: () => Promise<Store>): void => {
  it("lists a row for each pair of a shop's key sets, also after it has ended", async () => {
    const store = await open()
    const { clock, operator } = store
    const { shop } = await store.withShop()
    const expires_at = "2099-01-01T01:00:00+01:00"
    const given = { shop: shop.id, label: "till", instance: "5f0c3a2b0e1f45f0c3a2b0e1", expires_at } as const
    const old = await operator.keys.create({ ...given, permission: "read-write" })
    await statusWith(store, old)
    const { key } = await operator.keys.rotate({ key: old.key, overlap_seconds: 60 })
    const row = async (of: string) => (await operator.keys.list({ shop: shop.id })).find((one) => one.key === of)
    const shared = {
      shop: shop.id,
      label: "till",
      instance: given.instance,
      permission: "read-write",
      revoked_at: null
    }
    expect(await row(key)).toMatchObject({ ...shared, expires_at: "2099-01-01T00:00:00Z", last_used_at: null })
    const before = await row(old.key)
    expect(before).toMatchObject({ ...shared, last_used_at: expect.any(String) })
    const end = Date.parse(before!.expires_at!)
    expect(end - clock.now()).toBeGreaterThan(0)
    expect(end - clock.now()).toBeLessThanOrEqual(60_000)
    clock.advance(61_000)
    expect(await row(old.key)).toEqual(before)
    expect(await operator.keys.list({ shop: shop.id })).toHaveLength(4)
  })

  it("revokes a pair alone, and with all=1 its key set", async () => {
    const store = await open()
    const { operator } = store
    const { shop } = await store.withShop()
    const first = await operator.keys.create({ shop: shop.id, permission: "read" })
    const second = await operator.keys.rotate({ key: first.key })
    const revoked = async () => {
      const rows = await operator.keys.list({ shop: shop.id })
      return [first, second].map(({ key }) => rows.find((row) => row.key === key)?.revoked_at ?? null)
    }
    expect(await operator.keys.revoke({ key: first.key })).toEqual({ ok: 1, err: null })
    expect([await statusWith(store, first), await statusWith(store, second)]).toEqual([401, 200])
    expect(await revoked()).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/), null])
    await operator.keys.revoke({ key: first.key, all: 1 })
    expect(await statusWith(store, second)).toBe(401)
    expect(await revoked()).toEqual([expect.any(String), expect.any(String)])
  })

  it("records a key set's last use to the hour", async () => {
    const store = await open()
    const { operator, shop } = store
    const pair = await operator.keys.create({ shop: shop.id, permission: "read" })
    await statusWith(store, pair)
    const [row] = (await operator.keys.list({ shop: shop.id })).filter(({ key }) => key === pair.key)
    expect(row?.last_used_at).toMatch(/T\d\d:00:00Z$/)
  })

  it("lets each old pair live as long as its own rotation said", async () => {
    const store = await open()
    const { clock, operator, shop } = store
    const first = await operator.keys.create({ shop: shop.id, permission: "read" })
    const second = await operator.keys.rotate({ key: first.key, overlap_seconds: 60 })
    const third = await operator.keys.rotate({ key: second.key, overlap_seconds: 600 })
    const statuses = async () => [
      await statusWith(store, first),
      await statusWith(store, second),
      await statusWith(store, third)
    ]
    expect(await statuses()).toEqual([200, 200, 200])
    clock.advance(61_000)
    expect(await statuses()).toEqual([401, 200, 200])
    await operator.keys.rotate({ key: third.key, overlap_seconds: 0 })
    expect(await statuses()).toEqual([401, 200, 401])
  })

  it("rotates a pair and its limits and idempotency keys stay", async () => {
    const store = await open()
    const { operator, pairs, send } = await store.withShop()
    const path = "/v1.1/coupons/coupon.json"
    const body =
      "code=one&name=n&type=0&value=1&min_sum=0&active=1&start_time=0&end_time=1&unlimited=1&count=0&rules[users_email]="
    const call = { method: "POST", path, body, as: "nobody" } as const
    const headersOf = ({ exchange, key }: Pair) => ({ key, exchange, "idempotency-key": "rotated" })
    const before = await send({ ...call, headers: headersOf(pairs.api) })
    const rotated = await operator.keys.rotate({ key: pairs.api.key })
    const after = await send({ ...call, headers: headersOf(rotated) })
    expect([after.status, after.text, after.headers["idempotent-replayed"]]).toEqual([200, before.text, "true"])
    const left = ({ headers }: typeof before) => Number(headers["x-service-limit"]?.split("/")[0])
    expect(left(after)).toBe(left(before) - 1)
  })

  it("does not rotate what is revoked or has expired", async () => {
    const { clock, operator, shop } = await open()
    const revoked = await operator.keys.create({ shop: shop.id, permission: "read" })
    await operator.keys.revoke({ key: revoked.key })
    const expires_at = new Date(clock.now() + 1000).toISOString()
    const expired = await operator.keys.create({ shop: shop.id, permission: "read", expires_at })
    clock.advance(2000)
    for (const { key } of [revoked, expired])
      await expect(operator.keys.rotate({ key })).rejects.toMatchObject({ status: 409, type: "conflict" })
  })

  it("issues a pair although its application cannot be reached, and reaches none on this machine", async () => {
    const store = await open()
    const { operator, shop } = store
    for (const auth_url of ["https://127.0.0.1:1/", "https://[::ffff:a9fe:a9fe]/", "HTTPS://0x7f000001:1/"]) {
      const issued = await operator.keys.create({ shop: shop.id, permission: "read", auth_url })
      expect(issued.delivered).toBe(false)
      expect(await statusWith(store, issued)).toBe(200)
    }
  })

  it("never posts a pair unencrypted", async () => {
    const { operator, shop } = await open()
    const rows = async () => (await operator.keys.list({ shop: shop.id })).length
    const before = await rows()
    const auth_url = "http://example.com/hook"
    await expect(operator.keys.create({ shop: shop.id, permission: "read", auth_url })).rejects.toMatchObject({
      status: 400,
      details: [{ path: "auth_url", message: "must be an https address" }]
    })
    expect(await rows()).toBe(before)
  })

  it("names everything that is wrong with a key set at once", async () => {
    const { send } = await open()
    const body = "shop=&permission=admin&instance=x&expires_at=tomorrow&auth_url=ftp://example.com"
    const { json, status } = await send({ method: "POST", path: "/control/v1/keys/key.json", body, as: "operator" })
    expect([status, wrongNames(json)]).toEqual([400, ["auth_url", "expires_at", "instance", "permission", "shop"]])
    const rotate = { method: "POST", path: "/control/v1/keys/rotate.json", body: "overlap_seconds=-1", as: "operator" }
    expect(wrongNames((await send({ ...rotate, as: "operator" })).json)).toEqual(["key", "overlap_seconds"])
  })

  it.each([
    ["/control/v1/keys/key.json", "expires_at", "1969-12-31T23:59:59Z"],
    ["/control/v1/keys/key.json", "expires_at", "9999-12-31T23:59:59-01:00"],
    ["/control/v1/keys/rotate.json", "overlap_seconds", "999999999999999"]
  ])("refuses at %s a time that no key set can be kept with: %s %s", async (path, name, time) => {
    const { pairs, send, shop } = await open()
    const body = { shop: shop.id, permission: "read", key: pairs.reader.key, [name]: time }
    const { json, status } = await send({ method: "POST", path, body, as: "operator" })
    expect([status, wrongNames(json)]).toEqual([400, [name]])
  })
}

/** Registers the test of how many pairs there may be: it is decided by what a store finds, and each store finds the same. */
export const fullOfPairs = (open: () => Promise<Store>): void => {
  it("keeps a hundred pairs of a key set, and refuses a rotation while all of them are valid", async () => {
    const store = await open()
    const { clock, operator } = store
    const { pairs: others, shop } = await store.withShop()
    const first = await operator.keys.create({ shop: shop.id, permission: "read" })
    const rotate = () => operator.keys.rotate({ key: first.key, overlap_seconds: 60 })
    for (let pairs = 1; pairs < 100; pairs++) await rotate()
    await expect(rotate()).rejects.toMatchObject({ status: 409, type: "conflict" })
    const listed = async () => (await operator.keys.list({ shop: shop.id })).map(({ key }) => key)
    const before = await listed()
    const newest = before.find((key) => key !== first.key && !Object.values(others).some((pair) => pair.key === key))!
    clock.advance(61_000)
    await operator.keys.rotate({ key: newest })
    expect(await listed()).toHaveLength(before.length)
    expect(await listed()).not.toContain(first.key)
  })
}
