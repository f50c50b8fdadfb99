/** Checks that a random history of commits and queries has the same results as a plain model. */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import fc from "fast-check"
import type { AdapterEntry } from "../../src/adapters.ts"
import type { Adapter, Guard, Query, Write } from "../../src/storage.ts"
import { Model } from "../model.ts"
import { opened, type Thing, thing, things } from "../things.ts"

/** A database server needs more time for each; `HISTORY_RUNS` sets the number of runs, as `npm run torture` does. */
const runsOn = ({ needs }: AdapterEntry): number => Number(process.env["HISTORY_RUNS"] ?? (needs === "uri" ? 50 : 150))

/** Registers the test. */
export const histories = (adapter: AdapterEntry): void =>
  it.live("has the same results as the model for any history", () =>
    Effect.gen(function* () {
      const store = yield* opened(adapter)
      let run = 0
      const property = fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), (steps) =>
        Effect.runPromise(replay(store, `run ${run++}`, steps))
      )
      yield* Effect.promise(() => fc.assert(property, { numRuns: runsOn(adapter) }))
    }).pipe(Effect.scoped)
  )

const replay = Effect.fnUntraced(function* (store: Adapter, prefix: string, steps: ReadonlyArray<Step>) {
  const model = new Model()
  for (const one of steps) {
    if ("query" in one) {
      const shop = `${prefix} ${one.shop}`
      const query = { ...one.query, latest: one.latest }
      const found = yield* store.find(shop, things, query)
      const answer = found.map(({ key, text, version }) => ({ key, version, doc: things.decode(text) }))
      assert.deepStrictEqual(answer, [...model.find(shop, query)])
    } else {
      const writes = one.writes.map((drafted) => placed(model, prefix, drafted))
      const guards = one.guards.map((drafted) => guarded(model, prefix, drafted))
      const result = yield* Effect.match(store.commit(writes, guards), { onFailure: reported, onSuccess: () => "done" })
      const expected = model.commit(writes, guards)
      assert.strictEqual(expected === "Stale" ? result.slice(0, 5) : result, expected)
    }
  }
})

const reported = (failure: Effect.Error<ReturnType<Adapter["commit"]>>) =>
  failure._tag === "Unavailable"
    ? failure._tag
    : `${failure._tag} ${failure.key} ${failure._tag === "Taken" ? failure.lookup : ""}`

interface Drafted {
  readonly shop: string
  readonly id: number
  readonly guess: number | undefined
  readonly doc: Omit<Thing, "id"> | undefined
  /** What the writer passes of the version that it has read. */
  readonly read: "nothing" | "row" | "row and document"
}

type DraftedGuard =
  | { readonly shop: string; readonly id: number; readonly old: boolean }
  | { readonly shop: string; readonly on: string; readonly eq: string; readonly except: ReadonlyArray<number> }

type Step =
  | { readonly writes: ReadonlyArray<Drafted>; readonly guards: ReadonlyArray<DraftedGuard> }
  | { readonly shop: string; readonly query: Query<keyof typeof things.lookups>; readonly latest: boolean }

const placed = (model: Model, prefix: string, { doc, guess, id, read, shop: drafted }: Drafted): Write => {
  const shop = `${prefix} ${drafted}`
  const expect = guess ?? model.version(shop, id)
  const before = read === "nothing" ? undefined : model.row(shop, id)
  const beforeDoc = read === "row and document" && before !== undefined ? things.decode(before.text) : undefined
  const next = doc === undefined ? undefined : thing(id, doc)
  return { shop, collection: things, key: id, expect, doc: next, before, beforeDoc }
}

const guarded = (model: Model, prefix: string, drafted: DraftedGuard): Guard => {
  const shop = `${prefix} ${drafted.shop}`
  if ("on" in drafted) return { ...drafted, shop, collection: things }
  const row = drafted.old ? undefined : model.row(shop, drafted.id)
  const older = { key: drafted.id, version: model.version(shop, drafted.id) + 1, text: "another" }
  return { shop, collection: things, row: row ?? older }
}

const words = fc.constantFrom("", "a", "b", "é", "\uffff", "\ud83d\ude00")
const size = fc.constantFrom(-1.5, 0, 1, 2, 2 ** 53 - 1)
const shop = fc.constantFrom("north", "south")
const id = fc.integer({ min: 1, max: 6 })
// Lists that a change often leaves as they were; long ones are not sorted again then.
const long = ["b", "a", "é", "a", "", "\uffff", "\ud83d\ude00", "b", "e", "c"]
const tags = fc.oneof(fc.array(words, { maxLength: 3 }), fc.constantFrom(long, [...long, "d"], long.toReversed()))

const doc: fc.Arbitrary<Omit<Thing, "id">> = fc.record(
  {
    code: words,
    serials: fc.array(words, { maxLength: 1 }),
    status: words,
    placed: size,
    stock: size,
    tags,
    sizes: fc.array(size, { maxLength: 3 })
  },
  { requiredKeys: ["serials", "status", "stock", "tags", "sizes"] }
)

const drafted: fc.Arbitrary<Drafted> = fc.record({
  shop,
  id,
  guess: fc.option(fc.integer({ min: 0, max: 2 }), { nil: undefined, freq: 5 }),
  doc: fc.option(doc, { nil: undefined, freq: 4 }),
  read: fc.constantFrom("nothing", "row", "row and document")
})

const tests = (on: string, value: fc.Arbitrary<string | number>) =>
  fc.oneof(
    value.map((eq) => ({ on, eq })),
    fc.array(value, { maxLength: 3 }).map((all) => ({ on, in: all })),
    fc.record({ gt: value, gte: value, lt: value, lte: value }, { requiredKeys: [] }).map((ends) => ({ on, ...ends }))
  )

const test = fc.oneof(
  tests("key", id),
  ...["code", "serials", "status", "tags"].map((on) => tests(on, words)),
  ...["placed", "stock", "sizes"].map((on) => tests(on, size))
)

const sort = fc.record(
  { by: fc.constantFrom("key", "code", "status", "placed", "stock"), descending: fc.boolean() },
  { requiredKeys: ["by"] }
)

const ordered = fc.option(sort, { nil: undefined }).chain((sorted) => {
  const value = sorted === undefined || sorted.by === "key" ? id : ["code", "status"].includes(sorted.by) ? words : size
  const after = fc.option(fc.record({ value, key: id }), { nil: undefined })
  return after.map((place) => ({ ...(sorted && { sort: sorted }), ...(place && { after: place }) }))
})

/** Draws any query of things. */
export const anyQuery = fc
  .tuple(
    fc.array(test, { maxLength: 3 }),
    ordered,
    fc.record({ skip: fc.nat(3), limit: fc.nat(4) }, { requiredKeys: ["limit"] })
  )
  .map(([where, order, page]) => ({ where, ...order, ...page }) as Query<keyof typeof things.lookups>)

const guard: fc.Arbitrary<DraftedGuard> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ shop, id, old: fc.oneof(...[false, false, false, true].map(fc.constant)) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      shop,
      on: fc.constantFrom("code", "status", "tags"),
      eq: words,
      except: fc.oneof(fc.constant([]), fc.uniqueArray(id, { maxLength: 4 }))
    })
  }
)

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      writes: fc.uniqueArray(drafted, { minLength: 1, maxLength: 4, selector: ({ id, shop }) => `${shop} ${id}` }),
      guards: fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, fc.array(guard, { minLength: 1, maxLength: 2 }))
    })
  },
  { weight: 3, arbitrary: fc.record({ shop, query: anyQuery, latest: fc.boolean() }) }
)
