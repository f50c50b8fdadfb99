/** Pages whose rows are too long to be held together: what they show, where they end, and what is read for them. */
import { type Collection, collection, cursorOf, type Key, number } from "@bottega/domain/contract"
import { type Adapter, docOf, type Query } from "@bottega/storage"
import { make as memory } from "@bottega/storage/memory"
import { Effect, Schema } from "effect"
import { beforeEach, expect, it } from "vitest"
import { Encoded } from "../../../src/engine/answer/answer.ts"
import { bodyOf, Streamed } from "../../../src/engine/answer/streamed.ts"
import { each, type Paging, pagedIn } from "../../../src/engine/decide/paged.ts"
import type { Find } from "../../../src/engine/decide/session.ts"

const Thing = Schema.Struct({ id: Schema.Number, at: Schema.Number, text: Schema.String })
type Thing = typeof Thing.Type
const things = collection("things", Thing, {
  noun: "thing",
  key: ({ id }) => id,
  lookups: { at: number(({ at }) => at) },
  orders: [["at"]]
})

let store: Adapter
let asked: Array<{ readonly query: Query; readonly characters: number }>
/** Called before each query but the first. */
let meanwhile: () => Effect.Effect<unknown, unknown>

const write = (key: Key, expect: number, doc: Thing | undefined) =>
  store.commit([{ shop: "shop", collection: things, key, expect, doc }])
const thing = (id: number, characters: number, at = id): Thing => ({ id, at, text: "x".repeat(characters) })

const opened = (count: number, characters: number) => {
  store = memory([things])
  return Effect.runPromise(
    Effect.forEach(
      Array.from({ length: count }, (_, n) => thing(10 * n, characters)),
      (doc) => write(doc.id, 0, doc)
    )
  )
}
beforeEach(() => {
  asked = []
  meanwhile = () => Effect.void
})

const find: Find = (of, query) =>
  Effect.gen(function* () {
    if (asked.length > 0) yield* Effect.orDie(meanwhile())
    const rows = yield* store.find("shop", of, query)
    asked.push({ query: query as Query, characters: rows.reduce((sum, { text }) => sum + text.length, 0) })
    return rows
  })

const shown = each((row) => new Encoded<number>(JSON.stringify((docOf(things as Collection, row) as Thing).id)))
const whole = each((row) => docOf(things, row))

/** The ids of a page, and its cursor. */
const idsOf = async (paging: Paging<"at">) => {
  const { items, next } = await Effect.runPromise(pagedIn(find, things, paging, whole))
  let text = ""
  if (items instanceof Streamed) for await (const piece of await Effect.runPromise(bodyOf(items))) text += piece
  else text = (items as Encoded<unknown>).text
  return {
    ids: (JSON.parse(text) as ReadonlyArray<Thing>).map(({ id }) => id),
    next: next && cursorOf(next),
    isStreamed: items instanceof Streamed
  }
}

const orders = [
  ["by key", { by: "key" }],
  ["by a lookup", { by: "at" }],
  ["by a lookup, the last one first", { by: "at", descending: true }]
] as const

it.each(orders)("pages of long texts hold as many rows as pages of short ones, %s", async (_, sort) => {
  await opened(250, 20_000)
  const wanted = Array.from({ length: 250 }, (_, n) => 10 * n)
  if ("descending" in sort) wanted.reverse()
  const first = await idsOf({ sort, limit: 120 })
  const second = await idsOf({ sort, limit: 120, cursor: first.next })
  const third = await idsOf({ sort, limit: 120, cursor: second.next })
  expect([first.ids.length, second.ids.length, third.ids.length]).toEqual([120, 120, 10])
  expect([...first.ids, ...second.ids, ...third.ids]).toEqual(wanted)
  expect([first.isStreamed, third.next]).toEqual([true, undefined])
  const exact = await idsOf({ sort, limit: 250 })
  expect([exact.ids, exact.next]).toEqual([wanted, first.next && expect.any(String)])
  expect((await idsOf({ sort, limit: 10, cursor: exact.next })).ids).toEqual([])
  expect((await idsOf({ sort, limit: 1000 })).ids).toEqual(wanted)
  expect((await idsOf({ sort, limit: 100, page: 3 })).ids).toEqual(wanted.slice(200))
  expect(Math.max(...asked.map(({ characters }) => characters))).toBeLessThan(512 * 1024 + 20_100)
})

it.each(orders)("neither skip nor repeat a row that stays while others write, %s", async (_, sort) => {
  await opened(200, 20_000)
  let step = 0
  // Inserts beside the rows that are being read, removes some of them, and moves others to either end.
  meanwhile = () => {
    const n = step++
    const [near, gone, moved] = [((n * 37) % 200) * 10 + 5, 10 * ((n * 53) % 200), 10 * ((n * 71) % 200) + 3]
    return Effect.all([
      Effect.ignore(write(near, 0, thing(near, 20_000))),
      Effect.ignore(write(gone, 1, gone % 3 === 0 ? undefined : { ...thing(gone, 20_000), at: n % 2 ? -n : 9999 + n })),
      Effect.ignore(write(moved, 0, thing(moved, 10, 5000)))
    ])
  }
  const kept = new Set(Array.from({ length: 200 }, (_, n) => 10 * n))
  const found: Array<number> = []
  let cursor: string | undefined
  do {
    const { ids, next } = await idsOf({ sort, limit: 70, cursor })
    found.push(...ids)
    cursor = next
  } while (cursor !== undefined)
  for (let n = 0; n < step; n++) kept.delete(10 * ((n * 53) % 200))
  expect(step).toBeGreaterThan(10)
  expect(kept.size).toBeGreaterThan(100)
  for (const id of kept) expect(found.filter((one) => one === id)).toEqual([id])
})

it("ends at the end of the list as it was when it was begun, however fast others add to it", async () => {
  await opened(60, 20_000)
  let next = 100_000
  meanwhile = () => Effect.forEach(Array.from({ length: 40 }), () => write(next, 0, thing(next++, 20_000)))
  const { ids, next: cursor } = await idsOf({ limit: 1000 })
  expect(ids.slice(0, 60)).toEqual(Array.from({ length: 60 }, (_, n) => 10 * n))
  expect(ids.length).toBeLessThan(1000)
  expect(cursor).toBeUndefined()
})

it("costs a short page its one query, and a long one two more", async () => {
  await opened(150, 10)
  expect((await idsOf({ limit: 100 })).isStreamed).toBe(false)
  expect(asked.length).toBe(1)
  await opened(150, 20_000)
  asked = []
  const page = await Effect.runPromise(pagedIn(find, things, { limit: 100 }, whole))
  expect(page.next).toBeDefined()
  expect(asked.map(({ query: { limit, skip = 0 } }) => [limit, skip])).toEqual([
    [100, 0],
    [1, 72]
  ])
})

it("is short although its rows are long, if what it shows of them is", async () => {
  await opened(150, 20_000)
  const { items } = await Effect.runPromise(pagedIn(find, things, { limit: 100 }, shown))
  expect(items).toBeInstanceOf(Encoded)
  expect(asked.length).toBe(4)
})

it("makes no more text than a reader takes, though all items show the same long value", async () => {
  await opened(200, 1)
  const long = "y".repeat(100_000)
  let made = 0
  const toJSON = () => {
    made++
    return long
  }
  const same = each(() => ({ toJSON }))
  const { items } = await Effect.runPromise(pagedIn(find, things, { limit: 200 }, same))
  expect(made).toBe(3)
  const body = await Effect.runPromise(bodyOf(items as Streamed<unknown>))
  const reader = (body as AsyncIterable<string>)[Symbol.asyncIterator]()
  for (let n = 0; n < 10; n++) expect((await reader.next()).value.length).toBeLessThanOrEqual(64 * 1024 + 1)
  expect(made).toBeLessThan(15)
  await reader.return!()
})
