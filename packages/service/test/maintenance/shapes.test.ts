import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { collections } from "@bottega/domain/areas"
import { InventoryItem } from "@bottega/domain/areas/inventory"
import { shopDefaults } from "@bottega/domain/areas/shops"
import { type Collection, collection as declare, shownLine, text, withDefault } from "@bottega/domain/contract"
import { all, get, installation, list, Storage } from "@bottega/storage"
import { adapters } from "@bottega/storage/adapters"
import { Effect, Exit, Layer, Schema, Scope } from "effect"
import { afterAll, describe, expect, it } from "vitest"
import { maintenanceRecords } from "../../src/collections.ts"
import { insert } from "../../src/engine/decide/change.ts"
import { convertDocuments } from "../../src/maintenance/shapes.ts"

const folder = mkdtempSync(join(tmpdir(), "bottega-shapes-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The inventory as a later program may declare it: with the storage place of each product and variant. */
const { duplicates, key, lookups } = collections.inventory
const given = { key, lookups, unique: duplicates }
const childs = Schema.optionalKey(
  Schema.Array(
    Schema.Struct({ ...InventoryItem.fields.childs.schema.value.fields, shelf: withDefault(Schema.String, "A") })
  )
)
const Later = Schema.Struct({ ...InventoryItem.fields, childs, warehouse: withDefault(Schema.String, "Roma") })
const later = declare("inventory", Later, given as never) as Collection<typeof Later.Type>
/** The inventory as declared by a program that shows less of it. */
const latest = declare("inventory", Later, { ...given, beside: ["unlimited"] } as never) as Collection<
  typeof Later.Type
>

const shop = { ...shopDefaults, id: "0123456789abcdef01234567", group_number: 1, name: "Old" }
const old = Array.from({ length: 1203 }, (_, index) => ({
  sku: `MUG-${index}`,
  uid: index + 1,
  quantity: index,
  unlimited: false,
  has_child: index % 2 === 0,
  ...(index % 2 === 0 ? { childs: [{ sku: `MUG-${index}-RED`, quantity: 1, superkey: "red" }] } : {})
}))

/** Runs `act` in a program with this declaration of the inventory, on the store at a location. */
const program = async <A, E>(
  name: string,
  location: string,
  inventory: Collection,
  act: Effect.Effect<A, E, Storage>,
  more: ReadonlyArray<Collection> = []
) => {
  const adapter = adapters.find((one) => one.name === name)!
  const scope = Effect.runSync(Scope.make())
  const all = [inventory, collections.shops, maintenanceRecords.shapes, maintenanceRecords.imports, ...more]
  const context = await Effect.runPromise(Layer.buildWithScope(adapter.open(location, all), scope))
  const done = await Effect.runPromise(Effect.provideContext(act, context))
  await Effect.runPromise(Scope.close(scope, Exit.void))
  return done
}
const write = Storage.use(({ commit }) =>
  commit([
    { shop: installation, ...insert(collections.shops, shop) },
    ...old.map((item) => ({ shop: shop.id, ...insert(collections.inventory, item) }))
  ])
)
const bring = (inventory: Collection) => convertDocuments([inventory])
const texts = (inventory: Collection) =>
  Effect.map(all(shop.id, inventory), (found) => found.map(({ row }) => shownLine(row.text)))

describe("documents stored before a field was added", () => {
  const file = join(folder, "fields.db")

  it("are decoded with its default, and answered with it without being decoded", async () => {
    await program("sqlite", file, collections.inventory, Effect.andThen(bring(collections.inventory), write))
    const before = await program("sqlite", file, later, all(shop.id, later))
    expect(before.map(({ doc }) => doc.warehouse)).toEqual(old.map(() => "Roma"))
    expect(before[0]!.doc.childs).toEqual([{ sku: "MUG-0-RED", quantity: 1, superkey: "red", shelf: "A" }])
    expect(JSON.parse(before[0]!.row.text)).toEqual(old[0])

    expect(await program("sqlite", file, later, bring(later))).toEqual([{ collection: "inventory", documents: 1203 }])
    const after = await program("sqlite", file, later, texts(later))
    expect(after.map((text) => JSON.parse(text))).toEqual(before.map(({ doc }) => doc))
    const found = await program("sqlite", file, later, get(shop.id, later, { on: "sku", eq: "MUG-1202-RED" } as never))
    expect(found?.doc.uid).toBe(1203)
  })

  it("are upgraded once", async () => {
    expect(await program("sqlite", file, later, bring(later))).toEqual([])
  })

  it("are upgraded by one of two concurrent starts", async () => {
    const both = await Promise.all([
      program("sqlite", file, latest, bring(latest)),
      program("sqlite", file, latest, bring(latest))
    ])
    const written = both.flat().reduce((sum, { documents }) => sum + documents, 0)
    expect(written).toBe(1203)
    const after = await program("sqlite", file, latest, all(shop.id, latest))
    expect(after.map(({ version }) => version)).toEqual(old.map(() => 3))
    expect(after.every(({ row }) => !shownLine(row.text).includes("unlimited"))).toBe(true)
    expect(after.map(({ doc }) => doc.unlimited)).toEqual(old.map(() => false))
  })

  it("are upgraded after an earlier start was interrupted", async () => {
    const cut = join(folder, "cut.db")
    await program("sqlite", cut, collections.inventory, write)
    let commits = 0
    const dying = Effect.gen(function* () {
      const storage = yield* Storage
      const commit: typeof storage.commit = (writes) =>
        writes.length > 0 && ++commits > 1 ? Effect.die("killed") : storage.commit(writes)
      return yield* Effect.provideService(bring(later), Storage, { ...storage, commit })
    })
    await expect(program("sqlite", cut, later, dying)).rejects.toThrow("killed")
    expect(await program("sqlite", cut, later, bring(later))).toEqual([{ collection: "inventory", documents: 703 }])
  })

  it("take one commit where there are none, for all collections together", async () => {
    const all = [collections.inventory, collections.shops, collections.ledger]
    let commits = 0
    const counted = Effect.gen(function* () {
      const storage = yield* Storage
      const commit: typeof storage.commit = (writes) => {
        if (writes.length > 0) commits++
        return storage.commit(writes)
      }
      return yield* Effect.provideService(convertDocuments(all), Storage, { ...storage, commit })
    })
    const empty = join(folder, "empty.db")
    const done = await program("sqlite", empty, collections.inventory, counted, [collections.ledger])
    expect(done.map(({ collection }) => collection)).toEqual(["inventory", "shops", "ledger"])
    expect(commits).toBe(1)
    expect(await program("sqlite", empty, collections.inventory, convertDocuments(all), [collections.ledger])).toEqual(
      []
    )
  })

  it("are neither upgraded nor recorded in a store that ends with its process", async () => {
    const known = all(installation, maintenanceRecords.shapes)
    const act = Effect.andThen(
      bring(collections.inventory),
      Effect.map(known, ({ length }) => length)
    )
    expect(await program("memory", "", collections.inventory, act)).toBe(0)
    expect(await program("sqlite", join(folder, "recorded.db"), collections.inventory, act)).toBe(1)
  })

  it("are left alone if nothing was added", async () => {
    const same = join(folder, "same.db")
    await program("sqlite", same, collections.inventory, write)
    expect(await program("sqlite", same, collections.inventory, bring(collections.inventory))).toEqual([
      { collection: "inventory", documents: 0 }
    ])
    const versions = await program("sqlite", same, collections.inventory, all(shop.id, collections.inventory))
    expect(versions.every(({ version }) => version === 1)).toBe(true)
  })
})

describe("the old ledger, in which each move was a separate entry", () => {
  const { ledger } = collections
  const Entry = Schema.Struct({
    id: Schema.String,
    sku: Schema.String,
    delta: Schema.Number,
    quantity: Schema.Number,
    reason: Schema.String,
    key: Schema.NullOr(Schema.String),
    orderID: Schema.NullOr(Schema.String),
    ts: Schema.Number
  })
  const first = declare("ledger", Entry, {
    key: ({ id }) => id,
    lookups: { sku: text(({ sku }) => sku) },
    orders: [["sku", "key"]],
    beside: ["id"]
  }) as Collection
  const rest = { reason: "set", key: null, orderID: null, ts: 1_790_000_000 } as const
  const entry = { id: "01", sku: "MUG-1", delta: 5, quantity: 5, ...rest }
  const movement = { id: "01", ...rest, moves: [{ sku: "MUG-1", delta: 5, quantity: 5 }] }

  it("is read, found by its SKUs, and upgraded to the current form", async () => {
    const file = join(folder, "ledger.db")
    const write = Storage.use(({ commit }) =>
      commit([
        { shop: installation, ...insert(collections.shops, shop) },
        { shop: shop.id, ...insert(first, entry) }
      ])
    )
    await program("sqlite", file, first, Effect.andThen(bring(first), write))
    const bySku = list(shop.id, ledger, { where: [{ on: "sku", eq: "MUG-1" }], limit: 10 })
    const found = await program("sqlite", file, ledger, bySku)
    expect(found.map(({ doc }) => doc)).toEqual([movement])
    expect(await program("sqlite", file, ledger, bring(ledger))).toEqual([{ collection: "ledger", documents: 1 }])
    const [brought] = await program("sqlite", file, ledger, bySku)
    expect(JSON.parse(brought!.row.text)).toEqual(movement)
  })
})
