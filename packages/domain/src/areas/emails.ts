/** Email templates: the texts of the mails that a shop sends. */
import { area } from "../contract/area.ts"
import { collections } from "./emails/document.ts"
import { endpoints } from "./emails/endpoints.ts"

export * from "./emails/document.ts"
export * from "./emails/rules.ts"
export * from "./emails/sample.ts"
export * from "./emails/types.ts"
export * from "./emails/variables.ts"

export const emails = area({ endpoints, collections, checks: [], events: {} })
