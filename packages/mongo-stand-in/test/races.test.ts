// What the storage adapter needs of concurrent writes, tested on the engine that the launcher chose.
import { type ClientSession, MongoClient } from "mongodb"
import { assert, describe, it } from "vitest"
import { type Doc, failure, useMongo } from "./fixture.ts"

const fixture = useMongo("races")

const times = <A>(count: number, work: (index: number) => Promise<A>): Promise<Array<PromiseSettledResult<A>>> =>
  Promise.allSettled(Array.from({ length: count }, (_, index) => work(index)))

const won = (results: ReadonlyArray<PromiseSettledResult<unknown>>): number =>
  results.filter(({ status }) => status === "fulfilled").length

const codes = (results: ReadonlyArray<PromiseSettledResult<unknown>>): Array<unknown> => [
  ...new Set(results.flatMap((result) => (result.status === "rejected" ? [result.reason.code] : [])))
]

const transaction = (work: (session: ClientSession) => Promise<void>): Promise<void> =>
  fixture.suite.client.withSession((session) => session.withTransaction(() => work(session)))

describe("many at once", () => {
  it("insert one unique key: one wins", async () => {
    await fixture.docs.createIndex({ shop: 1, code: 1 }, { unique: true, name: "by_code" })
    const results = await times(200, (index) => fixture.docs.insertOne({ _id: index, shop: 1, code: "A" }))
    assert.deepStrictEqual([won(results), codes(results)], [1, [11000]])
    assert.strictEqual(await fixture.docs.countDocuments({}), 1)
  })

  it("insert one unique element of an array: one wins", async () => {
    await fixture.docs.createIndex({ shop: 1, "u.k": 1, "u.v": 1 }, { unique: true, name: "by_element" })
    const results = await times(50, (index) =>
      fixture.docs.insertOne({
        _id: index,
        shop: 1,
        u: [
          { k: "sku", v: index },
          { k: "sku", v: "same" }
        ]
      })
    )
    assert.deepStrictEqual([won(results), codes(results)], [1, [11000]])
  })

  it("upsert one key: one document has every change", async () => {
    const results = await times(50, () =>
      fixture.docs.updateOne({ _id: "counter" }, { $inc: { last: 1 } }, { upsert: true })
    )
    const { last } = (await fixture.docs.findOne({ _id: "counter" }))!
    assert.strictEqual(last, won(results))
    for (const code of codes(results)) assert.strictEqual(code, 11000)
  })

  it("take from a stock of 100: 100 of 500 get one", async () => {
    await fixture.docs.insertOne({ _id: "sku", stock: 100 })
    const results = await times(500, () =>
      fixture.docs.updateOne({ _id: "sku", stock: { $gte: 1 } }, { $inc: { stock: -1 } })
    )
    const taken = results.map((result) => (result.status === "fulfilled" ? result.value.modifiedCount : Number.NaN))
    assert.strictEqual(
      taken.reduce((sum, count) => sum + count),
      100
    )
    assert.strictEqual((await fixture.docs.findOne({ _id: "sku" }))!["stock"], 0)
  })

  it("write the version that they read: each version has one writer", async () => {
    await fixture.docs.insertOne({ _id: 1, version: 0 })
    const write = async (): Promise<void> => {
      for (;;) {
        const { version } = (await fixture.docs.findOne({ _id: 1 }))!
        const filter = { _id: 1, version }
        if ((await fixture.docs.replaceOne(filter, { version: version + 1 })).modifiedCount === 1) return
      }
    }
    assert.strictEqual(won(await times(20, write)), 20)
    assert.strictEqual((await fixture.docs.findOne({ _id: 1 }))!["version"], 20)
  })

  it("read, add and write in transactions: no update is lost", async () => {
    await fixture.docs.insertOne({ _id: 1, n: 0 })
    const results = await times(20, () =>
      transaction(async (session) => {
        const { n } = (await fixture.docs.findOne({ _id: 1 }, { session }))!
        await fixture.docs.updateOne({ _id: 1 }, { $set: { n: n + 1 } }, { session })
      })
    )
    assert.strictEqual(won(results), 20)
    assert.strictEqual((await fixture.docs.findOne({ _id: 1 }))!["n"], 20)
  })

  it("order 20 articles each, in any order, from a stock of 10: 10 orders", async () => {
    const skus = Array.from({ length: 20 }, (_, index) => `sku ${index}`)
    await fixture.docs.insertMany(skus.map((sku) => ({ _id: sku, stock: 10 })))
    const results = await times(30, (buyer) =>
      transaction(async (session) => {
        const order = buyer % 2 === 0 ? skus : skus.toReversed()
        for (const sku of order) {
          const filter = { _id: sku, stock: { $gte: 1 } }
          const { modifiedCount } = await fixture.docs.updateOne(filter, { $inc: { stock: -1 } }, { session })
          if (modifiedCount === 0) throw new Error("sold out")
        }
        await fixture.docs.insertOne({ _id: `order ${buyer}` }, { session })
      })
    )
    assert.strictEqual(won(results), 10)
    assert.strictEqual(await fixture.docs.countDocuments({ _id: /^order/ }), 10)
    assert.strictEqual(await fixture.docs.countDocuments({ _id: /^sku/, stock: 0 }), 20)
  })

  it("send the same write at the same time: it is applied once", async () => {
    await fixture.docs.insertOne({ _id: 1, n: 0 })
    const session = fixture.suite.client.startSession()
    const updates = [{ q: { _id: 1 }, u: { $inc: { n: 1 } } }]
    const command = { update: fixture.docs.collectionName, updates, txnNumber: 1_000n }
    const results = await times(10, () => fixture.suite.database.command(command, { session }))
    assert.strictEqual(won(results), 10)
    await session.endSession()
    assert.strictEqual((await fixture.docs.findOne({ _id: 1 }))!["n"], 1)
  })

  it("use a hundred connections", async () => {
    const client = new MongoClient(fixture.mongo.uri, { minPoolSize: 100, maxPoolSize: 100 })
    const docs = client.db(fixture.suite.database.databaseName).collection<Doc>(fixture.docs.collectionName)
    const inserted = await times(400, (index) => docs.insertOne({ _id: index }))
    assert.strictEqual(won(inserted), 400)
    const found = await times(400, async (index) => assert.isNotNull(await docs.findOne({ _id: index })))
    assert.strictEqual(won(found), 400)
    await client.close()
  })

  it("hold a hundred transactions open while others write", async () => {
    const sessions = Array.from({ length: 90 }, () => fixture.suite.client.startSession())
    const begun = sessions.map(async (session, index) => {
      session.startTransaction()
      await fixture.docs.insertOne({ _id: index }, { session })
    })
    await Promise.all(begun)
    assert.strictEqual(won(await times(50, (index) => fixture.docs.insertOne({ _id: `other ${index}` }))), 50)
    await Promise.all(sessions.map((session) => session.commitTransaction()))
    assert.strictEqual(await fixture.docs.countDocuments({}), 140)
    await Promise.all(sessions.map((session) => session.endSession()))
  })
})

describe("a transaction that waits for another", () => {
  it("succeeds if the other aborts, and fails if it commits", async () => {
    await fixture.docs.insertOne({ _id: 1, n: 0 })
    for (const end of ["abortTransaction", "commitTransaction"] as const) {
      const [first, second] = [fixture.suite.client.startSession(), fixture.suite.client.startSession()]
      first.startTransaction()
      second.startTransaction()
      await fixture.docs.findOne({ _id: 1 }, { session: second })
      await fixture.docs.updateOne({ _id: 1 }, { $inc: { n: 1 } }, { session: first })
      const waiting = fixture.docs.updateOne({ _id: 1 }, { $inc: { n: 10 } }, { session: second })
      // MongoDB itself refuses at once; for a caller that retries, both are the same.
      const refused = waiting.then(
        () => undefined,
        (error) => error
      )
      await first[end]()
      const error = await refused
      if (end === "commitTransaction") assert.strictEqual(error.code, 112)
      if (error === undefined) await second.commitTransaction()
      else assert.isTrue(error.hasErrorLabel("TransientTransactionError"))
      await Promise.all([first.endSession(), second.endSession()])
    }
    assert.include([1, 11], (await fixture.docs.findOne({ _id: 1 }))!["n"])
  })

  it("for the same unique key is refused if the other commits", async () => {
    await fixture.docs.createIndex({ code: 1 }, { unique: true, name: "by_code" })
    const [first, second] = [fixture.suite.client.startSession(), fixture.suite.client.startSession()]
    first.startTransaction()
    second.startTransaction()
    await fixture.docs.insertOne({ _id: 1, code: "a" }, { session: first })
    const refused = failure(fixture.docs.insertOne({ _id: 2, code: "a" }, { session: second }))
    await first.commitTransaction()
    const error = await refused
    assert.isTrue(error.code === 11000 || error.hasErrorLabel("TransientTransactionError"))
    await Promise.all([first.endSession(), second.endSession()])
    assert.strictEqual(await fixture.docs.countDocuments({}), 1)
  })
})
