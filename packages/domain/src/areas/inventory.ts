/** Inventory: the stock of each product and variant. */
import { area } from "../contract/area.ts"
import { checks } from "./inventory/checks.ts"
import { collections } from "./inventory/document.ts"
import { endpoints } from "./inventory/endpoints.ts"
import { events } from "./inventory/events.ts"

export * from "./inventory/document.ts"
export * from "./inventory/rules.ts"

export const inventory = area({ endpoints, collections, checks, events })
