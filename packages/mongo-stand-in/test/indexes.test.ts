// What the storage adapter needs of indexes, above all unique ones, tested on the engine that the launcher chose.
import { assert, describe, it } from "vitest"
import { failure, useMongo } from "./fixture.ts"

const fixture = useMongo("indexes")

const names = async (): Promise<Array<string>> =>
  (await fixture.docs.listIndexes().toArray()).map(({ name }) => name).sort()

describe("unique indexes", () => {
  it("hold within a shop and ignore other shops", async () => {
    await fixture.docs.createIndex({ shop: 1, value: 1 }, { unique: true, name: "by_value" })
    await fixture.docs.insertMany([
      { shop: "a", value: 1 },
      { shop: "b", value: 1 },
      { shop: "a", value: 2 }
    ])
    const error = await failure(fixture.docs.insertOne({ shop: "a", value: 1 }))
    assert.strictEqual(error.code, 11000)
    assert.match(error.message, /^E11000 duplicate key error collection: .+ index: by_value dup key/)
  })

  it("hold over array elements of all documents", async () => {
    await fixture.docs.createIndex({ shop: 1, "unique.k": 1, "unique.v": 1 }, { unique: true, name: "by_element" })
    await fixture.docs.insertOne({
      _id: 1,
      shop: 1,
      unique: [
        { k: "sku", v: "A" },
        { k: "sku", v: "B" }
      ]
    })
    await fixture.docs.insertOne({ _id: 2, shop: 1, unique: [{ k: "ean", v: "A" }] })
    await fixture.docs.insertOne({ _id: 3, shop: 2, unique: [{ k: "sku", v: "A" }] })
    const error = await failure(
      fixture.docs.insertOne({
        shop: 1,
        unique: [
          { k: "sku", v: "C" },
          { k: "sku", v: "B" }
        ]
      })
    )
    assert.match(error.message, /index: by_element /)
    const update = fixture.docs.updateOne({ _id: 2 }, { $set: { unique: [{ k: "sku", v: "A" }] } })
    assert.match((await failure(update)).message, /index: by_element /)
    await fixture.docs.updateOne({ _id: 1 }, { $set: { unique: [{ k: "sku", v: "B" }] } })
    await fixture.docs.updateOne({ _id: 2 }, { $set: { unique: [{ k: "sku", v: "A" }] } })
  })

  it("can ignore documents without a value", async () => {
    const partialFilterExpression = { "unique.k": { $exists: true } }
    await fixture.docs.createIndex(
      { shop: 1, "unique.k": 1 },
      { unique: true, name: "partial", partialFilterExpression }
    )
    await fixture.docs.insertMany([{ shop: 1 }, { shop: 1 }, { shop: 1, unique: [] }, { shop: 1, unique: [] }])
    await fixture.docs.insertOne({ shop: 1, unique: [{ k: 1 }] })
    assert.strictEqual((await failure(fixture.docs.insertOne({ shop: 1, unique: [{ k: 1 }] }))).code, 11000)
  })

  it("are named in the error of every kind of write", async () => {
    await fixture.docs.createIndex({ code: 1 }, { unique: true, name: "by_code" })
    await fixture.docs.insertMany([
      { _id: 1, code: "a" },
      { _id: 2, code: "b" }
    ])
    const refused = [
      () => fixture.docs.updateOne({ _id: 2 }, { $set: { code: "a" } }),
      () => fixture.docs.replaceOne({ _id: 2 }, { code: "a" }),
      () => fixture.docs.updateOne({ _id: 3 }, { $set: { code: "a" } }, { upsert: true }),
      () => fixture.docs.findOneAndUpdate({ _id: 2 }, { $set: { code: "a" } }),
      () => fixture.docs.findOneAndReplace({ _id: 2 }, { code: "a" }),
      () => fixture.docs.bulkWrite([{ insertOne: { document: { code: "a" } } }])
    ]
    for (const write of refused) {
      const error = await failure(write())
      assert.strictEqual(error.code, 11000)
      assert.match(error.message, /index: by_code /)
    }
    assert.match((await failure(fixture.docs.insertOne({ _id: 1, code: "c" }))).message, /index: _id_ /)
  })

  it("can be built on stored documents, unless those have duplicates", async () => {
    await fixture.docs.insertMany([
      { code: 1, tag: 1 },
      { code: 2, tag: 1 }
    ])
    await fixture.docs.createIndex({ code: 1 }, { unique: true, name: "by_code" })
    assert.strictEqual((await failure(fixture.docs.insertOne({ code: 2 }))).code, 11000)
    assert.strictEqual(
      (await failure(fixture.docs.createIndex({ tag: 1 }, { unique: true, name: "by_tag" }))).code,
      11000
    )
    assert.deepStrictEqual(await names(), ["_id_", "by_code"])
  })
})

describe("indexes", () => {
  const specifications = [
    { key: { shop: 1, status: 1, placed: -1, _id: -1 }, name: "by_status" },
    { key: { shop: 1, "tags.k": 1, placed: -1 }, name: "by_tag" }
  ] as const

  it("are built once if requested repeatedly", async () => {
    await fixture.docs.createIndexes([...specifications])
    await fixture.docs.createIndexes([...specifications])
    assert.deepStrictEqual(await names(), ["_id_", "by_status", "by_tag"])
    const found = await fixture.docs.listIndexes().toArray()
    assert.deepStrictEqual(found.find(({ name }) => name === "by_status")!.key, specifications[0].key)
  })

  it("are built once if requested concurrently", async () => {
    await Promise.all(Array.from({ length: 8 }, () => fixture.docs.createIndexes([...specifications])))
    assert.deepStrictEqual(await names(), ["_id_", "by_status", "by_tag"])
  })

  it("refuse a name that has another key", async () => {
    await fixture.docs.createIndex({ a: 1 }, { name: "one" })
    assert.strictEqual((await failure(fixture.docs.createIndex({ a: -1 }, { name: "one" }))).code, 86)
  })

  it("can be dropped", async () => {
    await fixture.docs.createIndexes([...specifications])
    await fixture.docs.dropIndex("by_tag")
    assert.deepStrictEqual(await names(), ["_id_", "by_status"])
  })

  it("let documents expire", async () => {
    await fixture.docs.createIndex({ until: 1 }, { expireAfterSeconds: 0, name: "until" })
    const { expireAfterSeconds } = (await fixture.docs.listIndexes().toArray()).find(({ name }) => name === "until")!
    assert.strictEqual(expireAfterSeconds, 0)
  })
})
