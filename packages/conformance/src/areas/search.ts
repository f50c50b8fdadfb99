/** The search of a shop: what finds each kind, and in which order it is answered. */
import { expect, it } from "vitest"
import { type Covered, noId, unique } from "../subjects.ts"
import { type Store, suite } from "../surface.ts"
import { address, placed, refused } from "./orders/sample.ts"

type Asked = Omit<Parameters<Store["operator"]["search"]["find"]>[0], "shop">

/** What is found, as `kind title`. */
const found = async ({ operator, shop }: Store, q: string, more: Omit<Asked, "q"> = {}) =>
  (await operator.search.find({ shop: shop.id, q, ...more })).map(({ kind, title }) => `${kind} ${title}`)

const orderOf = (store: Store, billing_fullname: string, billing_email = "nobody@example.com") =>
  placed(store, { ...address("billing"), billing_fullname, billing_email })

const customerOf = ({ api }: Store, fullname: string, email: string) => {
  const [first_name = "", last_name = ""] = fullname.split(" ")
  return api.customers.create({ fullname, first_name, last_name, email })
}

const productOf = ({ api }: Store, code: string, title: string, variants: ReadonlyArray<string> = []) =>
  api.products.create({
    ...{ code, title, price: 1 },
    ...(variants.length > 0 && { variants: variants.map((sku) => ({ sku, superkey: sku, quantity: 1 })) })
  })

const couponOf = ({ api }: Store, code: string, name: string) =>
  api.coupons.create({
    ...{ code, name, type: 1, value: 10, min_sum: 0, active: 1, unlimited: 0, count: 10, rules: { users_email: [] } },
    ...{ start_time: 0, end_time: 253402300799 }
  })

const promises = suite("search", (open) => {
  it("finds each kind by its words, without regard to case and accents, the last one by its beginning", async () => {
    const store = await (await open()).withShop()
    await orderOf(store, "José Álvarez", "jose.alvarez@example.com")
    await customerOf(store, "Renée Strauß", "renee@example.com")
    await productOf(store, "MOK-3", "Caffettiera Árgento Öko")
    await couponOf(store, "ESTATE10", "Saldi d'estate")
    await store.api.pages.create({ title: "Über uns", content: "<p>Text</p>" })
    for (const q of ["JOSE", "jose alvarez", "ALVAREZ jos", "Álvarez José", "alv", "jose.alvarez@example"])
      expect.soft(await found(store, q), q).toEqual(["order 1", "customer José Álvarez"])
    for (const q of ["renee", "renée strauss", "STRAUẞ", "stra"])
      expect.soft(await found(store, q), q).toEqual(["customer Renée Strauß"])
    for (const q of ["caffet", "oko argento caf", "ÖKO"])
      expect.soft(await found(store, q), q).toEqual(["product Caffettiera Árgento Öko"])
    for (const q of ["estate10", "saldi", "saldi est"])
      expect.soft(await found(store, q), q).toEqual(["coupon ESTATE10"])
    for (const q of ["uber", "uns", "ÜBER UNS"]) expect.soft(await found(store, q), q).toEqual(["page Über uns"])
    // Only the last word may be a beginning, of three characters at least, and all words must be there.
    for (const q of ["jos alvarez", "jo", "al", "jose estate", "rossi", "…", "@example.com"])
      expect.soft(await found(store, q), q).toEqual([])
  })

  it("finds orders by number and id, products by the beginning of a SKU, and both by email address", async () => {
    const store = await (await open()).withShop()
    const order = await orderOf(store, "Anna Bianchi", "Anna@Example.com")
    await orderOf(store, "Carlo Verdi", "carlo@example.com")
    const [buyer] = await store.operator.search.find({ shop: store.shop.id, q: "bianchi", kinds: ["customer"] })
    await productOf(store, "LAMP-1000", "Lamp", ["LAMP-1000.red", "LAMP-1000.blue", "X-77"])
    await productOf(store, "LAMP-2000", "Other lamp")
    expect(await found(store, "1")).toEqual(["order 1"])
    expect(await found(store, " 2 ")).toEqual(["order 2"])
    expect(await found(store, order)).toEqual(["order 1"])
    expect(await found(store, buyer!.id)).toEqual(["customer Anna Bianchi"])
    expect(await found(store, "ANNA@example.com")).toEqual(["order 1", "customer Anna Bianchi"])
    expect(await found(store, "lamp-1")).toEqual(["product Lamp"])
    for (const q of ["lamp-1000.R", "x-", "X-77"]) expect.soft(await found(store, q), q).toEqual(["product Lamp"])
    expect(await found(store, "LAMP-2000")).toEqual(["product Other lamp"])
    expect(await found(store, "lamp-3")).toEqual([])
  })

  it("answers what the whole search names first, then a share of each kind, the newest first", async () => {
    const store = await (await open()).withShop()
    for (let n = 0; n < 5; n++) await orderOf(store, "Luna Grande")
    await productOf(store, "P1", "Luna uno")
    await productOf(store, "LUNA", "Due")
    await productOf(store, "P3", "Luna tre")
    await couponOf(store, "LUNA", "Tre")
    const first = ["product Due", "coupon LUNA"]
    expect(await found(store, "luna", { limit: 3 })).toEqual(["coupon LUNA", "order 5", "customer Luna Grande"])
    expect(await found(store, "LUNA", { limit: 2 })).toEqual(first)
    expect(await found(store, "LUNA", { limit: 7 })).toEqual([
      ...first,
      ...["order 5", "order 4", "customer Luna Grande", "product Luna tre", "product Luna uno"]
    ])
    expect(await found(store, "LUNA")).toHaveLength(10)
    expect(await found(store, "luna", { kinds: ["order"], limit: 2 })).toEqual(["order 5", "order 4"])
    expect(await found(store, "luna", { kinds: ["page"] })).toEqual([])
  })

  it("finds a document as it is now, and an erased person not at all", async () => {
    const store = await (await open()).withShop()
    const { api, operator, shop } = store
    await orderOf(store, "Gina Lollo", "gina@example.com")
    const { uid } = await productOf(store, "OLD-1", "Vecchio")
    await api.products.update({ uid, title: "Nuovo" })
    expect(await found(store, "vecchio")).toEqual([])
    expect(await found(store, "nuovo")).toEqual(["product Nuovo"])
    await api.products.remove({ uid })
    expect(await found(store, "nuovo")).toEqual([])
    expect(await found(store, "old-1")).toEqual([])
    expect(await found(store, "gina lollo")).toHaveLength(2)
    await operator.customers.erase({ shop: shop.id, email: "gina@example.com" })
    for (const q of ["gina", "lollo", "gina@example.com"]) expect.soft(await found(store, q), q).toEqual([])
    expect(await found(store, "1")).toEqual(["order 1"])
  })

  it("finds nothing of another shop, and refuses more than six words", async () => {
    const store = await (await open()).withShop()
    await productOf(await store.withShop(), "SECRET", "Segreto")
    expect(await found(store, "segreto")).toEqual([])
    expect(await found(store, "SECRET")).toEqual([])
    const refusal = await refused(found(store, "one two three four five six seven"))
    expect([refusal.status, refusal.details.map(({ path }) => path)]).toEqual([400, ["q"]])
    expect(await found(store, "one one two three four five six")).toEqual([])
  })

  it("bounds what a title or a product's SKUs can take", async () => {
    const store = await (await open()).withShop()
    await productOf(
      store,
      "HOSTILE",
      Array.from({ length: 60 }, (_, n) => `w${n}ord`)
        .join(" ")
        .slice(0, 255)
    )
    expect(await found(store, "w11ord")).toHaveLength(1)
    expect(await found(store, "w12ord")).toEqual([])
    await productOf(store, "x".repeat(200), "Long")
    expect(await found(store, "x".repeat(40))).toEqual(["product Long"])
    expect(await found(store, "x".repeat(41))).toEqual([])
    expect(await found(store, "x".repeat(200))).toEqual(["product Long"])
  })
})

export const search: Covered<"search"> = {
  suite: promises,
  subjects: {
    find: {
      given: async (store) => {
        const title = `Found${unique()}`
        await productOf(store, `FIND-${title}`, title)
        return { shop: store.shop.id, q: title }
      },
      absent: (given) => ({ ...given, shop: noId })
    }
  }
}
