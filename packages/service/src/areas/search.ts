/** Handles the search of a shop. */
import type { areas } from "@bottega/domain/areas"
import { type Found, type FoundKind, foundKinds } from "@bottega/domain/areas/search"
import { Effect } from "effect"
import type { Handlers } from "../engine/decide/handler.ts"
import { Operator } from "../engine/decide/session.ts"
import { finders, type Hits } from "./search/kinds.ts"
import { shopOf } from "./shops.ts"

export const handlers: Handlers<typeof areas.search> = {
  find: Effect.fnUntraced(function* ({ kinds = foundKinds, limit, q: sent, shop }) {
    const { within } = yield* Operator
    yield* shopOf(shop)
    const asked = { find: within(shop), q: sent.trim(), limit }
    const wanted = foundKinds.filter((kind) => kinds.includes(kind))
    return ranked(yield* Effect.forEach(wanted, (kind: FoundKind) => finders[kind](asked)), limit)
  })
}

/** What the whole search names comes first; the kinds share the places that are left, one each in turn. */
const ranked = (hits: ReadonlyArray<Hits>, limit: number): ReadonlyArray<Found> => {
  const exact = distinct(hits.flatMap(({ exact }) => exact)).slice(0, limit)
  const known = new Set(exact.map(nameOf))
  const others = hits.map(({ others }) => distinct(others).filter((found) => !known.has(nameOf(found))))
  const taken = others.map(() => 0)
  let left = limit - exact.length
  for (let before = -1; left > 0 && left !== before; ) {
    before = left
    for (const [at, found] of others.entries())
      if (left > 0 && taken[at]! < found.length) {
        taken[at]!++
        left--
      }
  }
  return [...exact, ...others.flatMap((found, at) => found.slice(0, taken[at]))]
}

const nameOf = ({ id, kind }: Found): string => `${kind} ${id}`

const distinct = (all: ReadonlyArray<Found>): ReadonlyArray<Found> =>
  [...new Map(all.toReversed().map((found) => [nameOf(found), found])).values()].toReversed()
