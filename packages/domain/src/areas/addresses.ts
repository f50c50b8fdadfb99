/** User addresses: those of a registered user, exactly one of which is the primary one. */
import { area } from "../contract/area.ts"
import { checks } from "./addresses/checks.ts"
import { collections } from "./addresses/document.ts"
import { endpoints } from "./addresses/endpoints.ts"

export { type AddressBook, type UserAddress, withoutAddress } from "./addresses/document.ts"
export * from "./addresses/rules.ts"
export * from "./addresses/shown.ts"

export const addresses = area({ endpoints, collections, checks, events: {} })
