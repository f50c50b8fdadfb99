/** What a shop says of itself, from its settings. */

import type { Shop } from "@bottega/domain/shops"
import type { StoreNode, store } from "@bottega/domain/store"
import { Effect } from "effect"
import type { Handlers } from "./handler.ts"
import { Session } from "./session.ts"

const nodesOf = ({ currency, emails, locale, timezone }: Shop) => ({
  email: emails[0] ?? "",
  status: "online" as const,
  warehouse: null,
  locale,
  currency,
  timezone
})

export const handlers: Handlers<typeof store> = {
  info: Effect.fnUntraced(function* ({ nodes = [] }) {
    const { shop } = yield* Session
    const asked = Object.entries(nodesOf(shop)).filter(([node]) => nodes.includes(node as StoreNode))
    return { uid: shop.group_number, url: shop.url, store_name: shop.name, ...Object.fromEntries(asked) }
  })
}
