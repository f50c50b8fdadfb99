/** Tests what guards keep in MongoDB beside the documents, and that documents with and without stripes are guarded alike. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Option } from "effect"
import { type ClientSession, MongoClient } from "mongodb"
import { adapters } from "../src/adapters.ts"
import { modify, retryOnConflict } from "../src/derived.ts"
import { layout } from "../src/mongo/documents.ts"
import { Heartbeats } from "../src/mongo/pulse.ts"
import { Stripes } from "../src/mongo/stripes.ts"
import { Transactions } from "../src/mongo/transactions.ts"
import { type Adapter, Storage } from "../src/storage.ts"
import { database, useDatabase } from "./database.ts"
import { Runner, removeUnreferred, type Side } from "./referring.ts"
import { areBothSeen, untilShown, won } from "./shown.ts"
import { adding, changing, guardOf, handle, keys, removing, rowOf, shop, things } from "./things.ts"

const mongo = adapters.find(({ name }) => name === "mongo")!
useDatabase(mongo)

/** Two handles on a new store, as two processes have it, and its database. */
const place = Effect.gen(function* () {
  const location = yield* database
  const handles = [yield* handle(mongo, location), yield* handle(mongo, location)] as const
  const client = yield* Effect.acquireRelease(
    Effect.promise(() => new MongoClient(location).connect()),
    (client) => Effect.promise(() => client.close())
  )
  return { handles, client, database: client.db() }
})
type Place = Effect.Success<typeof place>

const stripesIn = ({ database }: Place) => Effect.promise(() => database.collection("bottega_guards").countDocuments())

/** Gives documents stripes, as each first guard of an earlier version did. */
const striping = ({ database }: Place, ids: ReadonlyArray<number>) =>
  Effect.promise(async () => {
    await database.collection("things").updateMany({ "_id.k": { $in: ids } } as never, { $set: { guarded: true } })
    const of = (k: number) =>
      Array.from({ length: 32 }, (_, i) => ({ _id: { s: shop, c: "things", k, i }, version: 1, guards: 0 }))
    await database.collection("bottega_guards").insertMany(ids.flatMap(of) as never)
  })

const numbers = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index)

describe("stripes of a document", () => {
  it.live("are not made by guards that come one after another, in whichever process", () =>
    Effect.gen(function* () {
      const at = yield* place
      yield* at.handles[0].commit([adding(1)])
      const guard = yield* guardOf(at.handles[0], 1)
      for (const id of numbers(10, 20)) yield* at.handles[id % 2]!.commit([adding(id)], [guard])
      assert.strictEqual(yield* stripesIn(at), 0)
      const [stored] = yield* Effect.promise(() => at.database.collection("things").find({ "_id.k": 1 }).toArray())
      assert.deepInclude(stored, { version: 1, guards: 20 })
    }).pipe(Effect.scoped)
  )

  it.live("are 32 once guards conflict, none of which is stale, and go with the document", () =>
    Effect.gen(function* () {
      const at = yield* place
      yield* at.handles[0].commit([adding(1), adding(2)])
      const guards = [yield* guardOf(at.handles[0], 1)]
      yield* Effect.forEach(numbers(10, 32), (id) => at.handles[id % 2]!.commit([adding(id)], guards), {
        concurrency: "unbounded"
      })
      assert.strictEqual(yield* stripesIn(at), 32)
      assert.lengthOf(yield* keys(at.handles[0], {}), 34)
      yield* at.handles[1].commit([changing(1, 1)])
      assert.strictEqual((yield* Effect.flip(at.handles[0].commit([adding(99)], guards)))._tag, "Stale")
      yield* at.handles[0].commit([removing(1, 2)])
      assert.strictEqual(yield* stripesIn(at), 0)
    }).pipe(Effect.scoped)
  )

  it.live("are not made by a guard that conflicts with a writer", () =>
    Effect.gen(function* () {
      const at = yield* place
      const [store] = at.handles
      yield* store.commit([adding(1)])
      const guards = [yield* guardOf(store, 1)]
      const lost = yield* writtenDuring(at, store.commit([adding(2)], guards))
      assert.strictEqual(lost._tag, "Failure")
      yield* store.commit([adding(3)], [yield* guardOf(store, 1)])
      assert.strictEqual(yield* stripesIn(at), 0)
    }).pipe(Effect.scoped)
  )

  it.live("are not made while another commit holds the document: a guard is then stale, and not a failure", () =>
    Effect.gen(function* () {
      const at = yield* place
      const [store] = at.handles
      yield* store.commit([adding(1)])
      const guards = [yield* guardOf(store, 1)]
      const lost = yield* whileWritten(at, () => Effect.exit(store.commit([adding(2)], guards)))
      assert.isTrue(Exit.isFailure(lost))
      assert.strictEqual(Exit.findErrorOption(lost).pipe(Option.getOrThrow)._tag, "Stale")
      yield* store.commit([adding(2)], guards)
    }).pipe(Effect.scoped)
  )

  it.live("that an earlier version made are used, followed and removed", () =>
    Effect.gen(function* () {
      const at = yield* place
      const [one, other] = at.handles
      yield* one.commit([adding(1)])
      yield* striping(at, [1])
      const guards = [yield* guardOf(one, 1)]
      for (const store of at.handles) yield* store.commit([adding(store === one ? 2 : 3)], guards)
      const used = { $expr: { $gt: ["$guards", 0] } }
      const count = yield* Effect.promise(() => at.database.collection("bottega_guards").countDocuments(used))
      assert.isAtLeast(count, 1)
      yield* other.commit([changing(1, 1)])
      assert.strictEqual((yield* Effect.flip(one.commit([adding(4)], guards)))._tag, "Stale")
      yield* one.commit([adding(4)], [yield* guardOf(one, 1)])
      yield* other.commit([removing(1, 2)])
      assert.strictEqual(yield* stripesIn(at), 0)
    }).pipe(Effect.scoped)
  )

  it.live("that a writer closed are not opened by one that was late, as of the version that it expected", () =>
    Effect.gen(function* () {
      const at = yield* place
      const [store] = at.handles
      yield* store.commit([adding(1)])
      yield* striping(at, [1])
      yield* store.commit([changing(1, 1)])
      const guards = [yield* guardOf(store, 1)]
      const stripes = new Stripes(
        new Transactions(at.database, new Heartbeats(at.client), () => undefined),
        at.database
      )
      const writing = (expect: number) => [{ write: changing(1, expect), layout: layout(at.database, things) }]
      yield* Effect.promise(async () => {
        await stripes.close(writing(2))
        await stripes.reopen(writing(1))
        await stripes.reopen(writing(2))
      })
      yield* store.commit([adding(2)], guards)
    }).pipe(Effect.scoped)
  )

  for (const [title, version] of [
    ["closed", -1],
    ["opened for a version that was gone", 1]
  ] as const)
    it.live(`that an earlier program left ${title} are opened by a guard that has waited`, () =>
      Effect.gen(function* () {
        const at = yield* place
        const [store] = at.handles
        yield* store.commit([adding(1)])
        yield* striping(at, [1])
        for (const expect of [1, 2]) yield* store.commit([changing(1, expect)])
        const stripes = at.database.collection("bottega_guards")
        yield* Effect.promise(() => stripes.updateMany({}, { $set: { version } }))
        yield* store.commit([adding(2)], [yield* guardOf(store, 1)])
      }).pipe(Effect.scoped)
    )

  for (const guarding of [1, 2])
    it.live(`keep no writer out: ${guarding} of two processes guard without a pause while the other changes it`, () =>
      Effect.gen(function* () {
        const at = yield* place
        yield* at.handles[0].commit([adding(1)])
        let id = 10
        const guard = (store: Adapter) =>
          Effect.forever(
            Effect.provideService(
              retryOnConflict(Effect.flatMap(guardOf(store, 1), (guard) => store.commit([adding(++id)], [guard]))),
              Storage,
              store
            )
          )
        const change = Effect.provideService(
          modify(shop, things, 1, (doc) => Effect.succeed({ ...doc!, stock: doc!.stock + 1 })),
          Storage,
          at.handles[1]
        )
        yield* Effect.raceFirst(
          Effect.all(at.handles.slice(0, guarding).map(guard), { concurrency: "unbounded" }),
          Effect.repeat(change, { times: 9 })
        )
        assert.strictEqual((yield* rowOf(at.handles[0], 1))?.version, 11)
        assert.isAbove(id, 10)
      }).pipe(Effect.scoped)
    )

  for (const [title, before] of [
    ["are just being made", () => Effect.void],
    ["are there from an earlier version", striping]
  ] as const)
    it.live(`let no reference dangle when they ${title}: two are made while the target is removed`, () =>
      untilShown(
        Effect.gen(function* () {
          const at = yield* place
          const targets = numbers(1, races)
          yield* at.handles[0].commit(targets.map((id) => adding(id)))
          yield* before(at, targets)
          const makers = new Runner(0.5)
          const race = (id: number) =>
            Effect.all(
              [
                Effect.provideService(refer(makers, 1000 + id), Storage, at.handles[0]),
                Effect.provideService(refer(makers, 2000 + id), Storage, at.handles[1]),
                Effect.provideService(removeUnreferred(id), Storage, at.handles[id % 2]!)
              ],
              { concurrency: "unbounded" }
            )
          const outcomes = yield* Effect.forEach(targets, race, { concurrency: 8 })
          const found = new Set(yield* keys(at.handles[0], {}))
          // One of the two makers that was in time is enough.
          const firsts = outcomes.map((sides) => sides.find((side) => side !== "late") ?? "late")
          console.log(
            `references, two at once: stripes ${title}, ${won(firsts, "made")} made, ${won(firsts, "removed")} removed, ${yield* stripesIn(at)} stripes`
          )
          assert.deepStrictEqual(
            [...found].filter((id) => Number(id) > 1000 && !found.has(Number(id) % 1000)),
            []
          )
          return areBothSeen(firsts)
        }).pipe(Effect.scoped)
      )
    )
})

const races = 300

/** Creates one of the references to a thing, whose number is the last three digits of its own. */
const refer = (makers: Runner, id: number) =>
  makers.run(
    true,
    Effect.gen(function* () {
      const store = yield* Storage
      const row = yield* rowOf(store, id % 1000)
      yield* makers.pause
      if (row === undefined) return "late" as Side
      yield* store.commit([adding(id, { tags: [`of ${id % 1000}`] })], [{ shop, collection: things, row }])
      return "made" as Side
    })
  )

/** The result of an effect that runs while a transaction has written thing 1, and is aborted afterwards. */
const whileWritten = <A>({ client, database }: Place, run: () => Effect.Effect<A>) =>
  Effect.acquireUseRelease(
    Effect.sync(() => client.startSession()),
    (session: ClientSession) =>
      Effect.gen(function* () {
        session.startTransaction()
        const written = database.collection("things").updateOne({ "_id.k": 1 }, { $inc: { guards: 1 } }, { session })
        yield* Effect.promise(() => written)
        const result = yield* run()
        yield* Effect.promise(() => session.abortTransaction())
        return result
      }),
    (session) => Effect.promise(() => session.endSession())
  )

/** The outcome of a commit that is sent while a transaction has written its guarded document and is not committed. */
const writtenDuring = ({ client, database }: Place, commit: Effect.Effect<unknown, unknown>) =>
  Effect.acquireUseRelease(
    Effect.sync(() => client.startSession()),
    (session: ClientSession) =>
      Effect.gen(function* () {
        session.startTransaction()
        const written = database.collection("things").updateOne({ "_id.k": 1 }, { $inc: { version: 1 } }, { session })
        yield* Effect.promise(() => written)
        const sent = yield* Effect.forkChild(Effect.exit(commit))
        yield* Effect.sleep(200)
        yield* Effect.promise(() => session.commitTransaction())
        return yield* Fiber.join(sent)
      }),
    (session) => Effect.promise(() => session.endSession())
  )
