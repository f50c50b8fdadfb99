/** Webhooks: addresses to which a shop's events are sent. */
import { area } from "../contract/area.ts"
import { checks } from "./webhooks/checks.ts"
import { deliveryCollections } from "./webhooks/deliveries.ts"
import { deliveryChecks } from "./webhooks/delivery-checks.ts"
import { deliveryEndpoints } from "./webhooks/delivery-endpoints.ts"
import { collections } from "./webhooks/document.ts"
import { endpoints } from "./webhooks/endpoints.ts"

export * from "./webhooks/deliveries.ts"
export * from "./webhooks/document.ts"
export { type ShownWebhook, webhookBounds } from "./webhooks/endpoints.ts"
export * from "./webhooks/expanded.ts"
export * from "./webhooks/replayed.ts"
export * from "./webhooks/rules.ts"
export type { DeliveryState, ShownDelivery } from "./webhooks/shown.ts"
export * from "./webhooks/types.ts"

export const webhooks = area({
  endpoints: { ...endpoints, ...deliveryEndpoints },
  collections: { ...collections, ...deliveryCollections },
  checks: [...checks, ...deliveryChecks],
  events: {}
})
