/** The values of variants as the worker leaves them, on every adapter: each that a product has, and no other. */
import { collections } from "@bottega/domain/areas"
import { productFrom, variantValuesOf } from "@bottega/domain/areas/products"
import { type Shop, shopDefaults } from "@bottega/domain/areas/shops"
import { all, installation, Storage } from "@bottega/storage"
import { Effect } from "effect"
import { afterAll, expect, it } from "vitest"
import { variantsWorker } from "../src/areas/variants/worker.ts"
import { type Step, stepped } from "../src/engine/background/worker.ts"
import { insert, writeOf } from "../src/engine/decide/change.ts"
import { names, open, sweep } from "./maintenance/given.ts"

afterAll(sweep)

const { products, shops, variantValues } = collections
const shop: Shop = { ...shopDefaults, id: "0123456789abcdef01234567", group_number: 1, name: "Varied" }
const attributeValue = (key: string, value: string) => [
  ...variantValuesOf({
    variants: [{ sku: "", superkey: "", price: null, gallery: [], attributes: { [key]: value } }]
  }).values()
]

it.each(names)("the worker adds missing values and removes unused ones in %s, also after a crash", async (name) => {
  const store = open(name)
  const made = Array.from({ length: 70 }, (_, at) => {
    const attributes = { colour: ["red", "blue"][at % 2]!, number: `${at}` }
    const given = {
      code: `P${at}`,
      title: "Mug",
      price: 1,
      status: 1 as const,
      variants: [{ sku: `P${at}.0`, attributes }]
    }
    return productFrom(at + 1, given, 100)
  })
  const kept = { ...attributeValue("colour", "red")[0]!, image: "https://pictures.example/red.webp" }
  const drafts = [
    insert(shops, shop, installation),
    ...made.map((product) => insert(products, product)),
    ...[kept, ...attributeValue("colour", "green"), ...attributeValue("size", "S")].map((value) =>
      insert(variantValues, value)
    )
  ]
  await store.run(Storage.use(({ commit }) => commit(drafts.map((draft) => writeOf(shop.id, draft)))))
  let steps = 0
  const dying: Step = (one) => (++steps > 1 ? Effect.die(new Error("the process ended")) : stepped(one))
  await expect(store.run(variantsWorker().run(dying, Effect.void))).rejects.toThrow("the process ended")
  await store.run(variantsWorker().run(stepped, Effect.void))
  const found = (await store.run(all(shop.id, variantValues, { latest: true }))).map(({ doc }) => doc)
  const expected = new Map(made.flatMap((product) => [...variantValuesOf(product)]))
  expect(found.map(({ id }) => id).sort()).toEqual([...expected.keys()].sort())
  expect(found.find(({ id }) => id === kept.id)).toEqual(kept)
  await store.close()
})
