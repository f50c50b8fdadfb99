/** The messages of a shop, as the operator lists, reads and resends them. */
import { expect, it } from "vitest"
import { noId } from "../../subjects.ts"
import type { Store } from "../../surface.ts"
import { newUser } from "../b2b/sample.ts"

/** Gives an account to someone and sends a welcome message; returns the address. */
const welcomed = async (store: Store, fullname = "Anna Rossi"): Promise<string> => {
  const given = await newUser(store, { fullname, send_email: "yes" })
  await store.api.b2b.createUser(given)
  await store.work()
  return given.email
}

export const messages = (open: () => Promise<Store>) => {
  it("are listed newest first, by pages, to the operator of the shop, who reads one", async () => {
    const store = await (await open()).withShop({ modules: ["b2b"], name: "Anna & Co", locale: "en_GB" })
    const { operator, shop } = store
    const sent = [await welcomed(store), await welcomed(store, '<b>"Bea"</b>\r\nBcc: x'), await welcomed(store)]
    const all = await operator.mail.list({ shop: shop.id })
    expect(all.map(({ to }) => to)).toEqual(sent.toReversed())
    expect(all[1]).toEqual({
      ...{ id: expect.any(String), to: sent[1], subject: expect.stringContaining("Anna & Co"), reason: "b2b_welcome" },
      ...{ state: "kept", attempts: [], next_at: null, ts: expect.any(Number) },
      text: expect.stringContaining("Bea"),
      html: expect.not.stringContaining('<b>"')
    })
    expect(all[1]!.subject).not.toMatch(/[\r\n]/)
    expect(Math.abs(all[0]!.ts * 1000 - store.clock.now())).toBeLessThan(60_000)
    const followed: Array<unknown> = []
    for await (const message of operator.mail.list.all({ shop: shop.id, limit: 1 })) followed.push(message)
    expect(followed).toEqual(all)
    expect(await operator.mail.message({ shop: shop.id, id: all[1]!.id })).toEqual(all[1])
    const other = await store.withShop()
    expect(await operator.mail.list({ shop: other.shop.id })).toEqual([])
    const foreign = operator.mail.message({ shop: other.shop.id, id: all[0]!.id })
    await expect(foreign).rejects.toMatchObject({ status: 404, type: "not_found" })
  })

  it("are found by their state and by their recipient, together or alone, page by page", async () => {
    const store = await (await open()).withShop({ modules: ["b2b"] })
    const { operator, shop } = store
    const [first, second] = [await welcomed(store), await welcomed(store)]
    const list = (asked: object) => operator.mail.list({ shop: shop.id, ...asked })
    const [known] = await list({ to: first.toUpperCase() })
    expect(known!.to).toBe(first)
    expect(await list({ to: first, state: "sent" })).toEqual([])
    await operator.mail.resend({ shop: shop.id, id: known!.id })
    expect((await list({ state: "queued" })).map(({ to }) => to)).toEqual([first])
    expect((await list({ state: "queued", to: first })).map(({ to }) => to)).toEqual([first])
    expect((await list({ state: "kept" })).map(({ to }) => to)).toEqual([second])
    await store.work()
    const kept: Array<string> = []
    for await (const { to } of operator.mail.list.all({ shop: shop.id, state: "kept", limit: 1 })) kept.push(to)
    expect(kept).toEqual([second, first])
  })

  it("are queued again when they are resent, once, and say when the next attempt is due", async () => {
    const store = await (await open()).withShop({ modules: ["b2b"] })
    const { clock, operator, shop } = store
    await welcomed(store)
    const [{ id } = { id: "" }] = await operator.mail.list({ shop: shop.id })
    for (const _ of [1, 2]) expect(await operator.mail.resend({ shop: shop.id, id })).toEqual({ ok: 1, err: null })
    const queued = await operator.mail.message({ shop: shop.id, id })
    expect(queued).toMatchObject({ state: "queued", next_at: new Date(clock.now()).toISOString() })
    await store.work()
    expect(await operator.mail.message({ shop: shop.id, id })).toMatchObject({ state: "kept", next_at: null })
    await expect(operator.mail.resend({ shop: noId, id })).rejects.toMatchObject({ status: 404 })
  })

  it("are not listed for an unknown shop, and a page has 1 to 1000 messages", async () => {
    const { operator, send, shop } = await open()
    await expect(operator.mail.list({ shop: noId })).rejects.toMatchObject({ status: 404, type: "not_found" })
    for (const [name, wrong] of [
      ["limit", 0],
      ["limit", 1001],
      ["state", "lost"],
      ["to", "nobody"]
    ] as const) {
      const query = { shop: shop.id, [name]: wrong }
      const { json, status } = await send({ method: "GET", path: "/control/v1/mail/list.json", query, as: "operator" })
      expect([status, json.error.details[0].path]).toEqual([400, name])
    }
  })
}
