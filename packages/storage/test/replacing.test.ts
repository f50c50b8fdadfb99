/** What a writer passes of the version that it replaces: the row, by which it is recognised, and the document. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { adapters } from "../src/adapters.ts"
import { adding, changing, keys, opened, removing, shop, things } from "./things.ts"

const within = adapters.filter(({ needs }) => needs !== "uri")

describe.each(within)("$name", (adapter) => {
  it.live("distinguishes a document that was created again from the one that was read, despite the same version", () =>
    Effect.gen(function* () {
      const store = yield* opened(adapter)
      yield* store.commit([adding(1, { tags: ["a"] })])
      const [before] = yield* store.find(shop, things, { limit: 1000 })
      yield* store.commit([removing(1, 1)])
      yield* store.commit([adding(1, { tags: ["b"] })])
      for (const write of [changing(1, 1, { tags: ["c"] }), removing(1, 1)])
        assert.strictEqual((yield* Effect.flip(store.commit([{ ...write, before }])))._tag, "Stale")
      assert.deepStrictEqual(yield* keys(store, { where: [{ on: "tags", in: ["a", "c"] }] }), [])
      const [now] = yield* store.find(shop, things, { limit: 1000 })
      yield* store.commit([{ ...changing(1, 1, { tags: ["c"] }), before: now }])
      assert.deepStrictEqual(yield* keys(store, { where: [{ on: "tags", in: ["b", "c"] }] }), [1])
      assert.deepStrictEqual(yield* keys(store, { where: [{ on: "tags", eq: "b" }] }), [])
    }).pipe(Effect.scoped)
  )

  it.live("decodes no document that its writer still has", () =>
    Effect.gen(function* () {
      let decoded = 0
      const decode = (text: string) => {
        decoded++
        return things.decode(text)
      }
      const counted = { ...things, decode }
      const store = yield* opened(adapter, [counted])
      yield* store.commit([adding(1, { tags: ["a"] }), adding(2)].map((write) => ({ ...write, collection: counted })))
      const [one, two] = yield* store.find(shop, counted, { limit: 1000 })
      const docs = [one!, two!].map(({ text }) => things.decode(text))
      yield* store.commit([
        { ...changing(1, 1, { tags: ["b"] }), collection: counted, before: one, beforeDoc: docs[0]! },
        { ...removing(2, 1), collection: counted, before: two, beforeDoc: docs[1]! }
      ])
      assert.strictEqual(decoded, 0)
      assert.deepStrictEqual(yield* keys(store, { where: [{ on: "tags", in: ["a", "b"] }] }), [1])
    }).pipe(Effect.scoped)
  )
})
