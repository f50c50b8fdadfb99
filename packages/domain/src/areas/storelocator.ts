/** The store locator: places where customers find the shop, listed whole or by their distance from somewhere. */
import { area } from "../contract/area.ts"
import { collections } from "./storelocator/document.ts"
import { endpoints } from "./storelocator/endpoints.ts"

export * from "./storelocator/cells.ts"
export * from "./storelocator/distance.ts"
export * from "./storelocator/document.ts"
export * from "./storelocator/made.ts"

export const storelocator = area({ endpoints, collections, checks: [], events: {} })
