/** Describes a shop, from its settings. */
import type { areas } from "@bottega/domain/areas"
import type { Shop } from "@bottega/domain/areas/shops"
import { languagesOf, overviewOf, type StoreNode } from "@bottega/domain/areas/store"
import { Effect } from "effect"
import type { Handlers } from "../engine/decide/handler.ts"
import { Session } from "../engine/decide/session.ts"

const nodesOf = ({ currency, emails, locale, timezone, warehouse }: Shop) => ({
  email: emails[0] ?? "",
  status: "online" as const,
  warehouse,
  locale,
  currency,
  timezone
})

export const handlers: Handlers<typeof areas.store> = {
  info: Effect.fnUntraced(function* ({ nodes = [] }) {
    const { shop } = yield* Session
    const asked = Object.entries(nodesOf(shop)).filter(([node]) => nodes.includes(node as StoreNode))
    return { uid: shop.group_number, url: shop.url, store_name: shop.name, ...Object.fromEntries(asked) }
  }),

  languages: () => Session.useSync(({ shop }) => languagesOf(shop)),
  overview: () => Session.useSync(({ shop }) => overviewOf(shop))
}
