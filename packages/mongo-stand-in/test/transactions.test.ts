// What the storage adapter needs of transactions, tested on the engine that the launcher chose.
import { MongoClient } from "mongodb"
import { assert, describe, it } from "vitest"
import { failure, many, useMongo } from "./fixture.ts"

const fixture = useMongo("transactions")

describe("transactions", () => {
  it("write several documents in several collections, or none", async () => {
    const other = await fixture.suite.database.createCollection("beside")
    const write = (fails: boolean) =>
      fixture.suite.client.withSession((session) =>
        session.withTransaction(async () => {
          await fixture.docs.insertOne({ _id: 1 }, { session })
          await other.updateOne({ _id: 1 as any }, { $inc: { n: 1 } }, { session, upsert: true })
          assert.isNotNull(await fixture.docs.findOne({ _id: 1 }, { session }))
          assert.isNull(await fixture.docs.findOne({ _id: 1 }))
          if (fails) throw new Error("no")
        })
      )
    assert.strictEqual((await failure(write(true))).message, "no")
    assert.deepStrictEqual([await fixture.docs.countDocuments({}), await other.countDocuments({})], [0, 0])
    await write(false)
    assert.deepStrictEqual([await fixture.docs.countDocuments({}), await other.countDocuments({})], [1, 1])
  })

  it("read from one snapshot", async () => {
    await fixture.docs.insertOne({ _id: 1, n: 1 })
    await fixture.suite.client.withSession(async (session) => {
      session.startTransaction({ readConcern: { level: "snapshot" } })
      await fixture.docs.findOne({ _id: 1 }, { session })
      await fixture.docs.updateOne({ _id: 1 }, { $set: { n: 2 } })
      assert.strictEqual((await fixture.docs.findOne({ _id: 1 }, { session }))!["n"], 1)
      await session.commitTransaction()
    })
  })

  it("that conflict with another writer fail with the label for a retry", async () => {
    await fixture.docs.insertOne({ _id: 1, n: 1 })
    await fixture.suite.client.withSession(async (session) => {
      session.startTransaction()
      await fixture.docs.findOne({ _id: 1 }, { session })
      await fixture.docs.updateOne({ _id: 1 }, { $set: { n: 2 } })
      const error = await failure(fixture.docs.updateOne({ _id: 1 }, { $inc: { n: 1 } }, { session }))
      assert.strictEqual(error.code, 112)
      assert.isTrue(error.hasErrorLabel("TransientTransactionError"))
      const later = await failure(fixture.docs.findOne({ _id: 1 }, { session }))
      assert.strictEqual(later.code, 251)
      await session.abortTransaction()
    })
    assert.strictEqual((await fixture.docs.findOne({ _id: 1 }))!["n"], 2)
  })

  it("are retried until they succeed", async () => {
    await fixture.docs.insertOne({ _id: 1, n: 1 })
    let tries = 0
    await fixture.suite.client.withSession((session) =>
      session.withTransaction(async () => {
        const found = await fixture.docs.findOne({ _id: 1 }, { session })
        if (++tries < 3) await fixture.docs.updateOne({ _id: 1 }, { $inc: { n: 10 } })
        await fixture.docs.updateOne({ _id: 1 }, { $set: { n: found!["n"] + 1 } }, { session })
      })
    )
    assert.deepStrictEqual([tries, (await fixture.docs.findOne({ _id: 1 }))!["n"]], [3, 22])
  })

  it("end at a duplicate key", async () => {
    await fixture.docs.createIndex({ code: 1 }, { unique: true, name: "by_code" })
    await fixture.docs.insertOne({ _id: 1, code: "a" })
    await fixture.suite.client.withSession(async (session) => {
      session.startTransaction()
      await fixture.docs.insertOne({ _id: 2, code: "b" }, { session })
      const error = await failure(fixture.docs.insertOne({ _id: 3, code: "a" }, { session }))
      assert.strictEqual(error.code, 11000)
      assert.match(error.message, /index: by_code /)
      assert.strictEqual((await failure(session.commitTransaction())).code, 251)
    })
    assert.strictEqual(await fixture.docs.countDocuments({}), 1)
  })

  it("can be committed twice", async () => {
    await fixture.suite.client.withSession(async (session) => {
      session.startTransaction()
      await fixture.docs.insertOne({ _id: 1 }, { session })
      await session.commitTransaction()
      await session.commitTransaction()
    })
    assert.strictEqual(await fixture.docs.countDocuments({}), 1)
  })

  it("end with their session", async () => {
    const session = fixture.suite.client.startSession()
    session.startTransaction()
    await fixture.docs.insertOne({ _id: 1 }, { session })
    await session.endSession()
    await fixture.docs.insertOne({ _id: 1, other: true })
    assert.strictEqual((await fixture.docs.findOne({ _id: 1 }))!["other"], true)
  })

  it("end with their client", async () => {
    const client = new MongoClient(fixture.mongo.uri)
    const session = client.startSession()
    session.startTransaction()
    await client
      .db(fixture.suite.database.databaseName)
      .collection<any>(fixture.docs.collectionName)
      .insertOne({ _id: 1 }, { session })
    await client.close(true)
    await fixture.docs.insertOne({ _id: 1, other: true })
    assert.strictEqual((await fixture.docs.findOne({ _id: 1 }))!["other"], true)
  })

  it("read many pages", async () => {
    await fixture.docs.insertMany(many(500))
    await fixture.suite.client.withSession((session) =>
      session.withTransaction(async () => {
        const found = await fixture.docs.find({}, { session }).sort({ total: -1 }).batchSize(50).toArray()
        assert.strictEqual(found.length, 500)
        assert.strictEqual(await fixture.docs.countDocuments({ shop: 1 }, { session }), 250)
      })
    )
  })
})
