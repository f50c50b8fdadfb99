/**
 * B2B, for shops with the module: listings, each with a customer group and a price attribute of its own, and the accounts
 * of business customers.
 */
import { area } from "../contract/area.ts"
import { checks } from "./b2b/checks.ts"
import { collections } from "./b2b/document.ts"
import { endpoints } from "./b2b/endpoints.ts"

export * from "./b2b/document.ts"
export * from "./b2b/made.ts"
export * from "./b2b/shown.ts"

export const b2b = area({ endpoints, collections, checks, events: {} })
