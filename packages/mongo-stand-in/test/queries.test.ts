// What the storage adapter needs of queries, tested on the engine that the launcher chose.
import type { Document } from "mongodb"
import { assert, describe, it } from "vitest"
import { failure, keys, many, useMongo } from "./fixture.ts"

const fixture = useMongo("queries")

describe("queries", () => {
  it("sort, range, limit and skip", async () => {
    await fixture.docs.insertMany(many(100))
    const page = fixture.docs.find({ shop: 0, total: { $gte: 10, $lt: 60 } }).sort({ total: -1 })
    assert.deepStrictEqual(keys(await page.clone().limit(3).toArray()), [58, 56, 54])
    assert.deepStrictEqual(keys(await page.skip(2).limit(2).toArray()), [54, 52])
  })

  it("find by one of many values", async () => {
    await fixture.docs.insertMany(many(100))
    assert.deepStrictEqual(
      keys(
        await fixture.docs
          .find({ _id: { $in: [7, 3, 500] } })
          .sort({ _id: 1 })
          .toArray()
      ),
      [3, 7]
    )
    const values = Array.from({ length: 1_000 }, (_, index) => index * 3)
    assert.strictEqual(await fixture.docs.countDocuments({ total: { $in: values } }), 34)
    assert.strictEqual(await fixture.docs.countDocuments({ total: { $in: [] } }), 0)
  })

  it("match both ends of a range against one array element", async () => {
    await fixture.docs.createIndex({ shop: 1, "prices.k": 1, "prices.v": 1 })
    const prices = (...values: Array<number>) => ({ shop: 1, prices: values.map((v) => ({ k: "eur", v })) })
    await fixture.docs.insertMany([
      { _id: 1, ...prices(1, 9) },
      { _id: 2, ...prices(5) },
      { _id: 3, ...prices(4, 20) }
    ])
    const element = { $elemMatch: { k: "eur", v: { $gte: 3, $lte: 6 } } }
    const found = await fixture.docs.find({ shop: 1, prices: element }).sort({ _id: 1 }).toArray()
    assert.deepStrictEqual(keys(found), [2, 3])
    const plain = await fixture.docs
      .find({ "prices.v": { $gte: 3, $lte: 6 } })
      .sort({ _id: 1 })
      .toArray()
    assert.deepStrictEqual(keys(plain), [1, 2, 3])
  })

  it("match a range against elements of a plain array", async () => {
    await fixture.docs.insertMany([
      { _id: 1, n: [1, 9] },
      { _id: 2, n: [5] }
    ])
    assert.deepStrictEqual(keys(await fixture.docs.find({ n: { $elemMatch: { $gte: 3, $lte: 6 } } }).toArray()), [2])
  })

  it("continue after a position, newest first", async () => {
    await fixture.docs.createIndex({ shop: 1, placed: -1, _id: -1 })
    await fixture.docs.insertMany(many(60))
    const seen: Array<unknown> = []
    for (let after: Document | undefined; ; ) {
      const beyond: Document | undefined = after && {
        $or: [{ placed: { $lt: after["placed"] } }, { placed: after["placed"], _id: { $lt: after["_id"] } }]
      }
      const page = await fixture.docs
        .find({ shop: 0, ...beyond })
        .sort({ placed: -1, _id: -1 })
        .limit(7)
        .toArray()
      seen.push(...keys(page))
      after = page.at(-1)
      if (after === undefined) break
    }
    const all = await fixture.docs.find({ shop: 0 }).sort({ placed: -1, _id: -1 }).toArray()
    assert.strictEqual(seen.length, 30)
    assert.deepStrictEqual(seen, keys(all))
  })

  it("compare texts by their bytes", async () => {
    const texts = ["", "A", "B", "Z", "a", "z", "à", "漢", "\u{1f6d2}"]
    await fixture.docs.insertMany(texts.map((text) => ({ text })).reverse())
    assert.deepStrictEqual(
      (await fixture.docs.find().sort({ text: 1 }).toArray()).map(({ text }) => text),
      texts
    )
    assert.strictEqual(await fixture.docs.countDocuments({ text: { $gte: "a", $lt: "b" } }), 1)
  })

  it("distinguish null, missing and empty", async () => {
    await fixture.docs.insertMany([{ _id: 1, a: null }, { _id: 2 }, { _id: 3, a: "" }, { _id: 4, a: [] }])
    assert.deepStrictEqual(keys(await fixture.docs.find({ a: null }).sort({ _id: 1 }).toArray()), [1, 2])
    assert.deepStrictEqual(keys(await fixture.docs.find({ a: { $exists: false } }).toArray()), [2])
    assert.deepStrictEqual(keys(await fixture.docs.find({ a: "" }).toArray()), [3])
  })

  it("return only the requested fields", async () => {
    await fixture.docs.insertOne({ _id: 1, a: 1, b: { c: 2, d: 3 } })
    assert.deepStrictEqual(await fixture.docs.findOne({}, { projection: { _id: 0, "b.c": 1 } }), { b: { c: 2 } })
  })

  it("return all pages", async () => {
    await fixture.docs.insertMany(many(3_000))
    assert.strictEqual((await fixture.docs.find().toArray()).length, 3_000)
    const sorted = await fixture.docs.find({ shop: 1 }).sort({ total: -1 }).batchSize(100).toArray()
    assert.strictEqual(sorted.length, 1_500)
    assert.strictEqual(sorted[1_499]!._id, 1)
  })

  it("can be abandoned before the last page", async () => {
    await fixture.docs.insertMany(many(500))
    const cursor = fixture.docs.find().batchSize(10)
    for (let left = 25; left > 0; left--) assert.isTrue((await cursor.hasNext()) && (await cursor.next()) !== null)
    const id = cursor.id
    await cursor.close()
    const error = await failure(
      fixture.suite.database.command({ getMore: id, collection: fixture.docs.collectionName })
    )
    assert.strictEqual(error.code, 43)
  })

  it("count, sum and group", async () => {
    await fixture.docs.insertMany(many(100))
    const groups = fixture.docs.aggregate([
      { $match: { total: { $lt: 50 } } },
      { $group: { _id: "$shop", sum: { $sum: "$total" } } },
      { $sort: { _id: 1 } }
    ])
    assert.deepStrictEqual(await groups.toArray(), [
      { _id: 0, sum: 600 },
      { _id: 1, sum: 625 }
    ])
    assert.deepStrictEqual((await fixture.docs.distinct("placed")).sort(), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  })
})
