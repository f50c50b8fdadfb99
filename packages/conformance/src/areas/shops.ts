/** Shops: opened, read and changed by the operator only. */
import { expect, it } from "vitest"
import { type Covered, unique } from "../subjects.ts"
import { suite } from "../surface.ts"

const promises = suite("shops", (open) => {
  it("has the defaults that the specification names", async () => {
    const { operator } = await open()
    const { group_number, id } = await operator.shops.create({ name: "Bottega di Anna" })
    expect(await operator.shops.read({ id })).toEqual({
      id,
      group_number,
      name: "Bottega di Anna",
      url: "",
      timezone: "Europe/Rome",
      locale: "it_IT",
      currency: "EUR",
      modules: [],
      partner_owned: false,
      transitions: "any",
      stock: "enforce",
      emails: [],
      mail_customers: 0,
      payments: [],
      warehouse: null
    })
  })

  it("gives each shop a group number of its own, also to those opened at once", async () => {
    const { operator } = await open()
    const made = await Promise.all(
      Array.from({ length: 10 }, (_, n) => operator.shops.create({ name: `At once ${n}` }))
    )
    expect(new Set(made.map(({ group_number }) => group_number)).size).toBe(10)
    expect(made.every(({ group_number }) => group_number > 0)).toBe(true)
  })

  it("changes the given settings and keeps the rest", async () => {
    const { operator } = await open()
    const { id } = await operator.shops.create({ name: "Before", stock: "track", modules: ["b2b"] })
    expect(await operator.shops.update({ id, name: "After", timezone: "America/New_York" })).toEqual({
      ok: 1,
      err: null
    })
    expect(await operator.shops.read({ id })).toMatchObject({
      name: "After",
      timezone: "America/New_York",
      stock: "track",
      modules: ["b2b"]
    })
  })

  it("empties the settings that may be empty, and no others", async () => {
    const { operator, send } = await open()
    const settings = { url: "https://anna.example", modules: ["b2b" as const], emails: ["anna@example.com"] }
    const { id } = await operator.shops.create({ name: "Anna", ...settings })
    const body = `id=${id}&name=&timezone=&url=&modules[]=&emails=`
    const { json } = await send({ method: "PUT", path: "/control/v1/shops/shop.json", body, as: "operator" })
    expect(json).toEqual({ ok: 1, err: null })
    expect(await operator.shops.read({ id })).toMatchObject({
      name: "Anna",
      timezone: "Europe/Rome",
      url: "",
      modules: [],
      emails: []
    })
  })

  it("has a locale with a hyphen or an underscore, kept with the underscore", async () => {
    const { operator } = await open()
    const { id } = await operator.shops.create({ name: "Abroad", locale: "en-GB" })
    expect((await operator.shops.read({ id })).locale).toBe("en_GB")
    await operator.shops.update({ id, locale: "fr_FR" })
    expect((await operator.shops.read({ id })).locale).toBe("fr_FR")
  })

  it("merges payments by their ids, and a warehouse by its fields", async () => {
    const { operator, send } = await open()
    const payments = [
      { id: "paypal" as const, cost: 1.5 },
      { id: "credit_card" as const, enabled: false }
    ]
    const { id } = await operator.shops.create({ name: "Anna", payments, warehouse: { name: "Hall 1" } })
    const settings = async () => {
      const { payments, warehouse } = await operator.shops.read({ id })
      expect((await operator.shops.list()).find((shop) => shop.id === id)).toMatchObject({ payments, warehouse })
      return { payments: Object.fromEntries(payments.map(({ cost, enabled, id }) => [id, [cost, enabled]])), warehouse }
    }
    expect(await settings()).toEqual({
      payments: { paypal: [1.5, true], credit_card: [null, false] },
      warehouse: { name: "Hall 1", address: "" }
    })
    const put = async (body: string) => {
      const sent = {
        method: "PUT",
        path: "/control/v1/shops/shop.json",
        body: `id=${id}&${body}`,
        as: "operator"
      } as const
      expect((await send(sent)).json).toEqual({ ok: 1, err: null })
    }
    await put(
      "payments[0][id]=paypal&payments[0][enabled]=0&payments[1][id]=bank_transfer&warehouse[address]=Via+Roma+1"
    )
    expect(await settings()).toEqual({
      payments: { paypal: [1.5, false], credit_card: [null, false], bank_transfer: [null, true] },
      warehouse: { name: "Hall 1", address: "Via Roma 1" }
    })
    await put("payments[5][id]=paypal&payments[5][cost]=null&payments=&warehouse[name]=")
    expect(await settings()).toMatchObject({
      payments: { paypal: [null, false] },
      warehouse: { name: "", address: "Via Roma 1" }
    })
    await put("name=Bruno")
    expect(await settings()).toMatchObject({ warehouse: { address: "Via Roma 1" } })
    await put("warehouse=")
    expect((await settings()).warehouse).toBeNull()
  })

  it("names every wrong payment at once", async () => {
    const { send, shop } = await open()
    const body = [
      `id=${shop.id}&payments[0][id]=coins&payments[1][cost]=-1&payments[2][id]=paypal&payments[2][enabled]=maybe`,
      "payments[3][id]=paypal&payments[3][cost]=free&warehouse[name][]=a"
    ].join("&")
    const { json, status } = await send({ method: "PUT", path: "/control/v1/shops/shop.json", body, as: "operator" })
    const names = ["payments[0][id]", "payments[1][cost]", "payments[1][id]", "payments[2][enabled]"]
    expect([status, json.error.details.map(({ path }: { path: string }) => path).sort()]).toEqual([
      400,
      [...names, "payments[3][cost]", "payments[3][id]", "warehouse[name]"]
    ])
  })

  it("lists every shop", async () => {
    const { operator } = await open()
    const { id } = await operator.shops.create({ name: "Listed" })
    expect((await operator.shops.list()).filter((shop) => shop.id === id)).toHaveLength(1)
  })

  it("does not find an unknown shop", async () => {
    const { operator } = await open()
    await expect(operator.shops.read({ id: "0".repeat(24) })).rejects.toMatchObject({ type: "not_found", status: 404 })
    await expect(operator.shops.update({ id: "nobody", name: "x" })).rejects.toMatchObject({ type: "not_found" })
  })

  it("names every wrong setting at once", async () => {
    const { send } = await open()
    const body = { name: "", timezone: "Europe/Atlantis", currency: "LIRA", modules: ["b2c"], emails: ["anna"] }
    const { json, status } = await send({ method: "POST", path: "/control/v1/shops/shop.json", body, as: "operator" })
    expect(status).toBe(400)
    expect(json.error.details.map(({ path }: { path: string }) => path).sort()).toEqual([
      "currency",
      "emails[]",
      "modules[]",
      "name",
      "timezone"
    ])
  })

  it("cannot be reached with a key set", async () => {
    const { send } = await open()
    for (const as of ["api", "nobody"] as const) {
      expect((await send({ method: "GET", path: "/control/v1/shops/list.json", as })).status).toBe(401)
    }
  })
})

export const shops: Covered<"shops"> = {
  suite: promises,
  subjects: {
    list: { given: () => ({}) },
    read: { given: ({ shop }) => ({ id: shop.id }) },
    create: { given: () => ({ name: `Opened ${unique()}` }) },
    update: { given: ({ shop }) => ({ id: shop.id, name: `Renamed ${unique()}` }) }
  }
}
