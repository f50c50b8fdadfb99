/**
 * The beginning of a ledger. Movements older than the operator keeps them are replaced by one opening entry for each SKU,
 * which has the sum of their deltas and the quantity after the last of them; so a SKU's ledger always adds up to its stock.
 */
import type { Movement } from "./document.ts"

/** The lowest id that a movement of its own has; openings begin with a character before it. */
export const firstMovement = "0"

/** SKUs of one step: as many as an index is asked for at once. */
const most = 64

/** The SKUs whose oldest entries are folded next. */
export const skusToFold = (old: ReadonlyArray<Movement>): ReadonlyArray<string> => [...split(old).openings.keys()]

/**
 * What the ledger has in place of its oldest movements and of the openings of {@link skusToFold}: openings, and movements of
 * which nothing or only the end was folded. An opening that says 0 is left out.
 */
export const folded = (old: ReadonlyArray<Movement>, standing: ReadonlyArray<Movement>): ReadonlyArray<Movement> => {
  const { left, openings } = split(old)
  for (const opening of standing) {
    const { id, moves, ts } = opening
    const [{ delta, quantity, sku } = noMove, another] = moves
    const after = openings.get(sku)
    if (after === undefined || another !== undefined) left.push(opening)
    else openings.set(sku, { ...(after.id > id ? after : { id, quantity, ts }), delta: after.delta + delta })
  }
  const telling = [...openings].filter(([, { delta, quantity }]) => delta !== 0 || quantity !== 0)
  return [
    ...left,
    ...telling.map(([sku, { delta, id, quantity, ts }]): Movement => {
      return { id, reason: "create", key: null, orderID: null, ts, moves: [{ sku, delta, quantity }] }
    })
  ]
}

const noMove = { sku: "", delta: 0, quantity: 0 }

interface Opening {
  /** Sorts as the last entry that it stands for. */
  readonly id: string
  readonly delta: number
  readonly quantity: number
  readonly ts: number
}

interface Split {
  readonly openings: Map<string, Opening>
  readonly left: Array<Movement>
}

/** The oldest entries summed by SKU, up to so many SKUs; and the movements that then are left, whole or in part. */
const split = (old: ReadonlyArray<Movement>): Split => {
  const openings = new Map<string, Opening>()
  for (const [index, movement] of old.entries()) {
    const { id, moves, ts } = movement
    // From the end, so that the entries that are left keep their places, by which a page's cursor names them.
    for (let at = moves.length - 1; at >= 0; at--) {
      const { delta, quantity, sku } = moves[at]!
      const sum = openings.get(sku)
      if (sum === undefined && openings.size === most) {
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
