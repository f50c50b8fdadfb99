/** Messages to customers: kept with the change that they tell of, and listed to the operator. */
import { expect, it } from "vitest"
import { type Covered, noId, unique } from "../subjects.ts"
import { type Store, suite } from "../surface.ts"
import { newUser } from "./b2b/sample.ts"

/** Gives an account to someone and keeps a welcome message; returns the address. */
const welcomed = async (store: Store, fullname = "Anna Rossi"): Promise<string> => {
  const given = await newUser(store, { fullname, send_email: "yes" })
  await store.api.b2b.createUser(given)
  return given.email
}

const promises = suite("mail", (open) => {
  it("is listed newest first, by pages, to the operator of the shop", async () => {
    const store = await (await open()).withShop({ modules: ["b2b"], name: "Anna & Co", locale: "en_GB" })
    const { operator, shop } = store
    const sent = [await welcomed(store), await welcomed(store, '<b>"Bea"</b>\r\nBcc: x'), await welcomed(store)]
    const all = await operator.mail.list({ shop: shop.id })
    expect(all.map(({ to }) => to)).toEqual(sent.toReversed())
    const subject = "Welcome to Anna & Co"
    const paragraph = (name: string) => `your business account at ${name} is ready. Its email address is ${sent[1]}.`
    expect(all[1]).toEqual({
      ...{ id: expect.any(String), to: sent[1], subject, reason: "welcome", state: "kept", ts: expect.any(Number) },
      text: `Hello <b>"Bea"</b> Bcc: x,\n\n${paragraph("Anna & Co")}\n\nAnna & Co\n`,
      html: [
        "<p>Hello &#60;b&#62;&#34;Bea&#34;&#60;/b&#62; Bcc: x,</p>",
        `<p>${paragraph("Anna &#38; Co")}</p>`,
        "<p>Anna &#38; Co</p>"
      ].join("\n")
    })
    expect(Math.abs(all[0]!.ts * 1000 - store.clock.now())).toBeLessThan(60_000)
    const followed: Array<unknown> = []
    for await (const message of operator.mail.list.all({ shop: shop.id, limit: 1 })) followed.push(message)
    expect(followed).toEqual(all)
    const other = await store.withShop()
    expect(await operator.mail.list({ shop: other.shop.id })).toEqual([])
  })

  it("is no one's of an unknown shop, and a page has 1 to 1000 messages", async () => {
    const { operator, send, shop } = await open()
    await expect(operator.mail.list({ shop: noId })).rejects.toMatchObject({ status: 404, type: "not_found" })
    for (const limit of [0, 1001]) {
      const query = { shop: shop.id, limit }
      const { json, status } = await send({ method: "GET", path: "/control/v1/mail/list.json", query, as: "operator" })
      expect([status, json.error.details[0].path]).toEqual([400, "limit"])
    }
  })
})

export const mail: Covered<"mail"> = {
  suite: promises,
  subjects: {
    list: {
      given: async (store) => {
        const shop = await store.withShop({ modules: ["b2b"] })
        await welcomed(shop, `Buyer ${unique()}`)
        return { shop: shop.shop.id }
      },
      absent: () => ({ shop: noId })
    }
  }
}
