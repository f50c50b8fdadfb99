import fc from "fast-check"
import { assert, describe, it } from "vitest"
import {
  allowed,
  couponEffectOf,
  eventsOfCreation,
  eventsOfUpdate,
  type Status,
  Status as StatusSchema,
  statusGroups,
  stockEffectOf,
  takesStock
} from "../../src/areas/orders.ts"

const every = StatusSchema.literals
const status = fc.constantFrom(...every)

/** The guarded policy as specified, without transitions to the same status. */
const specified = "0→1,6,7 · 1→2,3,6,7 · 2→3,6,7 · 3→4,5,8 · 4→5,8 · 5→6,8 · 8→5,6 · 7→6"
const guarded = new Map(
  specified.split(" · ").map((row) => {
    const [from = "", to = ""] = row.split("→")
    return [Number(from), to.split(",").map(Number)] as const
  })
)

describe("the statuses", () => {
  it("are nine, in four groups", () => {
    assert.deepStrictEqual(statusGroups, {
      opened: { 0: "Pending Payment", 1: "Order Paid" },
      processing: { 2: "Preparation", 3: "Sent", 4: "Delivered" },
      closed: { 5: "Closed", 6: "Archived/Deleted", 7: "Aborted" },
      aftersale: { 8: "AfterSale" }
    })
  })

  it("allow every transition under the policy any", () => {
    for (const from of every) for (const to of every) assert.isTrue(allowed("any", from, to))
  })

  it("allow only the specified transitions, and staying, under the policy guarded", () => {
    for (const from of every)
      for (const to of every)
        assert.strictEqual(
          allowed("guarded", from, to),
          from === to || guarded.get(from)?.includes(to) === true,
          `${from} to ${to}`
        )
  })

  it("have the events that webhooks know by number", () => {
    const updated = (status: (typeof every)[number], moved: boolean, tracked: boolean) =>
      eventsOfUpdate({ moved, status, tracked }).map(({ type }) => type)
    const types = every.map((one) => updated(one, true, false))
    assert.deepStrictEqual(types, [[100], [100, 1], [100, 3], [100, 2], [100], [100], [100], [100, 7], [100]])
    assert.deepStrictEqual(
      every.map((one) => eventsOfCreation(one).map(({ type }) => type)),
      [[0], [0, 1], [0, 3], [0, 2], [0], [0], [0], [0, 7], [0]]
    )
    assert.deepStrictEqual([updated(3, true, true), updated(3, false, true)], [[100, 2, 109], [109]])
  })
})

/** Moves an order from status to status, and tracks its stock and coupon as the service does. */
const follow = (history: ReadonlyArray<Status>) => {
  const [first = 0, ...rest] = history
  let at: Status = first
  let [given, freed] = [!takesStock(first), couponEffectOf(first, false) === "free"]
  let [held, uses] = [given ? 0 : 1, freed ? 0 : 1]
  const moves: Array<string> = []
  for (const to of rest) {
    if (to === at) continue
    const stock = stockEffectOf(at, to, given)
    const coupon = couponEffectOf(to, freed)
    if (stock !== undefined) {
      held += stock === "give" ? -1 : 1
      given = stock === "give"
    }
    if (coupon !== undefined) {
      uses += coupon === "free" ? -1 : 1
      freed = coupon === "free"
    }
    moves.push(`${at}→${to} ${stock ?? ""}`)
    at = to
  }
  return { at, held, uses, moves }
}

describe("an order's stock and coupon", () => {
  it.each<[string, ReadonlyArray<Status>, number]>([
    ["is given back when the order is aborted", [0, 7], 0],
    ["is given back when the order is archived before it is sent", [2, 6], 0],
    ["is not given back when the order is archived after it was sent", [3, 4, 5, 6], 1],
    ["is given back when the order is aborted after it was archived", [5, 6, 7], 0],
    ["is given back only once", [1, 7, 6, 7], 0],
    ["is taken again when the order leaves status 7", [1, 7, 1], 1],
    ["is taken again when the order leaves the archive", [1, 6, 2], 1],
    ["is not taken again when an aborted order is archived", [1, 7, 6], 0]
  ])("%s", (_, history, held) => {
    assert.strictEqual(follow(history).held, held)
  })

  it("are never taken twice or given back twice, whatever happens", () => {
    fc.assert(
      fc.property(fc.array(status, { minLength: 1, maxLength: 12 }), (history) => {
        const { at, held, moves, uses } = follow(history)
        assert.include([0, 1], held, moves.join(", "))
        assert.include([0, 1], uses)
        if (at === 7) assert.deepStrictEqual([held, uses], [0, 0])
        if (takesStock(at)) assert.deepStrictEqual([held, uses], [1, 1])
      })
    )
  })

  it("free the coupon at status 7 only, and claim it again when the order reopens", () => {
    assert.deepStrictEqual(follow([0, 7]).uses, 0)
    assert.deepStrictEqual(follow([0, 6]).uses, 1)
    assert.deepStrictEqual(follow([0, 7, 6]).uses, 0)
    assert.deepStrictEqual(follow([0, 7, 0]).uses, 1)
  })
})
