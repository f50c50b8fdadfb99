/** Real-time endpoints: servers of applications that are asked for coupons and for shipping options while a buyer waits. */
import { area } from "../contract/area.ts"
import { checks } from "./realtime/checks.ts"
import { collections } from "./realtime/document.ts"
import { endpoints } from "./realtime/endpoints.ts"

export * from "./realtime/document.ts"
export { type EndpointStatus, type Quote, realtimeBounds, type ShownEndpoint } from "./realtime/endpoints.ts"
export * from "./realtime/rules.ts"

export const realtime = area({ endpoints, collections, checks, events: {} })
