// What the storage adapter needs of documents and writes, tested on the engine that the launcher chose.
import { randomUUID } from "node:crypto"
import { type Document, Long } from "mongodb"
import { assert, describe, it } from "vitest"
import { failure, keys, many, useMongo } from "./fixture.ts"

const fixture = useMongo("documents")

describe("the server", () => {
  it("announces sessions and transactions", async () => {
    const hello = await fixture.suite.client.db("admin").command({ hello: 1 })
    assert.isTrue(hello["msg"] === "isdbgrid" || typeof hello["setName"] === "string")
    assert.isAtLeast(hello["logicalSessionTimeoutMinutes"], 1)
    assert.isAtLeast(hello["maxWireVersion"], 21)
  })

  it("reports its version", async () => {
    const { version } = await fixture.suite.client.db("admin").command({ buildInfo: 1 })
    assert.match(version, /^\d+\.\d+\.\d+/)
    assert.strictEqual((await fixture.suite.client.db("admin").command({ ping: 1 }))["ok"], 1)
  })

  it("refuses an unknown command", async () => {
    assert.strictEqual((await failure(fixture.suite.database.command({ sell: 1 }))).code, 59)
  })

  it("refuses an unknown operator", async () => {
    assert.strictEqual((await failure(fixture.docs.find({ $sell: 1 } as Document).toArray())).code, 2)
  })
})

describe("documents", () => {
  it("keep every digit of numbers", async () => {
    const numbers = { int: 2 ** 31 - 1, large: 2 ** 53 - 1, small: -(2 ** 53 - 1), tenth: 0.1, least: 5e-324, zero: -0 }
    await fixture.docs.insertOne({ _id: 1, ...numbers, long: Long.MAX_VALUE })
    const { _id, long, ...found } = (await fixture.docs.findOne({ _id: 1 }, { promoteLongs: false }))!
    assert.strictEqual(long.toString(), Long.MAX_VALUE.toString())
    for (const [name, value] of Object.entries(numbers)) assert.isTrue(Object.is(Number(found[name]), value), name)
    assert.strictEqual(await fixture.docs.countDocuments({ large: 2 ** 53 - 1 }), 1)
    assert.strictEqual(await fixture.docs.countDocuments({ large: 2 ** 53 - 2 }), 0)
  })

  it("keep any text, and any key inside a value", async () => {
    const texts = [
      "",
      " ",
      "a.b",
      "$set",
      "è ü ß 漢字 🛒",
      "a\u0300",
      "\u0001\u001f\\\"'",
      "__proto__",
      "x".repeat(70_000)
    ]
    await fixture.docs.insertOne({ _id: 1, entries: texts.map((k, v) => ({ k, v })) })
    assert.deepStrictEqual(
      (await fixture.docs.findOne({ _id: 1 }))!["entries"].map(({ k }: any) => k),
      texts
    )
    for (const k of texts) assert.strictEqual(await fixture.docs.countDocuments({ entries: { $elemMatch: { k } } }), 1)
  })

  it("may be large", async () => {
    const text = randomUUID().repeat(250_000)
    await fixture.docs.insertOne({ _id: 1, text })
    await fixture.docs.updateOne({ _id: 1 }, { $set: { text: `${text}.` } })
    assert.strictEqual((await fixture.docs.findOne({ _id: 1 }))!["text"], `${text}.`)
  })

  it("may be nested deeply, with null, booleans, dates and bytes", async () => {
    const document = { _id: 1, a: [[null, true], { b: { c: [{ d: new Date(1e12) }] } }], e: [] }
    await fixture.docs.insertOne({ ...document, f: Buffer.from([0, 255]) })
    const { f, ...found } = (await fixture.docs.findOne({ _id: 1 }))!
    assert.deepStrictEqual(found, document as any)
    assert.deepStrictEqual([...f.buffer], [0, 255])
  })

  it("can have a document as key", async () => {
    await fixture.docs.insertMany([{ _id: { shop: "a", key: "1" } }, { _id: { shop: "b", key: "1" } }])
    assert.isNotNull(await fixture.docs.findOne({ _id: { shop: "a", key: "1" } }))
    assert.strictEqual((await failure(fixture.docs.insertOne({ _id: { shop: "a", key: "1" } }))).code, 11000)
  })
})

describe("writes", () => {
  it("insert many at once and return how many", async () => {
    assert.strictEqual((await fixture.docs.insertMany(many(2_500))).insertedCount, 2_500)
    assert.strictEqual(await fixture.docs.countDocuments({}), 2_500)
    assert.strictEqual(await fixture.docs.estimatedDocumentCount(), 2_500)
  })

  it("upsert with $setOnInsert", async () => {
    const change = { $set: { a: 1 }, $setOnInsert: { b: 1 }, $inc: { version: 1 } }
    assert.strictEqual((await fixture.docs.updateOne({ _id: 7 }, change, { upsert: true })).upsertedId as unknown, 7)
    const again = await fixture.docs.updateOne({ _id: 7 }, { ...change, $setOnInsert: { b: 2 } }, { upsert: true })
    assert.deepStrictEqual([again.matchedCount, again.upsertedCount], [1, 0])
    assert.deepStrictEqual(await fixture.docs.findOne({ _id: 7 }), { _id: 7, a: 1, b: 1, version: 2 })
  })

  it("update only the version that was read", async () => {
    await fixture.docs.insertOne({ _id: 1, version: 3 })
    const write = () => fixture.docs.replaceOne({ _id: 1, version: 3 }, { version: 4, text: "new" })
    assert.deepStrictEqual([(await write()).matchedCount, (await write()).matchedCount], [1, 0])
  })

  it("delete only the version that was read", async () => {
    await fixture.docs.insertOne({ _id: 1, version: 3 })
    const remove = (version: number) => fixture.docs.deleteOne({ _id: 1, version })
    assert.deepStrictEqual([(await remove(2)).deletedCount, (await remove(3)).deletedCount], [0, 1])
  })

  it("find and change in one step", async () => {
    const next = () =>
      fixture.docs.findOneAndUpdate(
        { _id: "orders" },
        { $inc: { last: 10 } },
        { upsert: true, returnDocument: "after" }
      )
    assert.deepStrictEqual([(await next())!["last"], (await next())!["last"]], [10, 20])
    assert.strictEqual((await fixture.docs.findOneAndDelete({ _id: "orders" }))!["last"], 20)
    assert.isNull(await fixture.docs.findOneAndUpdate({ _id: "orders" }, { $inc: { last: 10 } }))
  })

  it("update many, and mix kinds in one command", async () => {
    await fixture.docs.insertMany(many(10))
    assert.strictEqual((await fixture.docs.updateMany({ shop: 1 }, { $set: { seen: true } })).modifiedCount, 5)
    const result = await fixture.docs.bulkWrite([
      { insertOne: { document: { _id: 100 } } },
      { updateOne: { filter: { _id: 0 }, update: { $set: { a: 1 } } } },
      { deleteMany: { filter: { shop: 1 } } }
    ])
    assert.deepStrictEqual([result.insertedCount, result.modifiedCount, result.deletedCount], [1, 1, 5])
  })

  it("report which of many failed and keep those before it", async () => {
    const error = await failure(fixture.docs.insertMany([{ _id: 1 }, { _id: 2 }, { _id: 1 }, { _id: 3 }]))
    assert.deepStrictEqual([error.code, error.writeErrors[0].index], [11000, 2])
    assert.deepStrictEqual(keys(await fixture.docs.find().sort({ _id: 1 }).toArray()), [1, 2])
  })

  it("push to and pull from arrays, and unset", async () => {
    await fixture.docs.insertOne({ _id: 1, list: [1], gone: 1 })
    await fixture.docs.updateOne({ _id: 1 }, { $push: { list: { $each: [2, 3] } as never }, $unset: { gone: 1 } })
    await fixture.docs.updateOne({ _id: 1 }, { $pull: { list: 2 as never } })
    assert.deepStrictEqual(await fixture.docs.findOne({ _id: 1 }), { _id: 1, list: [1, 3] })
  })

  it("are applied once if sent twice with one number", async () => {
    const session = fixture.suite.client.startSession()
    let txnNumber = 1_001n
    // Higher than any number that the driver may have used in this session.
    const send = (command: Document) => fixture.suite.database.command({ ...command, txnNumber }, { session })
    await fixture.docs.insertOne({ _id: 1, count: 0 })
    const update = { update: fixture.docs.collectionName, updates: [{ q: { _id: 1 }, u: { $inc: { count: 1 } } }] }
    assert.deepStrictEqual([(await send(update))["n"], (await send(update))["n"]], [1, 1])
    txnNumber = 1_002n
    const insert = { insert: fixture.docs.collectionName, documents: [{ _id: 2 }] }
    assert.deepStrictEqual([(await send(insert))["n"], (await send(insert))["n"]], [1, 1])
    txnNumber = 1_003n
    const modify = {
      findAndModify: fixture.docs.collectionName,
      query: { _id: 1 },
      update: { $inc: { count: 1 } },
      new: true
    }
    assert.deepStrictEqual([(await send(modify))["value"].count, (await send(modify))["value"].count], [2, 2])
    txnNumber = 1_004n
    const remove = { delete: fixture.docs.collectionName, deletes: [{ q: { _id: 2 }, limit: 1 }] }
    assert.deepStrictEqual([(await send(remove))["n"], (await send(remove))["n"]], [1, 1])
    assert.strictEqual((await fixture.docs.findOne({ _id: 1 }))!["count"], 2)
    await session.endSession()
  })
})

describe("databases and collections", () => {
  it("are listed until they are dropped", async () => {
    const database = fixture.suite.client.db(`${fixture.suite.database.databaseName}_2`)
    await database.collection("a").insertOne({})
    await database.createCollection("b")
    const collections = await database.listCollections({}, { nameOnly: true }).toArray()
    assert.deepStrictEqual(collections.map(({ name }) => name).sort(), ["a", "b"])
    const listed = async () =>
      (await fixture.suite.client.db().admin().listDatabases()).databases.map(({ name }) => name)
    assert.include(await listed(), database.databaseName)
    await database.collection("a").drop()
    assert.deepStrictEqual(
      (await database.listCollections().toArray()).map(({ name }) => name),
      ["b"]
    )
    await database.dropDatabase()
    assert.notInclude(await listed(), database.databaseName)
    await database.dropDatabase()
  })

  it("are empty if they do not exist", async () => {
    const none = fixture.suite.database.collection("none")
    assert.deepStrictEqual(await none.find().toArray(), [])
    assert.strictEqual((await none.updateOne({}, { $set: { a: 1 } })).matchedCount, 0)
    assert.strictEqual((await none.deleteMany({})).deletedCount, 0)
  })
})
