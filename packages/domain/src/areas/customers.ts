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
export * from "./customers/new.ts"
export * from "./customers/rules.ts"
export * from "./customers/shown.ts"

export const customers = area({ endpoints, collections, checks, events })
