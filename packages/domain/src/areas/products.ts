/** Products and their variants. */
import { area } from "../contract/area.ts"
import { checks } from "./products/checks.ts"
import { collections } from "./products/document.ts"
import { endpoints } from "./products/endpoints.ts"
import { events } from "./products/events.ts"

export * from "./products/document.ts"
export * from "./products/pictures.ts"
export * from "./products/rules.ts"
export * from "./products/shown.ts"

export const products = area({ endpoints, collections, checks, events })
