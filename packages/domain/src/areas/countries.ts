/** Countries and their states, which addresses refer to. */
import { area } from "../contract/area.ts"
import { endpoints } from "./countries/endpoints.ts"

export type { ListedCountry } from "./countries/endpoints.ts"
export * from "./countries/rules.ts"

export const countries = area({ endpoints, collections: {}, checks: [], events: {} })
