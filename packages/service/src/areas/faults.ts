/** Handles the operator's calls on faults; `engine/faults.ts` applies them. */
import { type areas, collections, contract } from "@bottega/domain/areas"
import { faultBounds, shownFault } from "@bottega/domain/areas/faults"
import { absence, done, entries } from "@bottega/domain/contract"
import { docOf, installation } from "@bottega/storage"
import { Effect } from "effect"
import { insert, remove } from "../engine/decide/change.ts"
import { existingIn } from "../engine/decide/existing.ts"
import type { Handlers } from "../engine/decide/handler.ts"
import { Operator, refuseIf } from "../engine/decide/session.ts"
import { instant, serviceId } from "../engine/ids.ts"
import { shopOf } from "./shops.ts"

const { faults, keySets } = collections

export const handlers: Handlers<typeof areas.faults> = {
  list: Effect.fnUntraced(function* ({ shop }) {
    const { within } = yield* Operator
    const rows = yield* within(installation)(faults, { sort: { by: "created" }, limit: faultBounds.rules })
    const found = rows.map((row) => docOf(faults, row))
    return found.filter((fault) => shop === undefined || fault.shop === shop).map(shownFault)
  }),

  create: Effect.fnUntraced(function* ({ delay_ms, key, nth, operation, shop, status, ...given }) {
    const request = yield* Operator
    if (shop !== undefined) yield* shopOf(shop)
    if (key !== undefined) {
      const query = { where: [{ on: "pair", eq: key }], limit: 1 } as const
      if ((yield* request.within(installation)(keySets, query)).length === 0)
        return yield* Effect.fail(absence(keySets))
    }
    yield* refuseIf(
      request,
      isOperation(operation) ? [] : [{ at: ["operation"], message: "names no operation of shops" }]
    )
    const fault = {
      ...{ id: yield* serviceId, ...given, shop: shop ?? null, key: key ?? null, operation: operation ?? null },
      ...{ nth: nth ?? null, status: status ?? null, delay_ms: delay_ms ?? null, calls: 0, hits: 0 },
      created: (yield* instant).id
    }
    return { answer: { id: fault.id }, writes: [insert(faults, fault)] }
  }),

  remove: Effect.fnUntraced(function* ({ id }) {
    const { within } = yield* Operator
    return { answer: done, writes: [remove(faults, yield* existingIn(within(installation), faults, id))] }
  })
}

const operations = new Set(
  entries(contract)
    .filter(({ endpoint }) => endpoint.surface === "shop")
    .map(({ id }) => id)
)
const isOperation = (id: string | undefined): boolean => id === undefined || operations.has(id)
