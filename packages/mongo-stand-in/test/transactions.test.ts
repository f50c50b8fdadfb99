// Transactions and repeated writes, where the engine that the launcher chose must do what MongoDB's server does by itself. What the
// storage adapter needs otherwise, its own suites show on the same engine.
import { randomUUID } from "node:crypto"
import { once } from "node:events"
import { connect } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { serialize } from "bson"
import { Binary, type Document, Long } from "mongodb"
import { assert, describe, it } from "vitest"
import { failure, useMongo } from "./fixture.ts"

const fixture = useMongo("transactions")

describe("transactions", () => {
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

  it("can be committed twice", async () => {
    await fixture.suite.client.withSession(async (session) => {
      session.startTransaction()
      await fixture.docs.insertOne({ _id: 1 }, { session })
      await session.commitTransaction()
      await session.commitTransaction()
    })
    assert.strictEqual(await fixture.docs.countDocuments({}), 1)
  })

  /** Inserts a document in a transaction whose connection then breaks; returns its session. */
  const abandoned = async (): Promise<Document> => {
    const id = randomUUID().replaceAll("-", "")
    const lsid = { id: new Binary(Buffer.from(id, "hex"), Binary.SUBTYPE_UUID) }
    const { host, port } = new URL(fixture.mongo.uri)
    const socket = connect(Number(port || 27017), host.split(":")[0])
    const head = Buffer.alloc(21)
    const body = serialize({
      insert: fixture.docs.collectionName,
      documents: [{ _id: 1, of: "the abandoned transaction" }],
      $db: fixture.suite.database.databaseName,
      lsid,
      txnNumber: Long.fromNumber(1),
      startTransaction: true,
      autocommit: false
    })
    head.writeInt32LE(head.length + body.length, 0)
    head.writeInt32LE(2013, 12)
    socket.write(Buffer.concat([head, body]))
    await once(socket, "data")
    socket.destroy()
    await once(socket, "close")
    return lsid
  }

  const insert = () =>
    fixture.suite.client.withSession(async (session) => {
      session.startTransaction()
      await fixture.docs.insertOne({ _id: 1 }, { session })
      await session.commitTransaction()
    })

  /** Leaves a transaction open that another one conflicts with; returns its session. */
  const conflicting = async (): Promise<Document> => {
    for (;;) {
      const begun = performance.now()
      const lsid = await abandoned()
      const error = await insert().then(
        () => undefined,
        (error) => error
      )
      if (error !== undefined) {
        assert.isTrue(error.hasErrorLabel("TransientTransactionError"), String(error))
        return lsid
      }
      // It stays open for at least a second. A machine that stands still for longer leaves nothing to conflict with.
      assert.isAbove(performance.now() - begun, 900)
      await fixture.docs.deleteMany({})
    }
  }

  it("stay open without their connection until their session is killed or ends", async () => {
    const admin = fixture.suite.client.db("admin")
    for (const name of ["killSessions", "endSessions"]) {
      const lsid = await conflicting()
      await admin.command({ [name]: [lsid] })
      // MongoDB looks for ended sessions only now and then.
      if (name === "killSessions" || fixture.mongo.engine === "documentdb") await insert()
      await admin.command({ killSessions: [lsid] })
      await fixture.docs.deleteMany({})
    }
  })

  it("stay open without their connection until their lifetime is over", async () => {
    const admin = fixture.suite.client.db("admin")
    const { was } = await admin.command({ setParameter: 1, transactionLifetimeLimitSeconds: 1 })
    try {
      await conflicting()
      while (
        !(await insert().then(
          () => true,
          () => false
        ))
      )
        await sleep(20)
    } finally {
      await admin.command({ setParameter: 1, transactionLifetimeLimitSeconds: was })
    }
  })
})

describe("writes", () => {
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
    const remove = { delete: fixture.docs.collectionName, deletes: [{ q: { _id: 2 }, limit: 1 }] }
    assert.deepStrictEqual([(await send(remove))["n"], (await send(remove))["n"]], [1, 1])
    assert.strictEqual((await fixture.docs.findOne({ _id: 1 }))!["count"], 1)
    await session.endSession()
  })
})
