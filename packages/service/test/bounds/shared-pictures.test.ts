/** What a call compares grows with its pictures, also where many images share one file and every picture is its address. */
import { collections } from "@bottega/domain/areas"
import type { Image } from "@bottega/domain/areas/gallery"
import { productFrom } from "@bottega/domain/areas/products"
import { afterEach, expect, it, vi } from "vitest"
import { open, shop } from "./ground.ts"

afterEach(() => void vi.restoreAllMocks())

const digest = "d".repeat(64)
const image = (n: number): Image => ({
  ...{ id: `${n}`.padStart(24, "0"), digest, thumbnail: "e".repeat(64), type: "image/png" },
  ...{ width: 1, height: 1, size: 67, created: 0 }
})

it("a gallery of 2,000 addresses of a file that 50 images share", async () => {
  const { call, close, put } = await open("memory")
  const variants = [{ sku: "P1.0", attributes: { colour: "red" } }]
  const given = { code: "P1", title: "Mug", price: 1, status: 1 as const, variants }
  await put(shop.id, collections.products, [productFrom(1, given, 0)])
  await put(
    shop.id,
    collections.images,
    Array.from({ length: 50 }, (_, n) => image(n))
  )
  const address = `https://pictures.example/images/${shop.id}/${digest}`
  const gallery = Array.from({ length: 2000 }, () => address)
  const compared = [vi.spyOn(Array.prototype, "includes"), vi.spyOn(Set.prototype, "has")]
  const answer = await call(["PUT", "/productvariants/variantgallery.json", { uid: 1, sku: "P1.0", gallery }])
  const calls = compared.map(({ mock }) => mock.calls.length)
  vi.restoreAllMocks()
  expect([answer.status, answer.json.inserted?.urls.length]).toEqual([200, 1])
  expect(Math.max(...calls)).toBeLessThan(20_000)
  await close()
})
