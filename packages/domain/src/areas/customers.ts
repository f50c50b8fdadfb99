/**
 * Customers: everyone who ordered or registered in a shop, found by a ServiceID or by an email address, which is unique
 * in the shop regardless of case.
 */
import { area } from "../contract/area.ts"
import { checks } from "./customers/checks.ts"
import { collections } from "./customers/document.ts"
import { endpoints } from "./customers/endpoints.ts"
import { events } from "./customers/events.ts"

export * from "./customers/document.ts"
export { groupNamed } from "./customers/group-endpoints.ts"
export * from "./customers/made.ts"
export * from "./customers/names.ts"
export * from "./customers/rules.ts"
export * from "./customers/shown.ts"
export { meansEveryone } from "./customers/tag-endpoints.ts"
export * from "./customers/tags.ts"

export const customers = area({ endpoints, collections, checks, events })
