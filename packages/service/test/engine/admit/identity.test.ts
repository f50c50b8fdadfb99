/** Tests what the identification of a caller reads and writes, on a store whose reads end when the test says so. */
import { collections } from "@bottega/domain/areas"
import { type KeySet, keySetFrom } from "@bottega/domain/areas/keys"
import type { Shop } from "@bottega/domain/areas/shops"
import { type Adapter, docOf, installation, type Write } from "@bottega/storage"
import { make as memory } from "@bottega/storage/memory"
import { Effect, Exit } from "effect"
import { assert, beforeEach, describe, it } from "vitest"
import { allCollections } from "../../../src/collections.ts"
import { callers } from "../../../src/engine/admit/identity.ts"
import { digest } from "../../../src/engine/ids.ts"

const { keySets, shops } = collections
const credentials = { key: "key", exchange: "exchange" }
const [id, ours, others] = ["0".repeat(24), "1".repeat(24), "2".repeat(24)] as const
const now = 1_800_000_000_000
const hourOf = (ms: number) => Math.floor(ms / 3_600_000) * 3600

let inner: Adapter
/** The reads that wait for an answer: the collection of each, and what answers it. */
let waiting: Array<{ readonly name: string; readonly answer: () => void }>
let identify: ReturnType<typeof callers>["identify"]

const keySet = (shop: string, used: number | null): KeySet => {
  const set = keySetFrom(
    { id, shop, instance: id, permission: "read" },
    { key: credentials.key, digest: digest(credentials.exchange), created: 0 }
  )
  return { ...set, pairs: set.pairs.map((pair) => ({ ...pair, used })) }
}

const commit = (...writes: ReadonlyArray<Omit<Write, "shop">>) =>
  Effect.runPromise(inner.commit(writes.map((write) => ({ shop: installation, ...write }))))

const call = () => Effect.runPromiseExit(identify(credentials, now))

/** Lets all that can go on do so. It takes several turns: a store lets others go first when a slow machine held it up. */
const turn = async () => {
  for (let turns = 0; turns < 10; turns++) await new Promise<void>((resolve) => setImmediate(resolve))
}

/** Answers the reads that wait; returns the collections they read. */
const answered = async (): Promise<ReadonlyArray<string>> => {
  await turn()
  const names = waiting.map(({ name }) => name)
  for (const { answer } of waiting.splice(0)) answer()
  await turn()
  return names
}

const shopIn = (exit: Exit.Exit<{ readonly shop: Shop }, unknown>) => Exit.isSuccess(exit) && exit.value.shop.id

beforeEach(async () => {
  const { revision: _, ...blind } = memory(allCollections)
  inner = blind
  waiting = []
  const find: Adapter["find"] = (shop, collection, query) =>
    Effect.callback((resume) => {
      // The rows are read as the read begins.
      const rows = Effect.runPromise(inner.find(shop, collection, query))
      waiting.push({ name: collection.name, answer: () => void rows.then((found) => resume(Effect.succeed(found))) })
    })
  identify = callers({ ...inner, find }).identify
  const shopWith = (of: string) => ({ collection: shops, key: of, expect: 0, doc: { id: of, modules: [] } })
  await commit(
    { collection: keySets, key: id, expect: 0, doc: keySet(ours, hourOf(now)) },
    shopWith(ours),
    shopWith(others)
  )
})

describe("a caller", () => {
  it("is identified by its key set and then its shop, and from the second call on by both at once", async () => {
    const first = call()
    assert.deepStrictEqual([await answered(), await answered()], [["keysets"], ["shops"]])
    assert.strictEqual(shopIn(await first), ours)
    const second = call()
    assert.sameMembers([...(await answered())], ["keysets", "shops"])
    assert.strictEqual(shopIn(await second), ours)
  })

  it("gets the shop of its key set, whichever it had before", async () => {
    const first = call()
    await answered()
    await answered()
    assert.strictEqual(shopIn(await first), ours)
    await commit({ collection: keySets, key: id, expect: 1, doc: keySet(others, hourOf(now)) })
    const second = call()
    await answered()
    assert.deepStrictEqual(await answered(), ["shops"])
    assert.strictEqual(shopIn(await second), others)
  })

  it("is refused if its key set was revoked before it called, however many reads are in progress", async () => {
    const early = [call(), call()]
    await turn()
    const revoked = { ...keySet(ours, hourOf(now)), revoked: 1 }
    await commit({ collection: keySets, key: id, expect: 1, doc: revoked })
    const late = [call(), call()]
    for (let round = 0; round < 3; round++) await answered()
    assert.deepStrictEqual((await Promise.all(early)).map(Exit.isSuccess), [true, true])
    assert.deepStrictEqual((await Promise.all(late)).map(Exit.isSuccess), [false, false])
  })

  it("has its use recorded once an hour, however many call at once", async () => {
    await commit({ collection: keySets, key: id, expect: 1, doc: keySet(ours, null) })
    const calls = Array.from({ length: 20 }, call)
    let done = false
    const all = Promise.all(calls).finally(() => (done = true))
    while (!done) await answered()
    assert.isTrue((await all).every(Exit.isSuccess))
    const [row] = await Effect.runPromise(
      inner.find(installation, keySets, { where: [{ on: "key", eq: id }], limit: 1 })
    )
    assert.strictEqual(row!.version, 3)
    assert.strictEqual(docOf(keySets, row!).pairs[0]!.used, hourOf(now))
  })
})
