/** The category tree of the catalogue. */
import { area } from "../contract/area.ts"
import { type Check, countCheck } from "../contract/check.ts"
import { collections } from "./categories/document.ts"
import { endpoints } from "./categories/endpoints.ts"

export * from "./categories/document.ts"
export type { ShownCategory } from "./categories/endpoints.ts"
export * from "./categories/rules.ts"

const checks: ReadonlyArray<Check> = [countCheck("categories", collections.categories, ({ uid }) => uid)]

export const categories = area({ endpoints, collections, checks, events: {} })
