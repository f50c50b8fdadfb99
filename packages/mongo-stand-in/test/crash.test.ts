// What the launcher's servers keep when they are killed. MONGODB_URI is ignored, because its server is not ours to kill.
import { setTimeout as sleep } from "node:timers/promises"
import { type Document, MongoClient } from "mongodb"
import { assert, describe, it } from "vitest"
import { startMongo } from "../src/start.ts"
import { failure, useMongo } from "./fixture.ts"

const fixture = useMongo("crash", { own: true })

/** Writers that continue through all failures until `stop`, which returns the ids of acknowledged writes. */
const writers = (count: number) => {
  const acknowledged: Array<string> = []
  let stopped = false
  const write = async (writer: number): Promise<void> => {
    for (let number = 0; !stopped; number++) {
      const _id = `${writer} ${number}`
      await fixture.docs.insertOne({ _id }).then(
        () => acknowledged.push(_id),
        () => undefined
      )
    }
  }
  const done = Promise.all(Array.from({ length: count }, (_, writer) => write(writer)))
  const stop = async (): Promise<Array<string>> => {
    stopped = true
    await done
    return acknowledged
  }
  return { acknowledged, stop }
}

/** Waits until a list has this many more entries. */
const grown = async (list: ReadonlyArray<unknown>, more: number): Promise<void> => {
  for (const goal = list.length + more; list.length < goal; ) await sleep(5)
}

/** Whether an error means that the server is down; the driver does not wrap every socket error. */
const isUnreachable = (error: Error): boolean =>
  /^Mongo(Network|ServerSelection)/.test(error.name) || "syscall" in error

const ids = async (): Promise<Set<string>> => new Set((await fixture.docs.find().toArray()).map(({ _id }) => _id))

describe("a killed server", () => {
  it("is restarted if another process killed it", async () => {
    await fixture.docs.insertOne({ _id: "before" })
    const { acknowledged, stop } = writers(3)
    await grown(acknowledged, 20)
    process.kill(fixture.mongo.pid!, "SIGKILL")
    await sleep(50)
    await grown(acknowledged, 20)
    const written = await stop()
    const kept = await ids()
    assert.isTrue(kept.has("before") && written.every((id) => kept.has(id)))
  })

  it("is down until restart, and then has no open transaction", async () => {
    const client = new MongoClient(fixture.mongo.uri, { serverSelectionTimeoutMS: 1_500 })
    const docs = client.db(fixture.suite.database.databaseName).collection<Document>(fixture.docs.collectionName)
    const session = client.startSession()
    session.startTransaction()
    await docs.insertOne({ n: 1 }, { session })
    await fixture.mongo.kill()
    const failures = [await failure(docs.findOne()), await failure(docs.insertOne({ n: 2 }))]
    // Later tests need the server, even if this one fails.
    await fixture.mongo.restart()
    for (const error of failures) assert.isTrue(isUnreachable(error), String(error))
    // The driver needs a moment to find the server again.
    while (
      !(await docs.findOne().then(
        () => true,
        () => false
      ))
    )
      await sleep(20)
    const error = await failure(docs.insertOne({ n: 3 }, { session }))
    assert.isTrue(error.hasErrorLabel("TransientTransactionError"), String(error))
    await session.endSession()
    assert.isNull(await docs.findOne())
    await client.close()
  })
})

describe("several servers", () => {
  it("share no data, and start empty", async () => {
    const [one, other] = await Promise.all([startMongo({ own: true }), startMongo({ own: true })])
    const count = async ({ uri }: { readonly uri: string }): Promise<number> => {
      const client = new MongoClient(uri)
      const docs = client.db("shared").collection("docs")
      await docs.insertOne({})
      const documents = await docs.countDocuments()
      await client.close()
      return documents
    }
    assert.deepStrictEqual([await count(one), await count(other), await count(one)], [1, 1, 2])
    await one.stop()
    assert.strictEqual(await count(other), 2)
    const third = await startMongo({ own: true })
    assert.strictEqual(await count(third), 1)
    await Promise.all([other.stop(), third.stop(), one.stop()])
  })
})
