/** Custom product attributes: named fields that a shop adds to its products. */
import { area } from "../contract/area.ts"
import { collections } from "./attributes/document.ts"
import { endpoints } from "./attributes/endpoints.ts"

export * from "./attributes/document.ts"
export * from "./attributes/rules.ts"

export const attributes = area({ endpoints, collections, checks: [], events: {} })
