/** The category tree of the catalogue. */
import { area } from "../contract/area.ts"
import { collections } from "./categories/document.ts"

export * from "./categories/document.ts"

export const categories = area({ endpoints: {}, collections, checks: [], events: {} })
