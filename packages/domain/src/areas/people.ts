/** People: those who sign in to a shop with a browser. */
import { area } from "../contract/area.ts"
import { collections } from "./people/document.ts"
import { endpoints } from "./people/endpoints.ts"

export * from "./people/document.ts"
export * from "./people/rules.ts"

export const people = area({ endpoints, collections, checks: [], events: {} })
