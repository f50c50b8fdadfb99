import { collections } from "@bottega/domain/areas"
import {
  type Adapter,
  all,
  installation,
  Stale,
  Storage,
  type Taken,
  type Unavailable,
  type Write
} from "@bottega/storage"
import { Effect } from "effect"
import fc from "fast-check"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { maintenanceRecords } from "../../src/collections.ts"
import { shops } from "../../src/engine/trusted.ts"
import { importShops, openExport } from "../../src/maintenance/import.ts"
import { exportOf, furnish, importOf, names, type Opened, open, pieces, sweep } from "./given.ts"

let shop: string
let text: string
let lines: ReadonlyArray<string>
beforeAll(async () => {
  const source = open("memory")
  shop = (await furnish(source, 700)).id
  text = await exportOf(source, shop)
  lines = text.split("\n").slice(0, -1)
})
afterAll(sweep)

type Refused = Stale | Taken | Unavailable

const documents = (exported: string) => exported.split("\n").slice(1, -2)
const refusal = (message: unknown) => ({ _tag: "Unmovable", message })

/** A program that is killed after it has read `bytes` bytes. */
const killedAt = (store: Opened, bytes: number) => {
  async function* source() {
    yield* pieces(text.slice(0, bytes), 10_000)
    throw new Error("killed")
  }
  return expect(store.run(Effect.flatMap(openExport(source()), (lines) => importShops(lines)))).rejects.toThrow(
    "killed"
  )
}

describe("an import that is interrupted", () => {
  it("shows no shop, and imports the rest when run again, wherever and however often it was interrupted", async () => {
    const cuts = fc.array(fc.nat({ max: text.length - 1 }), { minLength: 1, maxLength: 3 })
    const property = fc.asyncProperty(cuts, fc.constantFrom(...names), async (all, adapter) => {
      const store = open(adapter)
      for (const cut of all) {
        await killedAt(store, cut)
        expect(await store.run(shops)).toEqual([])
      }
      const [{ resumed } = { resumed: 0 }] = await importOf(store, text)
      expect(resumed <= Math.max(...all.map((cut) => text.slice(0, cut).split("\n").length - 1))).toBe(true)
      expect(documents(await exportOf(store, shop))).toEqual(documents(text))
      await store.close()
    })
    await fc.assert(property, { numRuns: 12 })
  })

  it("does not commit again what it has committed", async () => {
    const store = open("memory")
    await killedAt(store, Math.floor(text.length * 0.9))
    const [record] = await store.run(all(installation, maintenanceRecords.imports))
    expect(record!.doc.lines).toBeGreaterThan(500)
    expect(await importOf(store, text)).toMatchObject([{ resumed: record!.doc.lines - 1, already: false }])
  })

  it("can be run again after it was finished, and then does nothing", async () => {
    const store = open("memory")
    await importOf(store, text)
    const before = await store.run(all(installation, maintenanceRecords.imports))
    expect(await importOf(store, text)).toMatchObject([{ shop, already: true }])
    expect(await store.run(all(installation, maintenanceRecords.imports))).toEqual(before)
  })

  it("is not finished with another file, unless it is restarted", async () => {
    const store = open("memory")
    await killedAt(store, Math.floor(text.length * 0.9))
    const source = open("memory")
    await importOf(source, text)
    const other = await exportOf(source, shop)
    await expect(importOf(store, other)).rejects.toMatchObject(
      refusal(expect.stringMatching(/^An import of the shop \w+ was begun with another file, .* --restart\.$/))
    )
    expect(await store.run(shops)).toEqual([])
    expect(await importOf(store, other, { restart: true })).toMatchObject([{ resumed: 0 }])
    expect(documents(await exportOf(store, shop))).toEqual(documents(text))
  })
})

describe("a commit of an import that meets a conflict", () => {
  const { imports } = maintenanceRecords
  const conflict = () => new Stale({ shop: installation, collection: imports.name, key: shop })
  const recordIn = (writes: ReadonlyArray<Write>) => writes.find(({ collection }) => collection.name === imports.name)

  /** Imports into a store whose commits of an import's record are refused at every other try, after `then`. */
  const importInto = (store: Opened, then: (record: Write, storage: Adapter) => Effect.Effect<unknown, Refused>) =>
    store.run(
      Effect.gen(function* () {
        const storage = yield* Storage
        let tries = 0
        const commit: Adapter["commit"] = (writes, guards) =>
          Effect.suspend(() => {
            const record = recordIn(writes)
            return record === undefined || tries++ % 2 === 1
              ? storage.commit(writes, guards)
              : Effect.andThen(then(record, storage), Effect.fail(conflict()))
          })
        const lines = yield* openExport(pieces(text, 65_536))
        const imported = yield* Effect.provideService(importShops(lines, { restart: true }), Storage, {
          ...storage,
          commit
        })
        return { imported, tries }
      })
    )

  it("is made again, as what a killed import left open passes", async () => {
    const store = open("memory")
    await killedAt(store, Math.floor(text.length * 0.9))
    const { imported, tries } = await importInto(store, () => Effect.void)
    expect([imported, tries]).toMatchObject([[{ shop, already: false }], expect.any(Number)])
    // The record that is removed, two steps, and the last commit, each of them twice.
    expect(tries).toBeGreaterThanOrEqual(8)
    expect(documents(await exportOf(store, shop))).toEqual(documents(text))
  })

  it("ends the import once another one has written the record", async () => {
    const store = open("memory")
    const overtaking = importInto(store, (record, storage) => storage.commit([record]))
    await expect(overtaking).rejects.toMatchObject(
      refusal("Another import of the same shop is running; only one of them can go on.")
    )
    expect(await store.run(shops)).toEqual([])
  })
})

describe("an existing shop", () => {
  it("is never overwritten", async () => {
    const store = open("memory")
    const { id } = await furnish(store, 700)
    expect(id).toBe(shop)
    const before = documents(await exportOf(store, shop))
    for (const restart of [false, true])
      await expect(importOf(store, text, { restart })).rejects.toMatchObject(
        refusal(`The store already has a shop ${shop}; an import does not overwrite shops.`)
      )
    expect(documents(await exportOf(store, shop))).toEqual(before)
  })

  it("from another file is not reported as the same", async () => {
    const store = open("memory")
    await importOf(store, text)
    const other = await exportOf(store, shop)
    await expect(importOf(store, other, { restart: true })).rejects.toMatchObject(
      refusal(`The store has a shop ${shop} already, and it came from another file.`)
    )
  })
})

describe("a damaged file", () => {
  const wrong = async (changed: string) => {
    const store = open("memory")
    const error = await importOf(store, changed).then(
      () => undefined,
      (cause) => cause.message as string
    )
    expect(await store.run(shops)).toEqual([])
    return error
  }
  const joined = (all: ReadonlyArray<string>) => all.map((line) => `${line}\n`).join("")
  const replaced = (number: number, line: string) => joined(lines.with(number - 1, line))

  it("is recognised wherever it was cut off", async () => {
    const property = fc.asyncProperty(fc.integer({ min: 1, max: text.length - 2 }), async (cut) => {
      const part = text.slice(0, cut)
      expect(await wrong(part)).toMatch(
        part.includes("\n") ? /it was cut off\.$/ : /^Line 1 is not the beginning of an exported shop\.$/
      )
    })
    await fc.assert(property, { numRuns: 12 })
    expect(await wrong("")).toBe("The file is empty.")
  })

  it("is recognised whichever digit was changed", async () => {
    const digits = [...text.matchAll(/(?<=[:,"])\d/g)].map(({ index }) => index)
    const property = fc.asyncProperty(fc.constantFrom(...digits), async (at) => {
      const changed = text.slice(0, at) + ((Number(text[at]) + 1) % 10) + text.slice(at + 1)
      expect(await wrong(changed)).toBeDefined()
    })
    await fc.assert(property, { numRuns: 12 })
  })

  it("is reported with the number of each wrong line", async () => {
    const changed = lines
      .with(3, "{")
      .with(5, '{"in":"frobs","doc":{}}')
      .with(7, '{"in":"orders","doc":{"orderID":7}}')
      .with(9, "[]")
    const reported = (await wrong(joined(changed)))!.split("\n")
    expect(reported.slice(0, 4)).toEqual([
      "Line 4 is not JSON.",
      'Line 6 belongs to "frobs", which this program does not move.',
      expect.stringMatching(/^Line 8 is not a document of orders: .*orderID.*\.$/),
      "Line 10 is not a line of an exported shop."
    ])
  })

  it.each([
    [
      "a document of the store itself",
      '{"in":"counts","doc":{"id":"x","since":1,"used":1}}',
      'Line 4 belongs to "counts", which this program does not move.'
    ],
    [
      "a document of another shop in the installation",
      '{"in":"shops","doc":{"id":"x"}}',
      /^Line 4 is not a document of shops: /
    ]
  ])("is recognised by %s", async (_, line, message) => {
    const reported = (await wrong(replaced(4, line)))!.split("\n")[0]
    if (typeof message === "string") expect(reported).toBe(message)
    else expect(reported).toMatch(message)
  })

  it("is recognised by a key set of another shop", async () => {
    const number = lines.findIndex((line) => line.startsWith('{"in":"keysets"')) + 1
    const line = lines[number - 1]!.replace(`"shop":"${shop}"`, '"shop":"0123456789abcdef01234567"')
    expect(await wrong(replaced(number, line))).toMatch(
      new RegExp(`^Line ${number} belongs to a different shop than the file\\.`)
    )
  })

  it("is recognised by a repeated line, or a repeated unique value", async () => {
    expect(await wrong(joined(lines.toSpliced(4, 0, lines[3]!)))).toMatch(
      /^Line 5 repeats the document \w+ \w+ of line 4\.\n/
    )
    const at = lines.findIndex((line) => line.startsWith('{"in":"coupons"'))
    const twin = lines[at]!.replace(/"uid":\d+/, '"uid":999')
    expect(await wrong(joined(lines.toSpliced(at + 1, 0, twin)))).toBe(
      `Line ${at + 2}: another document of the store has the code of coupons 999.`
    )
  })

  it("is recognised by a missing line, and by a trailer that was changed to fit", async () => {
    const number = lines.findIndex((line) => line.startsWith('{"in":"orders"'))
    const without = lines.toSpliced(number, 1)
    expect(await wrong(joined(without))).toBe(
      `Line ${lines.length - 1} has other counts than the documents before it: 700 of orders and not 699.`
    )
    const fitting = without.with(-1, without.at(-1)!.replace('"orders":700', '"orders":699'))
    expect(await wrong(joined(fitting))).toBe(
      `Line ${lines.length - 1} has a different digest than the lines before it: the file was changed.`
    )
  })

  it("is recognised by its format", async () => {
    expect(await wrong(replaced(1, lines[0]!.replace('"format":1', '"format":3')))).toBe(
      "Line 1 says format 3; this program reads 1 and 2. Use the program 0.0.0."
    )
  })

  it("is refused if the store already has a document of the shop", async () => {
    const store = open("memory")
    const at = lines.findIndex((line) => JSON.parse(line).in === "coupons")
    const { doc } = JSON.parse(lines[at]!)
    await store.run(
      Storage.use(({ commit }) => commit([{ shop, collection: collections.coupons, key: doc.uid, expect: 0, doc }]))
    )
    await expect(importOf(store, text)).rejects.toMatchObject(
      refusal(`Line ${at + 1}: the store has a document coupons ${doc.uid} already.`)
    )
  })
})
