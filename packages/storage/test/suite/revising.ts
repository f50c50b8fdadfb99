/** Revisions: what was read may be used again while its collection's number stays the same. */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import type { AdapterEntry } from "../../src/adapters.ts"
import type { Adapter } from "../../src/storage.ts"
import { run } from "../child.ts"
import { adding, changing, fresh, handle, keys, notes, opened, shop, things } from "../things.ts"

/** Ends what runs without a break, as each request and each answer does. */
const aBreak = Effect.promise(() => new Promise<void>((resolve) => setImmediate(resolve)))

const numbersOf = ({ revision }: Adapter) => Effect.map(aBreak, () => [revision!(things), revision!(notes)] as const)

/** Registers the tests. */
export const revising = (adapter: AdapterEntry): void => {
  if (adapter.name === "mongo") {
    it.live("cannot tell at once whether another process has written, and has no revisions", () =>
      Effect.gen(function* () {
        assert.isUndefined((yield* opened(adapter)).revision)
      }).pipe(Effect.scoped)
    )
    return
  }

  it.live("gives a collection a new number with each commit to it, and only with those", () =>
    Effect.gen(function* () {
      const store = yield* opened(adapter)
      let [ofThings, ofNotes] = yield* numbersOf(store)
      for (let version = 0; version < 5; version++) {
        yield* store.commit([version === 0 ? adding(1) : changing(1, version, { stock: version })])
        const [now, others] = yield* numbersOf(store)
        assert.isAbove(now, ofThings)
        assert.strictEqual(others, ofNotes)
        ofThings = now
      }
      yield* store.commit([{ shop, collection: notes, key: "a", expect: 0, doc: { name: "a", 'a"b c': "b" } }])
      const [now, others] = yield* numbersOf(store)
      assert.strictEqual(now, ofThings)
      assert.isAbove(others, ofNotes)
      ofNotes = others
      // Neither a refused commit nor a read changes anything.
      yield* Effect.flip(store.commit([adding(1)]))
      yield* keys(store, {})
      assert.deepStrictEqual(yield* numbersOf(store), [ofThings, ofNotes])
    }).pipe(Effect.scoped)
  )

  if (adapter.needs === "nothing") return

  it.live("gives it a new number once a commit through another handle is answered", () =>
    Effect.gen(function* () {
      const location = yield* fresh(adapter)
      const [store, other] = [yield* handle(adapter, location), yield* handle(adapter, location)]
      let [last] = yield* numbersOf(store)
      for (let id = 1; id <= 50; id++) {
        // Commits of both alternate, so that none hides behind another.
        yield* other.commit([adding(id)])
        const [now] = yield* numbersOf(store)
        assert.isAbove(now, last)
        yield* store.commit([adding(-id)])
        last = (yield* numbersOf(store))[0]
        assert.isAbove(last, now)
      }
    }).pipe(Effect.scoped)
  )

  it.live("keeps a number only while no process commits", () =>
    Effect.gen(function* () {
      const location = yield* fresh(adapter)
      const store = yield* handle(adapter, location)
      const { child, done, isRunning, lines } = run(adapter.name, location, "write", 10 ** 6)
      const read = Effect.map(keys(store, { latest: true }), (found) => found.length)
      for (let own = -(10 ** 9); lines.length < 300 && isRunning(); own++) {
        const [before] = yield* numbersOf(store)
        const first = yield* read
        yield* aBreak
        const second = yield* read
        const [after] = yield* numbersOf(store)
        assert.isTrue(after !== before || first === second)
        if (own % 3 === 0) yield* store.commit([adding(own)])
      }
      child.kill("SIGKILL")
      yield* Effect.promise(() => done)
    }).pipe(Effect.scoped)
  )
}
