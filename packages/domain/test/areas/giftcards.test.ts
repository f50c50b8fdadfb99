import fc from "fast-check"
import { assert, describe, it } from "vitest"
import { balanceLimit, type CreditProblem, loaded, type Moved, unloaded } from "../../src/areas/giftcards.ts"

type Row = readonly [title: string, is: Moved | CreditProblem, wanted: Moved | CreditProblem]

const rows: ReadonlyArray<Row> = [
  ["adds exactly", loaded(0.1, 0.2, 2), { delta: 0.2, balance: 0.3 }],
  ["takes off exactly", unloaded(0.3, 0.1, 2), { delta: -0.1, balance: 0.2 }],
  ["empties a card", unloaded(0.3, 0.3, 2), { delta: -0.3, balance: 0 }],
  ["rounds half up", loaded(0, 10.005, 2), { delta: 10.01, balance: 10.01 }],
  ["rounds down below the half", loaded(0, 10.0049, 2), { delta: 10, balance: 10 }],
  ["has no decimals in a currency without any", loaded(0, 10.5, 0), { delta: 11, balance: 11 }],
  ["has three decimals in a currency with three", loaded(0, 0.0005, 3), { delta: 0.001, balance: 0.001 }],
  ["keeps the decimals of a balance in another currency", unloaded(10.01, 10.01, 0), { delta: -10.01, balance: 0 }],
  ["adds no more decimals than the currency has", loaded(0.25, 1.4, 0), { delta: 1, balance: 1.25 }],
  ["refuses what rounds to 0", loaded(5, 0.004, 2), "nothing"],
  ["refuses to take off what rounds to 0", unloaded(5, 0.004, 2), "nothing"],
  ["refuses more than the balance", unloaded(5, 5.01, 2), "short"],
  ["refuses what rounds to more than the balance", unloaded(5, 5.005, 2), "short"],
  ["refuses anything of an empty card", unloaded(0, 0.01, 2), "short"],
  ["refuses a balance at the limit", loaded(balanceLimit - 1, 1, 2), "over"],
  ["takes the largest balance", loaded(balanceLimit - 1, 0.9999, 4), { delta: 0.9999, balance: 99999999999.9999 }]
]

describe("a gift card", () => {
  for (const [title, is, wanted] of rows) it(title, () => assert.deepStrictEqual(is, wanted))

  it("has the sum of its ledger after any history, and never below 0", () => {
    const credit = fc.integer({ min: 1, max: 10 ** 9 })
    const call = fc.record({ rule: fc.constantFrom(loaded, unloaded), credit, scale: fc.integer({ min: 0, max: 5 }) })
    fc.assert(
      fc.property(fc.array(call, { maxLength: 50 }), fc.integer({ min: 0, max: 4 }), (calls, digits) => {
        let balance = 0
        // Whole units of the smallest amount, so that the model needs no decimals.
        let units = 0n
        for (const { credit, rule, scale } of calls) {
          const moved = rule(balance, credit / 10 ** scale, digits)
          if (typeof moved === "string") continue
          units += BigInt(Math.round(moved.delta * 10 ** digits))
          balance = moved.balance
          assert.strictEqual(Number(moved.delta.toFixed(digits)), moved.delta)
          assert.strictEqual(balance, Number(units) / 10 ** digits)
          assert.isAtLeast(balance, 0)
        }
      })
    )
  })

  it("takes off what was loaded, and is as it was", () => {
    const amount = fc.integer({ min: 1, max: 10 ** 12 }).map((cents) => cents / 100)
    fc.assert(
      fc.property(amount, amount, (before, credit) => {
        const up = loaded(before, credit, 2)
        if (typeof up === "string") return
        assert.deepStrictEqual(unloaded(up.balance, credit, 2), { delta: -credit, balance: before })
      })
    )
  })
})
