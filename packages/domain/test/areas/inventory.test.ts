import fc from "fast-check"
import { assert, describe, it } from "vitest"
import type { InventoryItem } from "../../src/areas/inventory.ts"
import {
  type Count,
  increment,
  maxQuantity,
  returnTo,
  set,
  setAll,
  stockMoves,
  takeFrom,
  withoutStock
} from "../../src/areas/inventory.ts"

const single = (sku: string, quantity: number | null, unlimited = false, uid = 1): InventoryItem => ({
  sku,
  uid,
  quantity,
  unlimited,
  has_child: false
})
const parent = (sku: string, childs: Readonly<Record<string, number>>, unlimited = false, uid = 2): InventoryItem => ({
  sku,
  uid,
  quantity: 0,
  unlimited,
  has_child: true,
  childs: Object.entries(childs).map(([sku, quantity]) => ({ sku, quantity, superkey: sku.toLowerCase() }))
})

const quantity = fc.integer({ min: 0, max: 20 })
const items = fc
  .tuple(fc.option(quantity), fc.boolean(), fc.tuple(quantity, quantity), fc.boolean())
  .map(([own, unlimited, [small, large], covered]) => [
    single("A", own, unlimited),
    parent("B", { "B.S": small, "B.L": large }, covered)
  ])
const skus = ["A", "B", "B.S", "B.L", "none"]
const counts = fc.array(fc.record({ sku: fc.constantFrom(...skus), count: fc.integer({ min: 1, max: 15 }) }), {
  maxLength: 6
})
const policy = fc.constantFrom("enforce" as const, "track" as const)

/** The quantity of every SKU that holds stock. */
const stock = (all: ReadonlyArray<InventoryItem>) =>
  new Map(all.flatMap((item) => (item.childs ?? [item]).map(({ quantity, sku }) => [sku, quantity] as const)))
const replaced = (all: ReadonlyArray<InventoryItem>, changed: ReadonlyArray<InventoryItem>) =>
  all.map((item) => changed.find(({ uid }) => uid === item.uid) ?? item)
const countsOf = (entries: ReadonlyArray<{ sku: string; delta: number }>): ReadonlyArray<Count> =>
  entries.map(({ delta, sku }) => ({ sku, count: -delta }))

describe("taking", () => {
  it("sums the lines of one SKU before it checks them", () => {
    assert.deepStrictEqual(
      takeFrom(
        "enforce",
        [single("A", 3)],
        [
          { sku: "A", count: 2 },
          { sku: "A", count: 2 }
        ]
      ),
      {
        short: [{ sku: "A", count: 4, quantity: 3 }]
      }
    )
  })
  it("reports exactly the SKUs that are short", () => {
    const wanted = [
      { sku: "A", count: 2 },
      { sku: "B.S", count: 1 },
      { sku: "B.L", count: 9 }
    ]
    const taking = takeFrom("enforce", [single("A", null), parent("B", { "B.S": 1, "B.L": 2 })], wanted)
    assert.deepStrictEqual("short" in taking && taking.short.map(({ sku }) => sku), ["A", "B.L"])
  })
  it("takes two variants of a product from the same document", () => {
    const wanted = [
      { sku: "B.S", count: 1 },
      { sku: "B.L", count: 2 }
    ]
    const taking = takeFrom("enforce", [parent("B", { "B.S": 1, "B.L": 2 })], wanted)
    assert.deepStrictEqual(taking, {
      changed: [parent("B", { "B.S": 0, "B.L": 0 })],
      entries: [
        { sku: "B.S", delta: -1, quantity: 0 },
        { sku: "B.L", delta: -2, quantity: 0 }
      ]
    })
  })
  it("skips unknown SKUs and unlimited products with their variants", () => {
    const all = [single("A", 0, true), parent("B", { "B.S": 0 }, true)]
    const wanted = ["A", "B", "B.S", "none"].map((sku) => ({ sku, count: 5 }))
    assert.deepStrictEqual(takeFrom("enforce", all, wanted), { changed: [], entries: [] })
  })
  it("finds no stock under the main SKU of a product with variants", () => {
    const all = [parent("B", { "B.S": 9 })]
    assert.property(takeFrom("enforce", all, [{ sku: "B", count: 1 }]), "short")
    assert.deepStrictEqual(takeFrom("track", all, [{ sku: "B", count: 1 }]), { changed: [], entries: [] })
  })
  it("does nothing under the policy ignore", () => {
    assert.deepStrictEqual(takeFrom("ignore", [single("A", 0)], [{ sku: "A", count: 5 }]), { changed: [], entries: [] })
  })
  it("is never short, and may go below 0, under the policy track", () => {
    const taking = takeFrom("track", [single("A", null)], [{ sku: "A", count: 5 }])
    assert.deepStrictEqual(taking, { changed: [single("A", -5)], entries: [{ sku: "A", delta: -5, quantity: -5 }] })
  })
  it("ends at the smallest quantity under the policy track, and moves no stock that is beyond it back", () => {
    const taken = (quantity: number) => takeFrom("track", [single("A", quantity)], [{ sku: "A", count: 5 }])
    assert.deepStrictEqual(taken(2 - maxQuantity), {
      changed: [single("A", -maxQuantity)],
      entries: [{ sku: "A", delta: -2, quantity: -maxQuantity }]
    })
    assert.deepStrictEqual(taken(-maxQuantity - 1), { changed: [single("A", -maxQuantity - 1)], entries: [] })
  })
  it("never goes below 0 under the policy enforce, and is short exactly when it would", () => {
    fc.assert(
      fc.property(items, counts, (all, wanted) => {
        const free = takeFrom("track", all, wanted)
        const held = takeFrom("enforce", all, wanted)
        const below = "changed" in free && [...stock(free.changed).values()].some((quantity) => (quantity ?? 0) < 0)
        const main = wanted.some(({ sku }) => sku === "B") && all[1]!.unlimited === false
        assert.strictEqual("short" in held, below || main)
        if (!("short" in held)) assert.deepStrictEqual(held, free)
      })
    )
  })
  it("changes each SKU by the sum of its lines", () => {
    fc.assert(
      fc.property(items, counts, policy, (all, wanted, policy) => {
        const taking = takeFrom(policy, all, wanted)
        if ("short" in taking) return
        for (const { delta, sku } of taking.entries) {
          const sum = wanted.filter((line) => line.sku === sku).reduce((sum, { count }) => sum + count, 0)
          assert.strictEqual(-delta, sum)
        }
        assert.strictEqual(new Set(taking.entries.map(({ sku }) => sku)).size, taking.entries.length)
      })
    )
  })
})

describe("giving back", () => {
  it("undoes a taking, except that null becomes 0", () => {
    fc.assert(
      fc.property(items, counts, policy, (all, wanted, policy) => {
        const taking = takeFrom(policy, all, wanted)
        if ("short" in taking) return
        const { changed } = returnTo(replaced(all, taking.changed), countsOf(taking.entries))
        for (const [sku, quantity] of stock(replaced(all, changed))) {
          assert.strictEqual(quantity ?? 0, stock(all).get(sku) ?? 0)
        }
      })
    )
  })
  it("returns what was taken even if the product is unlimited now, but nothing to a removed one", () => {
    const taken = [
      { sku: "A", count: 2 },
      { sku: "gone", count: 1 }
    ]
    assert.deepStrictEqual(returnTo([single("A", 1, true)], taken), {
      changed: [single("A", 3, true)],
      entries: [{ sku: "A", delta: 2, quantity: 3 }]
    })
  })
  it("ends at the largest quantity, and reports what was returned", () => {
    const all = [single("A", maxQuantity - 2), parent("B", { "B.S": maxQuantity })]
    const taken = [
      { sku: "A", count: 5 },
      { sku: "B.S", count: 5 }
    ]
    assert.deepStrictEqual(returnTo(all, taken), {
      changed: [single("A", maxQuantity), parent("B", { "B.S": maxQuantity })],
      entries: [{ sku: "A", delta: 2, quantity: maxQuantity }]
    })
  })
  it("returns nothing to a product whose variants now hold the stock", () => {
    assert.deepStrictEqual(returnTo([parent("A", { "A.S": 1 })], [{ sku: "A", count: 2 }]), {
      changed: [],
      entries: []
    })
  })
})

describe("setting", () => {
  const item = parent("B", { "B.S": 3 })
  it("sets a product with or without its SKU, and a variant as a child", () => {
    assert.deepStrictEqual(set(single("A", null), { is_child: false, quantity: 4 }), single("A", 4))
    assert.deepStrictEqual(set(single("A", 1), { sku: "A", is_child: false, quantity: 4 }), single("A", 4))
    assert.deepStrictEqual(set(item, { sku: "B.S", is_child: true, quantity: 4 }), parent("B", { "B.S": 4 }))
  })
  it("refuses a variant as a main SKU, and a main SKU as a variant", () => {
    assert.strictEqual(set(item, { sku: "B.S", is_child: false, quantity: 4 }), "unknown")
    assert.strictEqual(set(single("A", 1), { sku: "A", is_child: true, quantity: 4 }), "unknown")
    assert.strictEqual(set(item, { sku: "B", is_child: true, quantity: 4 }), "unknown")
  })
  it("refuses the main SKU of a product with variants", () => {
    assert.strictEqual(set(item, { is_child: false, quantity: 0, unlimited: true }), "parent")
  })
  it("refuses if another stock was expected; null counts as 0", () => {
    assert.strictEqual(set(single("A", 3), { is_child: false, quantity: 4, expected: 2 }), "moved")
    assert.deepStrictEqual(set(single("A", null), { is_child: false, quantity: 4, expected: 0 }), single("A", 4))
  })
  it("keeps the quantity of a product that becomes unlimited", () => {
    assert.deepStrictEqual(set(single("A", 3), { is_child: false, quantity: 3, unlimited: true }), single("A", 3, true))
  })
})

describe("setting many", () => {
  const given = { is_child: true, quantity: 4 }

  it("sets each SKU as if it was set alone, and says why some are not set", () => {
    const all = [single("A", 1), parent("B", { "B.S": 1, "B.L": 2, "B.M": 3 }), single("C", 1, false, 3)]
    const { hindrances, items } = setAll(all, [
      { ...given, sku: "B.S", unlimited: true },
      { ...given, sku: "B.L", expected: 1 },
      { ...given, sku: "B.M", unlimited: false },
      { ...given, sku: "B", is_child: false },
      { ...given, sku: "A" },
      { ...given, sku: "C", is_child: false },
      { ...given, sku: "none" }
    ])
    assert.deepStrictEqual(items, [all[0], parent("B", { "B.S": 4, "B.L": 2, "B.M": 4 }), single("C", 4, false, 3)])
    assert.deepStrictEqual(
      [...hindrances],
      [
        ["B.L", "moved"],
        ["B", "parent"],
        ["A", "unknown"],
        ["none", "unknown"]
      ]
    )
  })

  it("looks at each variant a few times, however many are set", () => {
    let looks = 0
    const childs = Array.from({ length: 200 }, (_, at) => ({
      get sku() {
        looks++
        return `B.${at}`
      },
      quantity: 1,
      superkey: ""
    }))
    const settings = childs.map((_, at) => ({ ...given, sku: `B.${at}` }))
    const { items } = setAll([{ ...parent("B", {}), childs }], settings)
    assert.deepStrictEqual(new Set(items[0]!.childs!.map(({ quantity }) => quantity)), new Set([4]))
    assert.isAtMost(looks, 5 * childs.length)
  })
})

describe("a product without stock", () => {
  it("has 0 of what it had, and nothing where no quantity was ever set", () => {
    assert.deepStrictEqual([single("A", 3), single("A", null)].map(withoutStock), [single("A", 0), single("A", null)])
    assert.deepStrictEqual(withoutStock(parent("B", { "B.S": 2 })), parent("B", { "B.S": 0 }))
  })
  it("cannot be taken from, also where no quantity was ever set", () => {
    const shortOf = (quantity: number | null) => takeFrom("enforce", [single("A", quantity)], [{ sku: "A", count: 1 }])
    for (const quantity of [0, null])
      assert.deepStrictEqual(shortOf(quantity), { short: [{ sku: "A", count: 1, quantity: 0 }] })
  })
})

describe("incrementing", () => {
  const by = (quantity: number) => ({ sku: "A", is_child: false, quantity })
  it("adds to null as to 0", () => {
    assert.deepStrictEqual(increment("enforce", single("A", null), by(2)), single("A", 2))
  })
  it("refuses to go below 0, except under the policy track", () => {
    assert.deepStrictEqual(increment("enforce", single("A", 2), by(-2)), single("A", 0))
    assert.strictEqual(increment("enforce", single("A", 2), by(-3)), "short")
    assert.strictEqual(increment("ignore", single("A", 2), by(-3)), "short")
    assert.deepStrictEqual(increment("track", single("A", 2), by(-3)), single("A", -1))
  })
  it("can raise a stock that is below 0", () => {
    assert.deepStrictEqual(increment("enforce", single("A", -5), by(2)), single("A", -3))
    assert.deepStrictEqual(increment("enforce", single("A", -5), by(0)), single("A", -5))
  })
  it("stays within the integers of the wire", () => {
    assert.deepStrictEqual(increment("track", single("A", maxQuantity - 1), by(1)), single("A", maxQuantity))
    assert.deepStrictEqual(increment("track", single("A", 1 - maxQuantity), by(-1)), single("A", -maxQuantity))
    assert.strictEqual(increment("track", single("A", maxQuantity), by(1)), "over")
    assert.strictEqual(increment("track", single("A", -maxQuantity), by(-1)), "over")
  })
  it("comes back towards the integers of the wire from a stock beyond them", () => {
    const beyond = maxQuantity + 5
    assert.deepStrictEqual(increment("enforce", single("A", beyond), by(-1)), single("A", beyond - 1))
    assert.deepStrictEqual(increment("enforce", single("A", beyond), by(0)), single("A", beyond))
    assert.deepStrictEqual(increment("track", single("A", -beyond), by(1)), single("A", 1 - beyond))
    assert.strictEqual(increment("track", single("A", beyond), by(-2 * beyond)), "over")
  })
})

describe("the ledger", () => {
  it("begins with the first quantity, even if it is 0", () => {
    assert.deepStrictEqual(stockMoves(undefined, single("A", 0)), [{ sku: "A", delta: 0, quantity: 0 }])
    assert.deepStrictEqual(stockMoves(single("A", null), single("A", 0)), [{ sku: "A", delta: 0, quantity: 0 }])
    assert.deepStrictEqual(stockMoves(undefined, single("A", null)), [])
  })
  it("records the same moves for a product without variants as for a variant", () => {
    fc.assert(
      fc.property(quantity, quantity, (was, is) => {
        const variants = stockMoves(parent("B", { A: was }), parent("B", { A: is }))
        assert.deepStrictEqual(stockMoves(single("A", was), single("A", is)), variants)
      })
    )
    assert.deepStrictEqual(stockMoves(single("A", 3), single("A", null)), [{ sku: "A", delta: -3, quantity: 0 }])
    assert.deepStrictEqual(stockMoves(single("A", null), single("A", null)), [])
  })
  it("records nothing if nothing changed", () => {
    fc.assert(
      fc.property(items, (all) => {
        for (const item of all) assert.deepStrictEqual(stockMoves(item, { ...item }), [])
      })
    )
  })
  it("closes a SKU that is renamed, gets variants or is removed, and opens the new ones", () => {
    assert.deepStrictEqual(stockMoves(single("A", 3), single("C", 3)), [
      { sku: "A", delta: -3, quantity: 0 },
      { sku: "C", delta: 3, quantity: 3 }
    ])
    assert.deepStrictEqual(stockMoves(single("A", 3), parent("A", { "A.S": 1 })), [
      { sku: "A", delta: -3, quantity: 0 },
      { sku: "A.S", delta: 1, quantity: 1 }
    ])
    assert.deepStrictEqual(stockMoves(parent("B", { "B.S": 2 }), undefined), [{ sku: "B.S", delta: -2, quantity: 0 }])
  })
  it("adds up to the stock, whatever happens to a product", () => {
    const sku = fc.constantFrom("A", "B", "B.S", "B.L")
    const step = fc.oneof(
      fc.record({ op: fc.constant("set" as const), sku, quantity }),
      fc.record({ op: fc.constant("increment" as const), sku, quantity: fc.integer({ min: -10, max: 10 }) }),
      fc.record({ op: fc.constant("take" as const), counts }),
      fc.record({ op: fc.constant("give" as const), counts })
    )
    fc.assert(
      fc.property(items, fc.array(step, { maxLength: 20 }), policy, (start, steps, policy) => {
        let all: ReadonlyArray<InventoryItem> = start
        const sums = new Map(start.flatMap((item) => stockMoves(undefined, item)).map((e) => [e.sku, e.delta] as const))
        const to = (changed: ReadonlyArray<InventoryItem>) => {
          const before = all
          all = replaced(all, changed)
          for (const [at, item] of all.entries())
            for (const { delta, quantity, sku } of stockMoves(before[at], item)) {
              sums.set(sku, (sums.get(sku) ?? 0) + delta)
              assert.strictEqual(sums.get(sku), quantity)
            }
        }
        for (const step of steps) {
          if (step.op === "take") {
            const taking = takeFrom(policy, all, step.counts)
            if ("changed" in taking) to(taking.changed)
          } else if (step.op === "give") to(returnTo(all, step.counts).changed)
          else {
            const given = { sku: step.sku, is_child: step.sku.includes("."), quantity: step.quantity }
            const item = all.find(({ sku }) => step.sku.startsWith(sku))!
            const after = step.op === "set" ? set(item, given) : increment(policy, item, given)
            if (typeof after !== "string") to([after])
          }
        }
        for (const [sku, quantity] of stock(all)) assert.strictEqual(sums.get(sku) ?? 0, quantity ?? 0)
        for (const { quantity } of all.map(withoutStock)) assert.isTrue(quantity === null || quantity === 0)
      })
    )
  })
})
