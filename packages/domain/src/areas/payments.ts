/** Payments: the external payment methods of a shop, each authorized by a key set, beside the methods that every shop has. */
import { area } from "../contract/area.ts"
import { checks } from "./payments/checks.ts"
import { collections } from "./payments/document.ts"
import { endpoints } from "./payments/endpoints.ts"

export type { Payment } from "./payments/document.ts"
export * from "./payments/rules.ts"
export * from "./payments/shown.ts"

export const payments = area({ endpoints, collections, checks, events: {} })
