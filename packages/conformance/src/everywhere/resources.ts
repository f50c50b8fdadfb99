/** Every resource that is listed and removed: it is shown from its creation to its removal, and in its own shop alone. */
import { type Entry, NotFound } from "@bottega/domain/contract"
import { expect, it } from "vitest"
import { subjectOf } from "../areas.ts"
import { ofShops, requiredOf } from "../sample.ts"
import { type Store, suite } from "../surface.ts"
import { call, given, unlimited } from "./calls.ts"

/** The operations of an area by which one resource is followed; `by` is the parameter that addresses it. */
interface Followed {
  readonly area: string
  readonly by: string
  readonly list: Entry
  readonly remove: Entry
  /** The other operations that address it alone, and answer 404 without it. */
  readonly others: ReadonlyArray<Entry>
}

const followed = Object.entries(Object.groupBy(ofShops, ({ area }) => area)).flatMap(
  ([area, entries = []]): ReadonlyArray<Followed> => {
    const [list, remove] = ["list", "remove"].map((name) => entries.find((entry) => entry.name === name))
    const [by, more] = remove === undefined ? [] : requiredOf(remove.endpoint)
    if (list === undefined || remove === undefined || by === undefined || more !== undefined) return []
    if (requiredOf(list.endpoint).length > 0) return []
    const refuses = ({ endpoint }: Entry) => endpoint.refusals.includes(NotFound) && requiredOf(endpoint)[0] === by
    return [{ area, by, list, remove, others: entries.filter((entry) => entry !== remove && refuses(entry)) }]
  }
)

type Row = Readonly<Record<string, unknown>>

/** The rows of a list that show a value, by the parameter's name if they have it. */
const rowsWith = async (store: Store, { by, list }: Followed, value: unknown): Promise<ReadonlyArray<Row>> => {
  const { json, status } = await store.send(call(list, {}))
  expect([status, Array.isArray(json)]).toEqual([200, true])
  return json.filter((row: Row) => (by in row ? row[by] === value : Object.values(row).includes(value)))
}

export const resources = suite("a resource", (open) => {
  it("is followed in most areas", () => {
    expect(followed.map(({ area }) => area)).toEqual(expect.arrayContaining(["products", "brands", "coupons", "taxes"]))
  })

  it.each(followed)("is shown from its creation to its removal: $area", async (one) => {
    const { by, others, remove } = one
    const [store, elsewhere] = [await unlimited(open), await unlimited(open)]
    const parameters = (await given(store, remove)) as Readonly<Record<string, unknown>>
    const value = parameters[by]
    const [row] = await rowsWith(store, one, value)
    expect(row).toBeDefined()
    expect(await rowsWith(elsewhere, one, value)).toEqual([])
    const read = others.find(({ name }) => name === "read")
    if (read !== undefined) {
      const { json } = await store.send(call(read, { [by]: value }))
      const shared = Object.entries(row!).filter(([name]) => name in json)
      expect(shared.length).toBeGreaterThan(0)
      expect(json).toMatchObject(Object.fromEntries(shared))
    }
    const calls: Array<readonly [Entry, object]> = [[remove, parameters]]
    for (const entry of others) calls.push([entry, { ...(await subjectOf(entry).given(store)), [by]: value }])
    expect((await store.send(call(remove, parameters))).status).toBe(200)
    expect(await rowsWith(store, one, value)).toEqual([])
    for (const [entry, again] of calls) {
      const { json, status } = await store.send(call(entry, again))
      expect([entry.id, status, json.error?.type]).toEqual([entry.id, 404, "not_found"])
    }
  })
})
