/** Filters of the catalogue: values by which a storefront narrows down its lists of products. */
import { area } from "../contract/area.ts"
import { collections } from "./filters/document.ts"
import { endpoints } from "./filters/endpoints.ts"

export { type Filter, filterBounds } from "./filters/document.ts"
export * from "./filters/rules.ts"
export { filterShown } from "./filters/shown.ts"

export const filters = area({ endpoints, collections, checks: [], events: {} })
