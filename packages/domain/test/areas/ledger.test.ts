import fc from "fast-check"
import { assert, describe, it } from "vitest"
import type { Movement } from "../../src/areas/ledger.ts"
import { firstMovement, foldedMovements, skusToFold } from "../../src/areas/ledger.ts"
import { timeKeyAt } from "../../src/contract/retention.ts"

const begin = 1_800_000_000_000
const idOf = (n: number) => `${timeKeyAt(begin + n)}0000000${n % 10}`

/** The movements that these changes of stock make. */
const ledgerOf = (commits: ReadonlyArray<ReadonlyArray<readonly [sku: number, delta: number]>>) => {
  const stock = new Map<string, number>()
  return commits.map((moves, n): Movement => {
    const made = moves.map(([number, delta]) => {
      const sku = `S-${number}`
      stock.set(sku, (stock.get(sku) ?? 0) + delta)
      return { sku, delta, quantity: stock.get(sku)! }
    })
    return { id: idOf(n), reason: "patch", key: null, orderID: null, ts: (begin + n) / 1000, moves: made }
  })
}

const ofSku = (ledger: ReadonlyArray<Movement>, sku: string) =>
  [...ledger]
    .sort((one, other) => (one.id < other.id ? -1 : 1))
    .flatMap(({ id, moves, ts }) => moves.filter((move) => move.sku === sku).map((move) => ({ id, ts, ...move })))
const skusOf = (ledger: ReadonlyArray<Movement>) => new Set(ledger.flatMap(({ moves }) => moves.map(({ sku }) => sku)))
const sumOf = (ledger: ReadonlyArray<Movement>, sku: string) =>
  ofSku(ledger, sku).reduce((sum, { delta }) => sum + delta, 0)

/** Folds every movement below a key, a batch at a time; calls `each` with every state in between. */
const foldedUpTo = (
  ledger: ReadonlyArray<Movement>,
  cut: string,
  size: number,
  each: (ledger: ReadonlyArray<Movement>) => void
) => {
  let now = ledger
  for (let steps = 0; ; steps++) {
    const sorted = [...now].sort((one, other) => (one.id < other.id ? -1 : 1))
    const old = sorted.filter(({ id }) => id >= firstMovement && id <= cut).slice(0, size)
    if (old.length === 0) return now
    assert.isBelow(steps, 10_000)
    const skus = new Set(skusToFold(old))
    assert.isAtMost(skus.size, 64)
    const standing = sorted.filter(({ id, moves }) => id < firstMovement && moves.some(({ sku }) => skus.has(sku)))
    const others = sorted.filter((one) => !old.includes(one) && !standing.includes(one))
    now = [...others, ...foldedMovements(old, standing)]
    assert.strictEqual(new Set(now.map(({ id }) => id)).size, now.length)
    each(now)
  }
}

const commits = fc.array(
  fc.array(fc.tuple(fc.nat(90), fc.integer({ min: -5, max: 9 })), { minLength: 1, maxLength: 150 }),
  { minLength: 1, maxLength: 12 }
)

describe("a folded ledger", () => {
  it("keeps every sum at every step, and ends with one opening for each SKU, at the time of its last entry", () => {
    fc.assert(
      fc.property(commits, fc.nat(12), fc.integer({ min: 1, max: 5 }), (commits, cut, size) => {
        const ledger = ledgerOf(commits)
        const skus = skusOf(ledger)
        const same = (now: ReadonlyArray<Movement>) => {
          for (const sku of skus) assert.strictEqual(sumOf(now, sku), sumOf(ledger, sku))
        }
        const after = foldedUpTo(ledger, idOf(cut), size, same)
        for (const sku of skus) {
          const entries = ofSku(ledger, sku)
          const old = entries.filter(({ id }) => id <= idOf(cut))
          const [opening, ...rest] = ofSku(after, sku)
          const last = old.at(-1)
          if (last === undefined || (last.quantity === 0 && sumOf(ledger.slice(0, cut + 1), sku) === 0)) continue
          assert.deepInclude(opening, { delta: last.quantity, quantity: last.quantity, ts: last.ts })
          assert.isTrue(opening!.id < firstMovement)
          assert.deepStrictEqual(rest, entries.slice(old.length))
        }
        const times = [...after].sort((one, other) => (one.id < other.id ? -1 : 1)).map(({ ts }) => ts)
        assert.deepStrictEqual(
          times,
          [...times].sort((one, other) => one - other)
        )
      }),
      { numRuns: 60 }
    )
  })

  it("has no opening of a removed SKU, and preserves an inconsistency", () => {
    const gone = ledgerOf([[[1, 5]], [[1, -5]]])
    assert.deepStrictEqual(foldedMovements(gone, []), [])
    const [one] = ledgerOf([[[1, 5]]])
    const damaged = { ...one!, moves: [{ sku: "S-1", delta: 5, quantity: 7 }] }
    assert.deepStrictEqual(foldedMovements([damaged], [])[0]!.moves, [{ sku: "S-1", delta: 5, quantity: 7 }])
  })

  it("leaves other documents among the openings unchanged", () => {
    const strange = {
      ...ledgerOf([
        [
          [1, 5],
          [2, 1]
        ]
      ])[0]!,
      id: "-strange"
    }
    const after = foldedMovements(ledgerOf([[[1, 5]]]), [strange])
    assert.include(after, strange)
    assert.strictEqual(sumOf(after, "S-1"), 10)
  })
})
