/** Shows the last requests of this process, and sends them again. */
import type { areas } from "@bottega/domain/areas"
import type { ListedRequest } from "@bottega/domain/areas/requests"
import { placeOf } from "@bottega/domain/contract"
import { Effect } from "effect"
import type { Kept } from "../engine/answer/ring.ts"
import type { Handlers } from "../engine/decide/handler.ts"
import { Operator } from "../engine/decide/session.ts"
import { keptOf } from "./requests/kept.ts"
import { replay } from "./requests/replay.ts"
import { keyOf, listed, shown } from "./requests/shown.ts"
import { shopOf } from "./shops.ts"

export const handlers: Handlers<typeof areas.requests> = {
  list: Effect.fnUntraced(function* ({ cursor, limit, shop, ...wanted }) {
    const { ring } = yield* Operator
    if (shop !== undefined) yield* shopOf(shop)
    const before = cursor === undefined ? Number.POSITIVE_INFINITY : Number(placeOf(cursor)!.value)
    const items: Array<ListedRequest> = []
    let last = before
    for (const kept of ring.before(before)) {
      if (items.length === limit) return { items, next: { value: last, key: 0 } }
      last = kept.n
      if ((shop === undefined || kept.request.shop === shop) && isWanted(kept, wanted)) items.push(listed(kept))
    }
    return { items, next: undefined }
  }),

  request: (asked) => Effect.map(keptOf(asked), (found) => ({ ...listed(found), ...shown(found) })),

  replay
}

interface Wanted {
  readonly key?: string
  readonly status?: number
  readonly path?: string
  readonly from?: number
  readonly to?: number
}

const isWanted = ({ at, request }: Kept, { from = -1, key, path, status, to = Number.POSITIVE_INFINITY }: Wanted) =>
  (key === undefined || keyOf(request) === key) &&
  (status === undefined || status === (status < 10 ? Math.floor(request.status / 100) : request.status)) &&
  (path === undefined || request.path.includes(path)) &&
  Math.floor(at / 1000) > from &&
  Math.floor(at / 1000) < to
