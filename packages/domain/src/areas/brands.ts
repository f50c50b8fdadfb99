/** Brands of the catalogue, in an order that the shop chooses. */
import { area } from "../contract/area.ts"
import { checks } from "./brands/checks.ts"
import { collections } from "./brands/document.ts"
import { endpoints } from "./brands/endpoints.ts"

export { type Brand, orderKey } from "./brands/document.ts"
export * from "./brands/made.ts"
export * from "./brands/rules.ts"
export * from "./brands/shown.ts"

export const brands = area({ endpoints, collections, checks, events: {} })
