/** The stock by SKU in pages: every SKU once, in order, wherever a page ends. */
import { expect, it } from "vitest"
import { noId } from "../../subjects.ts"
import type { Store } from "../../surface.ts"

interface Level {
  readonly sku: string
  readonly uid: number
  readonly title: string
  readonly quantity: number | null
  readonly unlimited: boolean
}

/** The beginning of SKUs that are longer than a search by a beginning. */
const long = `LONG-${"x".repeat(40)}`

/** What the list has to show of some products: alone, unlimited, with variants, without any stock. */
const madeIn = async ({ api }: Store): Promise<ReadonlyArray<Level>> => {
  const levels: Array<Level> = []
  for (let n = 0; n < 12; n++) {
    const code = n % 4 === 3 ? `${long}-${n}` : `${n % 2 === 0 ? "Even" : "odd"}-${n}`
    const [title, price, unlimited] = [`Product ${n}`, 1, n % 5 === 4]
    if (n % 3 === 2) {
      const variants = [7 - n, n, 3].map((quantity, at) => ({
        ...{ sku: `${code}.${at}`, superkey: `${at}`, quantity: Math.max(0, quantity) }
      }))
      const { uid } = await api.products.create({ code, title, price, unlimited, variants })
      for (const { quantity, sku } of variants) levels.push({ sku, uid, title, quantity, unlimited })
    } else {
      const quantity = n === 6 ? null : (n * 5) % 8
      const { uid } = await api.products.create({
        code,
        title,
        price,
        unlimited,
        ...(quantity !== null && { quantity })
      })
      levels.push({ sku: code, uid, title, quantity, unlimited })
    }
  }
  return levels
}

/** What is expected of the list, from all levels in the order of their products. */
const modelOf = (all: ReadonlyArray<Level>, { below, sku = "" }: { below?: number; sku?: string }) => {
  const leastOf = (uid: number) =>
    Math.min(...all.filter((one) => one.uid === uid).map(({ quantity }) => quantity ?? 0))
  const wanted = all.filter(
    (one) =>
      one.sku.toLowerCase().startsWith(sku.toLowerCase()) &&
      (below === undefined || (!one.unlimited && (one.quantity ?? 0) < below))
  )
  return below === undefined ? wanted : wanted.toSorted((one, other) => leastOf(one.uid) - leastOf(other.uid))
}

const asked = [
  ...[{}, { below: 4 }, { below: 0 }, { below: 100 }, { sku: "even" }, { sku: "EVEN-1" }, { sku: "none" }],
  ...[{ sku: "odd", below: 5 }, { sku: long }, { sku: long, below: 4 }, { sku: "LONG" }]
]

/** Registers the tests of the list. */
export const levels = (open: () => Promise<Store>): void => {
  it("lists the stock by SKU, all or what is low, by the beginning of a SKU, in pages of any size", async () => {
    const store = await (await open()).withShop()
    const all = await madeIn(store)
    const { operator, shop } = store
    for (const given of asked)
      for (const limit of [1, 2, 5, 100]) {
        const found: Array<Level> = []
        for await (const level of operator.inventory.levels.all({ shop: shop.id, ...given, limit })) found.push(level)
        expect.soft(found, JSON.stringify({ ...given, limit })).toEqual(modelOf(all, given))
      }
    await expect(operator.inventory.levels({ shop: noId })).rejects.toMatchObject({ status: 404 })
  })

  it("shows the stock as it is after each change, and begins again at a place of another list", async () => {
    const store = await (await open()).withShop()
    const { api, operator, shop } = store
    const { uid } = await api.products.create({ code: "ONE", title: "One", price: 1, quantity: 9 })
    const low = async () =>
      (await operator.inventory.levels({ shop: shop.id, below: 5 })).map(({ quantity }) => quantity)
    expect(await low()).toEqual([])
    await api.inventory.set({ sku: "ONE", quantity: 4 })
    expect(await low()).toEqual([4])
    await api.inventory.increment({ sku: "ONE", quantity: -4 })
    expect(await low()).toEqual([0])
    await api.inventory.set({ uid, quantity: 0, unlimited: true })
    expect(await low()).toEqual([])
    const cursor = Buffer.from('["a text","another"]').toString("base64url")
    expect(await operator.inventory.levels({ shop: shop.id, cursor })).toHaveLength(1)
    await api.products.remove({ uid })
    expect(await operator.inventory.levels({ shop: shop.id })).toEqual([])
  })
}
