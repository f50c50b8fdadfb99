/** Tests that commits which are sent together end as if each had been sent alone. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit } from "effect"
import fc from "fast-check"
import * as driver from "mongodb"
import { adapters } from "../src/adapters.ts"
import { layout, type Placed, staleOf } from "../src/mongo/documents.ts"
import { CommitGroups, type Groupable, maxSending } from "../src/mongo/groups.ts"
import type { PlacedRowGuard } from "../src/mongo/guards.ts"
import type { Outcome } from "../src/mongo/refusal.ts"
import { retryOnConflict } from "../src/retry-on-conflict.ts"
import { type Adapter, Storage, type Write } from "../src/storage.ts"
import { useDatabase } from "./database.ts"
import { adding, changing, guardOf, keys, notes, opened, shop, things } from "./things.ts"

const of = layout(new driver.MongoClient("mongodb://nowhere").db("never"), things)
const placed = (id: number): Placed => ({ write: adding(id), layout: of })
const commitOf = (id: number): Groupable => ({ writes: [placed(id)], guards: [] })
const numbers = (count: number, from = 1) => Array.from({ length: count }, (_, index) => from + index)
const idOf = ({ write }: Placed) => Number(write.key)
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

describe("commits of one shop", () => {
  it("wait while four transactions are in progress, and are then sent in one", async () => {
    const begun: Array<{ readonly ids: ReadonlyArray<number>; readonly end: () => void }> = []
    const begin = (ids: ReadonlyArray<number>) =>
      new Promise<undefined>((resolve) => begun.push({ ids, end: () => resolve(undefined) }))
    const groups = new CommitGroups(({ writes }) => begin(writes.map(idOf)))
    const sent = numbers(8).map((id) => groups.send(shop, commitOf(id), () => begin([id])))
    const other = groups.send("other", commitOf(9), () => begin([9]))
    assert.deepStrictEqual(
      begun.map(({ ids }) => ids),
      [[1], [2], [3], [4], [9]]
    )
    begun[0]!.end()
    await settled()
    assert.deepStrictEqual(begun.at(-1)!.ids, [5, 6, 7, 8])
    for (const { end } of begun) end()
    await Promise.all([...sent, other])
    await settled()
    assert.strictEqual(groups.size, 0)
  })

  it("guard once what several of them guard, and each version of it", async () => {
    const rowOf = (version: number): PlacedRowGuard => ({
      guard: { shop, collection: things, row: { key: 1, version, text: "" } },
      layout: of
    })
    const { promise, resolve } = Promise.withResolvers<undefined>()
    const guarded: Array<ReadonlyArray<PlacedRowGuard>> = []
    const groups = new CommitGroups(async ({ guards }) => {
      guarded.push(guards)
      return undefined
    })
    const sent = numbers(10).map((id) =>
      groups.send(shop, { ...commitOf(id), guards: [rowOf(id === 10 ? 2 : 1)] }, () => promise)
    )
    resolve(undefined)
    await Promise.all(sent)
    assert.deepStrictEqual(guarded, [[rowOf(1), rowOf(2)]])
  })

  it("are each applied once or refused for a reason of their own, whatever happens to their groups", async () => {
    const fate = fc.constantFrom("fine", "stale", "defect")
    const isolated = fc.asyncProperty(fc.array(fate, { maxLength: 60 }), async (fates) => {
      const applied: Array<number> = []
      const fateOf = (id: number) => fates[id]!
      const together = async ({ writes }: Groupable) => {
        await settled()
        if (writes.some((one) => fateOf(idOf(one)) !== "fine")) return "refused"
        applied.push(...writes.map(idOf))
        return undefined
      }
      const alone = async (id: number): Promise<Outcome> => {
        await settled()
        if (fateOf(id) === "defect") throw new Error(`defect ${id}`)
        if (fateOf(id) === "stale") return staleOf(placed(id))
        applied.push(id)
        return undefined
      }
      const groups = new CommitGroups(together)
      const ids = fates.map((_, id) => id)
      const ends = await Promise.allSettled(ids.map((id) => groups.send(shop, commitOf(id), () => alone(id))))
      for (const [id, end] of ends.entries()) {
        if (fateOf(id) === "defect") assert.strictEqual(end.status === "rejected" && end.reason.message, `defect ${id}`)
        else
          assert.deepStrictEqual(end, {
            status: "fulfilled",
            value: fateOf(id) === "fine" ? undefined : staleOf(placed(id))
          })
      }
      assert.deepStrictEqual(
        applied.sort((a, b) => a - b),
        ids.filter((id) => fateOf(id) === "fine")
      )
      await settled()
      assert.strictEqual(groups.size, 0)
    })
    await fc.assert(isolated, { numRuns: 50 })
  })

  it("are not sent again if it is not known what became of their group", async () => {
    let alone = 0
    const groups = new CommitGroups(() => Promise.reject(new Error("the commit failed")))
    const ends = await Promise.allSettled(
      numbers(maxSending + 3).map((id) =>
        groups.send(shop, commitOf(id), async () => {
          alone++
          return undefined
        })
      )
    )
    assert.strictEqual(ends.filter(({ status }) => status === "rejected").length, 3)
    assert.strictEqual(alone, maxSending)
  })
})

const mongo = adapters.find(({ name }) => name === "mongo")!

describe("commits at once on MongoDB", () => {
  useDatabase(mongo)

  const note = (id: number): Write => {
    const name = `note ${id}`
    return { shop, collection: notes, key: name, expect: 0, doc: { name, 'a"b c': "x" } }
  }

  const counted = (store: Adapter) =>
    Effect.map(store.find(shop, notes, { limit: 1000 }), (rows) => rows.map(({ key }) => key).sort())

  it.live("are refused or applied each by itself", () =>
    Effect.gen(function* () {
      const store = yield* opened(mongo)
      yield* store.commit([adding(1, { code: "taken" }), adding(2)])
      yield* store.commit([changing(2, 1)])
      const ids = numbers(100, 10)
      const reasons = new Map<number, string>([
        [20, "Taken"],
        [50, "Stale"],
        [80, "Stale"]
      ])
      const writesOf = (id: number): ReadonlyArray<Write> => {
        if (id === 20) return [note(id), adding(id, { code: "taken" })]
        if (id === 50) return [note(id), changing(2, 7)]
        if (id === 80) return [note(id), adding(1)]
        return [adding(id), note(id)]
      }
      // On a slow machine a commit may meet conflicts until it is given up as stale; its caller then tries again.
      const sent = (id: number) => {
        const once = store.commit(writesOf(id))
        return reasons.has(id) ? once : Effect.provideService(retryOnConflict(once), Storage, store)
      }
      const ends = yield* Effect.forEach(ids, (id) => Effect.result(sent(id)), { concurrency: "unbounded" })
      for (const [index, end] of ends.entries())
        assert.strictEqual(end._tag === "Failure" ? end.failure._tag : undefined, reasons.get(ids[index]!))
      const applied = ids.filter((id) => !reasons.has(id))
      assert.deepStrictEqual(yield* keys(store, {}), [1, 2, ...applied])
      assert.deepStrictEqual(yield* counted(store), applied.map((id) => `note ${id}`).sort())
    }).pipe(Effect.scoped)
  )

  it.live("are applied while what they guard is as it was, and refused afterwards", () =>
    Effect.gen(function* () {
      const store = yield* opened(mongo)
      yield* store.commit([adding(1)])
      const guard = yield* guardOf(store, 1)
      const once = (id: number) => store.commit([adding(id)], [guard])
      // On a slow machine a commit may meet conflicts until it is given up as stale; its caller then tries again.
      const again = (id: number) => Effect.provideService(retryOnConflict(once(id)), Storage, store)
      yield* Effect.forEach(numbers(60, 10), again, { concurrency: "unbounded" })
      yield* store.commit([changing(1, 1)])
      const refused = (id: number) => Effect.result(once(id))
      for (const end of yield* Effect.forEach(numbers(60, 100), refused, { concurrency: "unbounded" }))
        assert.include(end._tag === "Failure" ? end.failure : {}, { _tag: "Stale", collection: "things", key: 1 })
      assert.deepStrictEqual(yield* keys(store, {}), [1, ...numbers(60, 10)])
    }).pipe(Effect.scoped)
  )

  it.live("are applied although one of them is too large for MongoDB", () =>
    Effect.gen(function* () {
      const store = yield* opened(mongo)
      const bad = { ...adding(3), doc: { ...adding(3).doc, status: "x".repeat(17 * 1024 * 1024) } }
      const ends = yield* Effect.forEach(
        [
          ...numbers(10, 10).map((id) => [adding(id), note(id)]),
          [bad, note(3)],
          ...numbers(10, 30).map((id) => [adding(id), note(id)])
        ],
        (writes) => Effect.exit(store.commit(writes)),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(
        ends.flatMap((end, index) => (Exit.isSuccess(end) ? [] : [index])),
        [10]
      )
      assert.lengthOf(yield* keys(store, {}), 20)
    }).pipe(Effect.scoped)
  )
})
