/** Key sets: the credentials of an application for one shop. */
import { area } from "../contract/area.ts"
import { checks } from "./keys/checks.ts"
import { collections } from "./keys/document.ts"
import { endpoints } from "./keys/endpoints.ts"

export * from "./keys/document.ts"
export * from "./keys/instance.ts"
export * from "./keys/rules.ts"

export const keys = area({ endpoints, collections, checks, events: {} })
