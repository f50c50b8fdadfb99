/** Orders, from their creation to their removal. */
import { area } from "../contract/area.ts"
import { checks } from "./orders/checks.ts"
import { collections } from "./orders/collections.ts"
import { endpoints } from "./orders/endpoints.ts"
import { events } from "./orders/events.ts"

export * from "./orders/checkout.ts"
export { collections } from "./orders/collections.ts"
export * from "./orders/couriers.ts"
export * from "./orders/days.ts"
export * from "./orders/document.ts"
export { eventsOfCreation, eventsOfUpdate, type OrderEvent } from "./orders/events.ts"
export * from "./orders/made.ts"
export * from "./orders/new.ts"
export * from "./orders/shown.ts"
export * from "./orders/status.ts"

export const orders = area({ endpoints, collections, checks, events })
