/** Reads of handlers: pages that neither skip nor repeat, whole lists in order, one sentence for an absent resource. */
import { collections } from "@bottega/domain/areas"
import { absence, type Collection, collection, cursorOf, number } from "@bottega/domain/contract"
import { type Adapter, docOf } from "@bottega/storage"
import { make as memory } from "@bottega/storage/memory"
import { Effect, Schema, Stream } from "effect"
import { beforeAll, expect, it } from "vitest"
import { Encoded } from "../../../src/engine/answer/answer.ts"
import { guard, insert, remove, replace, writeOf } from "../../../src/engine/decide/change.ts"
import { listed } from "../../../src/engine/decide/everything.ts"
import { existing, existingRow } from "../../../src/engine/decide/existing.ts"
import { each, type Paging, paged } from "../../../src/engine/decide/paged.ts"
import { Session } from "../../../src/engine/decide/session.ts"

const Thing = Schema.Struct({ id: Schema.Number, placed: Schema.Number })
const things = collection("things", Thing, {
  noun: "thing",
  key: ({ id }) => id,
  lookups: { placed: number(({ placed }) => placed) },
  orders: [["placed"]]
})

let store: Adapter
const within = <A, E>(effect: Effect.Effect<A, E, Session>) =>
  Effect.runPromise(
    Effect.provideService(effect, Session, {
      find: (collection: Collection, query: never) => store.find("shop", collection, query)
    } as unknown as Session["Service"])
  )

beforeAll(async () => {
  store = memory([things])
  // Three things share each instant, so their sort values tie.
  const drafts = Array.from({ length: 20 }, (_, id) => insert(things, { id, placed: Math.floor(id / 3) }))
  await Effect.runPromise(store.commit(drafts.map((draft) => writeOf("shop", draft))))
})

const id = (row: Parameters<typeof docOf>[1]) => (docOf(things, row) as typeof Thing.Type).id
const all = Array.from({ length: 20 }, (_, id) => id)

it.each([
  ["by key", { by: "key" }, all],
  ["by a lookup", { by: "placed" }, all],
  ["by a lookup, the last one first", { by: "placed", descending: true }, [...all].reverse()]
] as const)("pages through a list %s, each document once", async (_name, sort, wanted) => {
  const found: Array<number> = []
  let which: Paging<"placed"> = { limit: 6, sort }
  for (let pages = 0; pages < 4; pages++) {
    const { items, next } = await within(paged(things, which, each(id)))
    found.push(...JSON.parse((items as Encoded<unknown>).text))
    if (next === undefined) break
    which = { limit: 6, sort, cursor: cursorOf(next), page: 9 }
  }
  expect(found).toEqual(wanted)
  const { items } = await within(paged(things, { limit: 6, sort, page: 2 }, each(id)))
  expect(items).toEqual(new Encoded(JSON.stringify(wanted.slice(6, 12))))
  expect(await within(Effect.flatMap(listed(things, id, { sort }), Stream.runCollect))).toEqual(wanted)
})

it("refuses an absent resource with the one sentence of its kind, whichever way it is addressed", async () => {
  expect((await within(existing(things, 3))).doc).toEqual({ id: 3, placed: 1 })
  expect((await within(existingRow(things, 3))).key).toBe(3)
  for (const looking of [existing(things, 99), Effect.asVoid(existingRow(things, 99))])
    expect(await within(Effect.flip(looking as Effect.Effect<unknown, Error, Session>))).toMatchObject({
      _tag: "NotFound",
      message: "The shop has no such thing."
    })
  expect(absence(collections.shops).message).toBe("The installation has no such shop.")
})

it("accepts no document of another kind", async () => {
  const coupon = undefined as never as Parameters<typeof guard<(typeof collections.coupons)["schema"]["Type"]>>[1]
  const wrong = () => [
    // @ts-expect-error a thing has no code
    insert(things, { id: 1, placed: 1, code: "A" }),
    // @ts-expect-error a coupon is not a thing
    remove(things, coupon),
    // @ts-expect-error a coupon is not a thing
    guard(things, coupon),
    // @ts-expect-error a coupon is not replaced by a thing
    replace(collections.coupons, coupon, { id: 1, placed: 1 })
  ]
  expect(wrong).toBeTypeOf("function")
})
