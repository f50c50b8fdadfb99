/** Brands of the catalogue. */
import { area } from "../contract/area.ts"
import { collections } from "./brands/document.ts"

export * from "./brands/document.ts"

export const brands = area({ endpoints: {}, collections, checks: [], events: {} })
