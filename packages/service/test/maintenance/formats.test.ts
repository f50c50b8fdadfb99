/**
 * Opens stores that older programs made: `stores/format-<number>.db.br` are files of the program of that format, vacuumed and
 * compressed (brotli). When the declarations change, the format's number must be raised, and a store of the format before
 * belongs here: a few products, orders and buyers, made by the commands of that program.
 */
import { createHash } from "node:crypto"
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { brotliDecompressSync } from "node:zlib"
import { collections } from "@bottega/domain/areas"
import { all, indexesOf, Storage } from "@bottega/storage"
import { adapters, own, ownFormat, whyNotAsIs } from "@bottega/storage/adapters"
import { Effect, ManagedRuntime } from "effect"
import { afterAll, expect, it } from "vitest"
import { allCollections } from "../../src/collections.ts"
import { shops } from "../../src/engine/trusted.ts"
import { shapeOf } from "../../src/maintenance/shapes.ts"
import { convertDocuments, examineStore } from "../../src/maintenance.ts"

const stores = join(import.meta.dirname, "stores")
const folder = mkdtempSync(join(tmpdir(), "bottega-formats-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const sqlite = adapters.find(({ name }) => name === "sqlite")!

it.each(readdirSync(stores))("the store %s is upgraded, and everything in it is found", async (name) => {
  const file = join(folder, name)
  writeFileSync(file, brotliDecompressSync(readFileSync(join(stores, name))))
  expect(await Effect.runPromise(sqlite.damages!(file, allCollections))).not.toEqual([])
  const asIs = ManagedRuntime.make(sqlite.open(file, allCollections, { asIs: true }))
  await expect(asIs.runPromise(Storage)).rejects.toMatchObject({ cause: { message: whyNotAsIs } })
  await asIs.dispose()
  expect(await Effect.runPromise(sqlite.damages!(file, allCollections))).not.toEqual([])
  const steps: Array<string> = []
  const onUpgrade = ({ collection }: { readonly collection: string }) => steps.push(collection)
  const runtime = ManagedRuntime.make(sqlite.open(file, allCollections, { onUpgrade }))
  const wrong: Array<string> = []
  try {
    await runtime.runPromise(convertDocuments())
    await runtime.runPromise(examineStore({ onWrong: (sentence) => wrong.push(sentence) }))
    const [shop] = await runtime.runPromise(shops)
    const orders = await runtime.runPromise(all(shop!.id, collections.orders))
    expect(orders).toHaveLength(14)
    const buyer = { where: [{ on: "email", eq: "buyer3@shop.it" }] } as const
    expect(await runtime.runPromise(all(shop!.id, collections.orders, buyer as never))).toHaveLength(3)
  } finally {
    await runtime.dispose()
  }
  expect(wrong).toEqual([])
  expect(steps).toContain("orders")
  expect(await Effect.runPromise(sqlite.damages!(file, allCollections))).toEqual([])
})

it("the declarations are those of the program's format: when they change, raise its number", () => {
  const declared = [...allCollections, ...own].map((collection) => [
    collection.name,
    Object.entries(collection.lookups).map(([name, { keyed, many, type }]) => [
      name,
      type,
      many,
      ...(keyed ? ["keyed"] : [])
    ]),
    indexesOf(collection),
    collection.deferred,
    shapeOf(collection)
  ])
  const digest = createHash("sha256").update(JSON.stringify(declared)).digest("hex").slice(0, 16)
  // A changed digest needs another number in packages/storage/src/format.ts, and a store of the number before in `stores`.
  expect({ number: ownFormat.number, digest }).toEqual({ number: 3, digest: "b4a02a5853663ee1" })
})
