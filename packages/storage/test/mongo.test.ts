/**
 * Tests the parts of the MongoDB adapter that need no server: connection strings, queries, and the mapping of errors.
 */
import { EventEmitter } from "node:events"
import { collection, texts } from "@bottega/domain/contract"
import { assert, describe, it, vi } from "@effect/vitest"
import { Schema } from "effect"
import fc from "fast-check"
import * as driver from "mongodb"
import { times } from "../src/mongo/client.ts"
import { idOf, layout, made } from "../src/mongo/documents.ts"
import {
  isConflict,
  isDuplicate,
  type Trouble,
  troubleAlone,
  troubleCommitting,
  troubleWithin,
  unavailable
} from "../src/mongo/errors.ts"
import { mongoQueries } from "../src/mongo/filters.ts"
import { indexName, refusing, specifications } from "../src/mongo/indexes.ts"
import { Heartbeats } from "../src/mongo/pulse.ts"
import { Reader } from "../src/mongo/reader.ts"
import { Sending } from "../src/mongo/sending.ts"
import { unfit } from "../src/mongo/start.ts"
import { CommitsInProgress } from "../src/mongo/underway.ts"
import { databaseOf } from "../src/mongo/uri.ts"
import { alone } from "../src/mongo/writes.ts"
import { choose, countLimit, indexesOf } from "../src/plan.ts"
import { type Query, Stale, Taken, type Write } from "../src/storage.ts"
import { normalized } from "../src/values.ts"
import { anyQuery } from "./suite/histories.ts"
import { adding, changing, removing, shop, thing, things } from "./things.ts"

const database = new driver.MongoClient("mongodb://nowhere").db("never")
const of = layout(database, things)

const asking = (query: Query<string>) => {
  const normal = normalized(things, query as never)
  return (
    normal &&
    mongoQueries(
      of,
      shop,
      normal,
      choose(things, normal, () => countLimit)
    )
  )
}

describe("a connection string", () => {
  it("names the database, or none", () => {
    for (const [uri, name] of [
      ["mongodb://one", "bottega"],
      ["mongodb://one/", "bottega"],
      ["mongodb://one:1,two:2/?replicaSet=rs0", "bottega"],
      ["mongodb://one/store", "store"],
      ["mongodb://one/test", "test"],
      ["mongodb://me:p%2Fw@one:1,two:2/store?w=majority&journal=true&readConcernLevel=majority", "store"],
      ["mongodb://one/store?readPreference=primary&retryWrites=true&maxPoolSize=7&wtimeoutMS=5", "store"]
    ] as const)
      assert.strictEqual(databaseOf(uri), name, uri)
  })

  it("is refused if it weakens a promise, and is not repeated in the message", () => {
    for (const said of [
      "w=0",
      "w=1",
      "w=2",
      "w=mine",
      "journal=false",
      "readConcernLevel=local",
      "readConcernLevel=available",
      "readPreference=secondary",
      "readPreference=primaryPreferred",
      "readPreference=nearest",
      "retryWrites=false",
      "retryReads=false"
    ]) {
      const refused = refusal(() => databaseOf(`mongodb://me:secret@one/store?${said}`))
      assert.include(refused, `the connection string sets ${said};`)
      assert.notInclude(refused, "secret")
    }
    assert.include(
      refusal(() => databaseOf("mongodb://one/store?w=1&readPreference=secondary&retryReads=false")),
      "the connection string sets w=1, readPreference=secondary, retryReads=false; remove them,"
    )
    assert.include(
      refusal(() => databaseOf("postgres://me:secret@one/store")),
      "cannot be read"
    )
    assert.notInclude(
      refusal(() => databaseOf("postgres://me:secret@one/store")),
      "secret"
    )
  })

  it("is refused if it names a database of MongoDB's own", () => {
    for (const name of ["admin", "config", "local"])
      assert.include(
        refusal(() => databaseOf(`mongodb://me:secret@one/${name}?replicaSet=rs0`)),
        `names ${name}, a database in which MongoDB allows no transactions`
      )
    assert.strictEqual(databaseOf("mongodb://me:secret@one/store?authSource=admin"), "store")
  })

  it("may lead to a replica set or a router, but not to a standalone server", () => {
    assert.isUndefined(unfit({ setName: "rs0" }))
    assert.isUndefined(unfit({ msg: "isdbgrid" }))
    assert.match(unfit({})!, /standalone server.+--replSet rs0.+rs\.initiate\(\)/)
  })
})

describe("a query", () => {
  it("names the shop and an index that holds every document it may find", () => {
    const hints = new Map(indexesOf(things).map((index) => [indexName(index), index]))
    fc.assert(
      fc.property(anyQuery, (query) => {
        for (const { filter, hint } of asking(query) ?? []) {
          assert.strictEqual(filter["shop"], shop)
          const index = hints.get(hint)!
          if (hint === "_id_") assert.include(JSON.stringify(filter), `"s":"${shop}"`)
          if (index.unique) assert.include(JSON.stringify(filter), `"at.${index.columns[0]}":`)
        }
      })
    )
  })

  it("uses the index of its order, and after a cursor first reads the rest of the same value", () => {
    const newest = { by: "placed", descending: true } as const
    const where = [{ on: "status", eq: "open" }] as const
    const open = { "at.status": { $eq: "open" } }
    assert.deepStrictEqual(asking({ where, sort: newest, limit: 10 }), [
      {
        hint: "order status, placed",
        filter: { shop, $and: [open, { "at.placed": { $gte: Number.NEGATIVE_INFINITY } }] },
        sort: { "at.placed": -1, _id: -1 }
      }
    ])
    const beyond = { _id: { $lt: idOf(shop, 7) } }
    const known = { "at.placed": { $gte: Number.NEGATIVE_INFINITY } }
    assert.deepStrictEqual(asking({ where, sort: newest, after: { value: 70, key: 7 }, limit: 10 }), [
      {
        hint: "order status, placed",
        filter: { shop, $and: [open, known, { "at.placed": { $eq: 70 } }, beyond] },
        sort: { _id: -1 }
      },
      {
        hint: "order status, placed",
        filter: { shop, $and: [open, known, { "at.placed": { $lt: 70 } }] },
        sort: { "at.placed": -1, _id: -1 }
      }
    ])
  })

  it("requires one of many values to lie within both ends", () => {
    const [question] = asking({ where: [{ on: "sizes", gt: 1, lte: 9 }], limit: 10 })!
    const within = { $nor: [{ "at.sizes": { $not: { $elemMatch: { $gt: 1, $lte: 9 } } } }] }
    assert.deepStrictEqual(question!.filter["$and"]!.at(-1), within)
  })
})

describe("a list", () => {
  const read = (k: number) => ({ _id: { s: shop, k }, version: 1, doc: things.encode(thing(k)) })
  /** A reader of a collection whose scans give these keys; a snapshot gives `clean` ones, or is refused with a code. */
  const reading = (scans: ReadonlyArray<number>, clean: ReadonlyArray<number> | number) => {
    const levels: Array<string | undefined> = []
    const find = (_: unknown, { limit, readConcern }: { limit: number; readConcern?: { level: string } }) => {
      levels.push(readConcern?.level)
      const keys = readConcern === undefined ? scans : clean
      let left = typeof keys === "number" ? [] : keys.slice(0, limit).map(read)
      return {
        hasNext: async () => {
          if (typeof keys === "number") throw new driver.MongoServerError({ message: "no", code: keys })
          return left.length > 0
        },
        readBufferedDocuments: () => left.splice(0),
        close: async () => void (left = [])
      }
    }
    const reader = new Reader(new Heartbeats(new EventEmitter() as never))
    const keysOf = async (query: Query) =>
      (await reader.find(shop, { ...of, kept: { find } as never }, query)).map(({ key }) => key)
    return { keysOf, levels }
  }

  it("is read from one state, a single document and what a commit is conditional on from the newest", async () => {
    const { keysOf, levels } = reading([1, 2, 1], [1, 2, 3])
    assert.deepStrictEqual(await keysOf({ limit: 3 }), [1, 2, 3])
    assert.deepStrictEqual(await keysOf({ limit: 1 }), [1])
    await keysOf({ limit: 3, latest: true })
    assert.deepStrictEqual(levels.slice(0, 3), ["snapshot", undefined, undefined])
  })

  it("has no row twice and is as long as asked for where a scan repeats rows", async () => {
    const { keysOf, levels } = reading([1, 2, 1, 3, 2, 4, 5], 72)
    assert.deepStrictEqual(await keysOf({ limit: 4 }), [1, 2, 3, 4])
    assert.deepStrictEqual(await keysOf({ limit: 9 }), [1, 2, 3, 4, 5])
    // A server that refuses the read concern is asked for it once.
    assert.strictEqual(levels.filter((level) => level === "snapshot").length, 1)
    const busy = reading([1, 2], 246)
    await busy.keysOf({ limit: 4 })
    await busy.keysOf({ limit: 4 })
    assert.deepStrictEqual(busy.levels, ["snapshot", undefined, "snapshot", undefined])
  })
})

describe("a document", () => {
  it("contains what callers choose only as values, and nothing for a lookup without a value", () => {
    const write = adding(1, { tags: ["b", "$ne", "a.b", "b"], code: "__proto__" })
    assert.deepStrictEqual(made({ layout: of, write }, false), {
      _id: { s: shop, k: 1 },
      shop,
      version: 1,
      at: { code: "__proto__", status: "shipped", placed: 10, stock: 0, tags: ["$ne", "a.b", "b"] },
      doc: things.encode(thing(1, { tags: ["b", "$ne", "a.b", "b"], code: "__proto__" }))
    })
  })

  it("cannot belong to a collection whose lookups MongoDB would read as paths", () => {
    const wrong = collection("wrong", Schema.Struct({ id: Schema.String }), {
      key: ({ id }) => id,
      lookups: { "a.b": texts(() => []) }
    })
    assert.throws(() => layout(database, wrong), /a\.b/)
  })
})

describe("an index", () => {
  it("begins with the shop, and with its lookups is unique only among the documents that have them", () => {
    const all = specifications(of)
    for (const { key } of all) assert.strictEqual(Object.keys(key)[0], "shop")
    assert.deepStrictEqual(
      all.find(({ name }) => name === "unique serials"),
      {
        name: "unique serials",
        key: { shop: 1, "at.serials": 1 },
        unique: true,
        partialFilterExpression: { "at.serials": { $exists: true } }
      }
    )
  })

  it("is recognised by its name in an error, whatever else the error contains", () => {
    const said = "E11000 duplicate key error collection: d.things index:"
    assert.strictEqual(refusing(of, `${said} unique code dup key: { shop: "a", at.code: " index: x dup key" }`), "code")
    assert.strictEqual(refusing(of, `${said} unique serials dup key`), "serials")
    assert.strictEqual(refusing(of, `${said} _id_ dup key: { _id: { s: "a", k: 1 } }`), "key")
    assert.isUndefined(refusing(of, `${said} theirs dup key: { a: 1 }`))
  })
})

describe("an error", () => {
  const session = (given: { isDirty?: boolean; answered?: boolean; shaken?: boolean } = {}) =>
    ({
      serverSession: { isDirty: given.isDirty ?? false },
      operationTime: given.answered ? new driver.Timestamp(1n) : undefined
    }) as driver.ClientSession
  const server = (code: number, ...errorLabels: Array<string>) =>
    new driver.MongoServerError({ message: "no", code, errorLabels })
  const named = (name: string) => Object.defineProperty(new driver.MongoDriverError("no"), "name", { value: name })
  const gone = new driver.MongoServerSelectionError("no", {} as never)
  const broken = new driver.MongoNetworkError("no")
  const late = new driver.MongoNetworkTimeoutError("no")
  const unacknowledged = new driver.MongoWriteConcernError({
    ok: 1,
    writeConcernError: { code: 64, errmsg: "waiting for replication timed out" }
  } as never)
  const stepping = new driver.MongoWriteConcernError({
    ok: 1,
    errorLabels: ["RetryableWriteError"],
    writeConcernError: { code: 10107, errmsg: "not primary" }
  } as never)
  const interrupted = Object.defineProperty(new driver.MongoNetworkError("no"), "name", {
    value: "PoolClearedOnNetworkError"
  })
  const socket = Object.assign(new Error("write ECONNRESET"), { errno: -104, code: "ECONNRESET", syscall: "write" })
  const stumbled = (error: unknown): unknown => {
    try {
      return (error as driver.MongoError).hasErrorLabel("RetryableWriteError")
    } catch (stumble) {
      return stumble
    }
  }
  const contentsOf = ({ again, reason, uncertain }: ReturnType<typeof troubleAlone>) => [reason, uncertain, again]

  it("of a single write shows whether it may have been applied", () => {
    const alone = (error: unknown, given?: Parameters<typeof session>[0]) =>
      contentsOf(troubleAlone(error, session(given), given?.shaken ?? false))
    assert.deepStrictEqual(alone(gone), ["unreachable", false, false])
    assert.deepStrictEqual(alone(named("MongoWaitQueueTimeoutError")), ["busy", false, false])
    assert.deepStrictEqual(alone(broken), ["unreachable", true, true])
    assert.deepStrictEqual(alone(late), ["unreachable", true, true])
    assert.deepStrictEqual(alone(interrupted), ["unreachable", true, true])
    assert.deepStrictEqual(alone(socket), ["unreachable", true, true])
    assert.deepStrictEqual(alone(unacknowledged), ["unreachable", true, false])
    assert.deepStrictEqual(alone(stepping), ["unreachable", true, false])
    assert.deepStrictEqual(alone(server(10107, "RetryableWriteError")), ["unreachable", false, true])
    assert.deepStrictEqual(alone(server(91, "RetryableWriteError")), ["unreachable", true, true])
    assert.deepStrictEqual(alone(server(14031)), ["full", false, false])
    // The driver tried twice, and reports the second failure.
    assert.deepStrictEqual(alone(gone, { isDirty: true }), ["unreachable", true, false])
    assert.deepStrictEqual(alone(gone, { answered: true }), ["unreachable", true, false])
    assert.deepStrictEqual(alone(gone, { shaken: true }), ["unreachable", true, false])
    assert.deepStrictEqual(alone(named("MongoWaitQueueTimeoutError"), { isDirty: true }), ["busy", true, false])
    assert.deepStrictEqual(alone(server(10107, "RetryableWriteError"), { isDirty: true }), ["unreachable", true, true])
  })

  it("of a single write that the server gave up is a conflict, unless a router says so or an earlier one may be applied", async () => {
    const outcome = (type: string, isDirty = false) => {
      const client = Object.assign(new EventEmitter(), {
        startSession: () => ({ ...session({ isDirty }), endSession: () => {} })
      })
      const pulse = new Heartbeats(client as never)
      client.emit("topologyDescriptionChanged", { newDescription: { servers: new Map([["a", { type }]]) } })
      const place = { client, pulse, commits: { send: (work: () => Promise<unknown>) => work() } }
      const kept = { replaceOne: () => Promise.reject(server(50)) }
      return alone(place as never, { write: changing(1, 1), layout: { ...of, kept: kept as never } })
    }
    assert.include(await outcome("RSPrimary"), { _tag: "Stale", collection: "things", key: 1 })
    for (const uncertain of [await outcome("Mongos"), await outcome("LoadBalancer"), await outcome("RSPrimary", true)])
      assert.deepStrictEqual(contentsOf(uncertain as Trouble), ["unreachable", true, true])
  })

  it("of a transaction before its commit leaves nothing applied", () => {
    const transient = new driver.MongoNetworkError("no")
    transient.addErrorLabel("TransientTransactionError")
    assert.deepStrictEqual(contentsOf(troubleWithin(transient)), ["unreachable", false, true])
    assert.deepStrictEqual(contentsOf(troubleWithin(gone)), ["unreachable", false, false])
    const bulk = (error: unknown) => new driver.MongoBulkWriteError(error as never, {} as never)
    assert.deepStrictEqual(contentsOf(troubleWithin(bulk(transient))), ["unreachable", false, true])
    assert.deepStrictEqual(contentsOf(troubleWithin(socket)), ["unreachable", false, true])
    assert.deepStrictEqual(contentsOf(troubleWithin(bulk(socket))), ["unreachable", false, true])
    const cleared = new driver.MongoNetworkError("no")
    cleared.addErrorLabel("PoolRequestedRetry")
    assert.deepStrictEqual(contentsOf(troubleWithin(bulk(cleared))), ["unreachable", false, true])
    assert.deepStrictEqual(contentsOf(troubleWithin(bulk(server(50)))), ["unreachable", false, true])
    const full = new driver.MongoDriverError("Timed out while checking out a connection from connection pool")
    assert.deepStrictEqual(contentsOf(troubleWithin(bulk(full))), ["busy", false, false])
    assert.isTrue(isConflict(bulk(server(112, "TransientTransactionError"))))
    assert.isTrue(isDuplicate(bulk(server(11000))))
  })

  it("of a commit leaves it uncertain unless the server says that the transaction is gone", () => {
    const committing = (error: unknown, before = false, given?: Parameters<typeof session>[0]) =>
      contentsOf(troubleCommitting(error, session(given), before))
    const unknown = new driver.MongoNetworkError("no")
    unknown.addErrorLabel("UnknownTransactionCommitResult")
    assert.deepStrictEqual(committing(unknown), ["unreachable", true, false])
    assert.deepStrictEqual(committing(socket), ["unreachable", true, false])
    assert.deepStrictEqual(committing(stumbled(socket)), ["unreachable", true, false])
    assert.deepStrictEqual(committing(unacknowledged), ["unreachable", true, false])
    assert.deepStrictEqual(committing(gone), ["unreachable", true, false])
    assert.deepStrictEqual(committing(server(50, "UnknownTransactionCommitResult")), ["unreachable", true, false])
    const aborted = server(251, "TransientTransactionError")
    assert.deepStrictEqual(committing(aborted), ["unreachable", false, true])
    assert.deepStrictEqual(committing(aborted, true), ["unreachable", true, true])
    assert.deepStrictEqual(committing(aborted, false, { isDirty: true }), ["unreachable", true, true])
  })

  it("of a read is the store's failure, and anything else a defect", () => {
    const codes = [11600, 13436, 189, 43, 175, 237, 133, 134]
    for (const error of [gone, broken, late, socket, ...codes.map((code) => server(code))])
      assert.strictEqual(unavailable(error).reason, "unreachable")
    assert.strictEqual(unavailable(named("MongoWaitQueueTimeoutError")).reason, "busy")
    assert.strictEqual(unavailable(server(462, "SystemOverloadedError", "RetryableError")).reason, "busy")
    for (const defect of [new TypeError("no"), server(2), new driver.MongoInvalidArgumentError("no")])
      assert.throws(() => unavailable(defect), defect.message)
  })
})

const refusal = (act: () => unknown): string => {
  try {
    act()
  } catch (error) {
    return (error as Error).message
  }
  return assert.fail("it was not refused")
}

describe("work that waits for its turn", () => {
  const connected = () => {
    const client = new EventEmitter()
    const pulse = new Heartbeats(client as never)
    const describe = (isWritable: boolean) =>
      client.emit("topologyDescriptionChanged", { newDescription: { servers: new Map([["a", { isWritable }]]) } })
    describe(true)
    const beat = () => client.emit("serverHeartbeatSucceeded", { connectionId: "a" })
    return { beat, describe, pulse }
  }

  /** Lets a second pass at a time, with a heartbeat in each. */
  const pass = async (seconds: number, beat: () => void) => {
    for (let second = 0; second < seconds; second++) {
      beat()
      await vi.advanceTimersByTimeAsync(1000)
    }
  }

  it("is not blamed on a server that answers the work before it", async () => {
    vi.useFakeTimers()
    try {
      const { beat, pulse } = connected()
      const sending = new Sending(pulse, () => pulse.absent, 2)
      const four = () => new Promise<string>((resolve) => setTimeout(resolve, 4000, "done"))
      const all = Promise.all([1, 2, 3, 4].map(() => sending.send(four)))
      await pass(17, beat)
      assert.deepStrictEqual(await all, ["done", "done", "done", "done"])
    } finally {
      vi.useRealTimers()
    }
  })

  it("is not considered dead for answers that this process could not read while the machine held it up", async () => {
    const { beat, pulse } = connected()
    const answer = Promise.withResolvers<string>()
    beat()
    const asked = pulse.inTime(answer.promise, "unreachable")
    // The event loop stands still; when it goes on, it runs the timers that are due before it reads what has arrived.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, times.answer + 500)
    setImmediate(() => answer.resolve("done"))
    assert.strictEqual(await asked, "done")
  })

  it("leaves nothing running for an answer that never comes", async () => {
    vi.useFakeTimers()
    try {
      const { pulse } = connected()
      const asked = pulse.inTime(new Promise(() => {}), "unknown").catch(({ reason }: { reason: string }) => reason)
      await vi.advanceTimersByTimeAsync(times.answer + 500)
      assert.strictEqual(await asked, "unknown")
      assert.strictEqual(vi.getTimerCount(), 0)
    } finally {
      vi.useRealTimers()
    }
  })

  it("is not sent to a server that has gone", async () => {
    vi.useFakeTimers()
    try {
      const { beat, describe, pulse } = connected()
      const sending = new Sending(pulse, () => pulse.absent, 2)
      const ended: Array<string> = []
      let sent = 0
      for (let n = 0; n < 3; n++)
        void sending
          .send(() => new Promise(() => sent++))
          .catch(({ reason }: { readonly reason: string }) => ended.push(reason))
      beat()
      describe(false)
      await vi.advanceTimersByTimeAsync(3000)
      assert.deepStrictEqual([ended, sent], [["unknown", "unreachable", "unreachable"], 1])
    } finally {
      vi.useRealTimers()
    }
  })
})

describe("commits of one process", () => {
  const placed = (write: Write) => ({ write, layout: of })
  const held = () => Promise.withResolvers<Taken | Stale | undefined>()
  const applied = () => Promise.resolve(undefined)
  const unasked = () => Promise.reject(new Error("there was no need to ask"))
  const there = () => Promise.resolve(true)
  const refused = new Taken({ shop, collection: "things", lookup: "code", key: 2 })

  it("that would replace the same version are sent one at a time, and not at all once one was applied", async () => {
    const underway = new CommitsInProgress()
    const sent: Array<string> = []
    const send = (name: string, writes: ReadonlyArray<Write>, outcome: Promise<Taken | Stale | undefined>) =>
      underway.send(
        writes.map(placed),
        () => {
          sent.push(name)
          return outcome
        },
        there
      )
    const [first, second] = [held(), held()]
    const outcomes = [
      send("first", [changing(1, 1), adding(2)], first.promise),
      send("second", [changing(1, 1)], second.promise),
      send("third", [changing(3, 1), changing(1, 1)], applied()),
      send("elsewhere", [changing(1, 1, {}, "other shop")], applied()),
      send("next", [changing(1, 2)], applied())
    ]
    assert.deepStrictEqual(sent, ["first", "elsewhere"])
    first.resolve(refused)
    assert.strictEqual(await outcomes[0], refused)
    await new Promise(setImmediate)
    assert.deepStrictEqual(sent, ["first", "elsewhere", "second"])
    second.resolve(undefined)
    const [, done, stale, , next] = await Promise.all(outcomes)
    assert.deepStrictEqual([done, next], [undefined, undefined])
    assert.include(stale as object, { _tag: "Stale", key: 1 })
    assert.deepStrictEqual(sent, ["first", "elsewhere", "second", "next"])
  })

  it("are stale together if one finds that another process was faster, and none is lost through an error", async () => {
    const underway = new CommitsInProgress()
    const [first, other] = [held(), held()]
    const outcomes = [
      underway.send([placed(changing(1, 1)), placed(changing(2, 1))], () => first.promise, unasked),
      underway.send([placed(changing(1, 1))], applied, unasked),
      underway.send([placed(changing(2, 1))], applied, there),
      underway.send([placed(changing(2, 1))], applied, () => Promise.resolve(false))
    ]
    first.resolve(new Stale({ shop, collection: "things", key: 1 }))
    const [, stale, done, gone] = await Promise.all(outcomes)
    assert.include(gone as object, { _tag: "Stale", key: 2 })
    assert.include(stale as object, { _tag: "Stale", key: 1 })
    assert.isUndefined(done)
    const failing = underway.send([placed(changing(1, 1))], () => other.promise, unasked)
    const after = underway.send([placed(changing(1, 1))], applied, there)
    other.reject(new Error("a defect"))
    assert.strictEqual(await failing.catch((error: Error) => error.message), "a defect")
    assert.isUndefined(await after)
  })

  it("are not sent if a later version was written here, unless another process created the document again", async () => {
    const underway = new CommitsInProgress()
    assert.isUndefined(await underway.send([placed(changing(1, 1))], applied, unasked))
    const late = (isThere: boolean) => {
      let sent = false
      const send = () => {
        sent = true
        return applied()
      }
      return underway
        .send([placed(changing(1, 1))], send, () => Promise.resolve(isThere))
        .then((outcome) => [outcome?._tag, sent])
    }
    assert.deepStrictEqual(await late(false), ["Stale", false])
    assert.deepStrictEqual(await late(true), [undefined, true])
  })

  it("that found nothing to remove block no other", async () => {
    const underway = new CommitsInProgress()
    const first = held()
    const removed = underway.send([placed(removing(1, 0))], () => first.promise, unasked)
    const added = underway.send([placed(adding(1))], applied, unasked)
    first.resolve(undefined)
    assert.deepStrictEqual(await Promise.all([removed, added]), [undefined, undefined])
  })
})

describe("a server", () => {
  it("counts as absent after a wait in vain, and is used again as soon as it is back", () => {
    vi.useFakeTimers({ toFake: ["performance"] })
    try {
      const client = new EventEmitter()
      const pulse = new Heartbeats(client as driver.MongoClient)
      const reason = () => pulse.absent?.reason
      const found = (...servers: ReadonlyArray<boolean>) => {
        const described = servers.map((isWritable, at) => [`server ${at}`, { isWritable }])
        client.emit("topologyDescriptionChanged", { newDescription: { servers: new Map(described as never) } })
      }
      found(true, false)
      vi.advanceTimersByTime(60_000)
      assert.isUndefined(reason())
      found(false, false)
      vi.advanceTimersByTime(1199)
      assert.isUndefined(reason())
      found(false)
      vi.advanceTimersByTime(1)
      assert.strictEqual(reason(), "unreachable")
      found(false, true)
      assert.isUndefined(reason())
    } finally {
      vi.useRealTimers()
    }
  })
})
