/** Handles the operator's reads of a shop's ledger. */
import { type areas, collections } from "@bottega/domain/areas"
import { firstMovement, type LedgerEntry, type Movement } from "@bottega/domain/areas/ledger"
import { placeOf } from "@bottega/domain/contract"
import { docOf, type Query } from "@bottega/storage"
import { Effect } from "effect"
import type { Handlers } from "../engine/decide/handler.ts"
import { Operator } from "../engine/decide/session.ts"
import { provenanceOf } from "./keys/provenance.ts"
import { shopOf } from "./shops.ts"

export const handlers: Handlers<typeof areas.ledger> = {
  list: Effect.fnUntraced(function* ({ cursor, limit, shop, sku }) {
    yield* shopOf(shop)
    const found = yield* entriesOf(shop, sku, limit, cursor === undefined ? undefined : placeOf(cursor))
    const last = found[limit - 1]
    const made = yield* provenanceOf(found.map(({ entry }) => entry))
    const items = found.map(({ entry, isOpening }, at): LedgerEntry => {
      const by = isOpening ? { by: "worker:sweeper" } : {}
      return { ...entry, ...made[at]!, ...by }
    })
    return { items, next: last && { value: last.id, key: last.at } }
  })
}

/** An entry with its position: the `at`-th of the movement with this id. */
interface Placed {
  readonly id: string
  readonly at: number
  /** Whether it stands for entries that were folded; see `foldedMovements`. */
  readonly isOpening: boolean
  readonly entry: Omit<Movement, "id" | "moves"> & Movement["moves"][number]
}

/** The limits of one read. Each movement has at least one entry to show and may have thousands. */
const readLimits = { limit: 100, characters: 256 * 1024 }

/** The newest entries older than the one at `after`, of one SKU or of all. */
const entriesOf = Effect.fnUntraced(function* (
  shop: string,
  sku: string | undefined,
  limit: number,
  after: ReturnType<typeof placeOf>
) {
  const { within } = yield* Operator
  const where = sku === undefined ? [] : [{ on: "sku" as const, eq: sku }]
  // The rest of the previous page's last movement comes first.
  const begun = after === undefined ? [] : [{ on: "key" as const, lte: after.value }]
  const found: Array<Placed> = []
  let query: Query<"sku"> = { where: [...where, ...begun], sort: { by: "key", descending: true }, ...readLimits }
  while (found.length < limit) {
    const rows = yield* within(shop)(collections.ledger, query)
    for (const row of rows) {
      const left = row.key === after?.value ? Number(after.key) : Number.POSITIVE_INFINITY
      found.push(...placed(docOf(collections.ledger, row), sku, left))
    }
    const last = rows.at(-1)
    if (last === undefined) break
    query = { ...query, after: { value: last.key, key: last.key } }
  }
  return found.slice(0, limit)
})

/** A movement's entries before its `left`-th, in reverse order. */
const placed = ({ id, moves, ...rest }: Movement, sku: string | undefined, left: number): ReadonlyArray<Placed> =>
  moves
    .map((move, at): Placed => ({ id, at, isOpening: id < firstMovement, entry: { ...move, ...rest } }))
    .filter(({ at, entry }) => at < left && (sku === undefined || entry.sku === sku))
    .reverse()
