/** The stock ledger: every change of the stock of each SKU. */
import { area } from "../contract/area.ts"
import { collections } from "./ledger/document.ts"
import { endpoints } from "./ledger/endpoints.ts"

export * from "./ledger/movement.ts"
export * from "./ledger/rules.ts"

export const ledger = area({ endpoints, collections, checks: [], events: {} })
