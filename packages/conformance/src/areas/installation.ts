/** The status of an installation: what it counts of a shop, and what only the operator sees. */
import { expect, it } from "vitest"
import { signedInAs } from "../signed-in.ts"
import { type Covered, noId } from "../subjects.ts"
import { type Store, suiteOfWork } from "../surface.ts"
import { newUser } from "./b2b/sample.ts"
import { refused } from "./orders/sample.ts"

const path = "/control/v1/status.json"

/** Writes a mail to someone, which is kept because the tests have no SMTP server. */
const written = async (store: Store) =>
  store.api.b2b.createUser(await newUser(store, { fullname: "Anna Rossi", send_email: "yes" }))

const promises = suiteOfWork("installation", (open) => {
  it("counts the mail and the webhooks of a shop by state", async () => {
    const store = await (await open()).withShop({ modules: ["b2b"] })
    const { api, clock, operator, shop } = store
    const status = () => operator.installation.status({ shop: shop.id })
    const nothing = { failed: 0, queued: 0, kept: 0, sent: 0, oldest_at: null }
    expect((await status()).mail).toEqual(nothing)
    for (let n = 0; n < 5; n++) await written(store)
    await store.work()
    expect((await status()).mail).toEqual({ ...nothing, kept: 5 })
    const [first] = await operator.mail.list({ shop: shop.id })
    await operator.mail.resend({ shop: shop.id, id: first!.id })
    const { mail } = await status()
    expect(mail).toMatchObject({ kept: 4, queued: 1, oldest_at: expect.any(String) })
    // A clock that was moved and returned leaves ids ahead of it, and the instant is that of an id.
    expect(Date.parse(mail.oldest_at!)).toBeGreaterThan(clock.now() - 60_000)
    const webhook = { name: "Till", url: "https://till.example/hook", type: 0 }
    const { id } = await api.webhooks.create(webhook)
    await operator.webhooks.setPaused({ shop: shop.id, webhook: id, paused: 1 })
    expect((await status()).deliveries).toEqual({
      ...{ undelivered: 0, oldest_at: null, broken: 0, dead: 0, paused: 1, disabled: 0 }
    })
    expect((await (await store.withShop()).operator.installation.status({ shop: store.shop.id })).mail.kept).toBe(4)
    expect((await refused(operator.installation.status({ shop: noId }))).status).toBe(404)
  })

  it("shows the operator the whole installation, and a person only their shop", async () => {
    const store = await (await open()).withShop({ modules: ["b2b"] })
    const { operator, shop } = store
    await written(store)
    await store.work()
    const whole = await operator.installation.status()
    expect(Object.keys(whole.mail)).toEqual(["queued", "oldest_at"])
    expect(whole.workers).toEqual(expect.any(Array))
    expect(whole.version).toMatch(/^\d+\.\d+\.\d+/)
    expect(whole.clock.offset_seconds).toBe(0)
    for (const role of ["owner", "reads"] as const) {
      const { send } = await signedInAs(store, role)
      const { json } = await send({ method: "GET", path })
      expect(json).toMatchObject({ backup: null, doctor: null, workers: null, mail: { kept: 1 } })
      const other = await (await open()).withShop()
      expect((await send({ method: "GET", path, query: { shop: other.shop.id } })).status).toBe(404)
      expect((await send({ method: "GET", path, query: { shop: shop.id } })).json).toEqual({
        ...json,
        clock: expect.anything()
      })
    }
  })
})

export const installation: Covered<"installation"> = {
  suite: promises,
  subjects: { status: { given: ({ shop }) => ({ shop: shop.id }), absent: () => ({ shop: noId }) } }
}
