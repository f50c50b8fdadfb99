/**
 * Folds the oldest movements of a ledger. One opening for each SKU replaces the movements past their retention: it has
 * the sum of their deltas and the quantity after the last of them, so a SKU's ledger always adds up to its stock.
 */
import type { Movement } from "./movement.ts"

/** The lowest id of an ordinary movement; the ids of openings begin with `-`, which sorts before it. */
export const firstMovement = "0"

/** The maximum number of SKUs in one step, because a query asks an index for as many values at most. */
const maxSkus = 64

/** The SKUs whose oldest entries the next step folds. */
export const skusToFold = (old: ReadonlyArray<Movement>): ReadonlyArray<string> => [...split(old).openings.keys()]

/**
 * The documents that replace the oldest movements and the openings of {@link skusToFold}: new openings, and movements of
 * which nothing or only the end was folded. An opening with no delta and no quantity is left out.
 */
export const foldedMovements = (
  old: ReadonlyArray<Movement>,
  standing: ReadonlyArray<Movement>
): ReadonlyArray<Movement> => {
  const { left, openings } = split(old)
  for (const opening of standing) {
    const { id, moves, ts } = opening
    const [{ delta, quantity, sku } = noMove, another] = moves
    const after = openings.get(sku)
    if (after === undefined || another !== undefined) left.push(opening)
    else openings.set(sku, { ...(after.id > id ? after : { id, quantity, ts }), delta: after.delta + delta })
  }
  const nonZero = [...openings].filter(([, { delta, quantity }]) => delta !== 0 || quantity !== 0)
  return [
    ...left,
    ...nonZero.map(([sku, { delta, id, quantity, ts }]): Movement => {
      return { id, reason: "create", key: null, orderID: null, ts, moves: [{ sku, delta, quantity }] }
    })
  ]
}

const noMove = { sku: "", delta: 0, quantity: 0 }

interface Opening {
  /** Sorts like the last entry that it replaces. */
  readonly id: string
  readonly delta: number
  readonly quantity: number
  readonly ts: number
}

interface Split {
  readonly openings: Map<string, Opening>
  readonly left: Array<Movement>
}

/** Sums the oldest entries by SKU, for up to `maxSkus` SKUs; `left` has the movements that remain, whole or in part. */
const split = (old: ReadonlyArray<Movement>): Split => {
  const openings = new Map<string, Opening>()
  for (const [index, movement] of old.entries()) {
    const { id, moves, ts } = movement
    // Folds from the end, so that remaining entries keep their index, which the cursors of pages contain.
    for (let at = moves.length - 1; at >= 0; at--) {
      const { delta, quantity, sku } = moves[at]!
      const sum = openings.get(sku)
      if (sum === undefined && openings.size === maxSkus) {
        const begun = at < moves.length - 1
        return {
          openings,
          left: [begun ? { ...movement, moves: moves.slice(0, at + 1) } : movement, ...old.slice(index + 1)]
        }
      }
      const own = { id: `-${id}-${String(at).padStart(5, "0")}`, quantity, ts }
      openings.set(sku, { ...(sum !== undefined && sum.id > own.id ? sum : own), delta: (sum?.delta ?? 0) + delta })
    }
  }
  return { openings, left: [] }
}
