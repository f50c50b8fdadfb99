/** Mail: the messages that a shop writes to its customers and to itself, and their way to the SMTP server. */
import { area } from "../contract/area.ts"
import { checks } from "./mail/checks.ts"
import { collections } from "./mail/document.ts"
import { endpoints } from "./mail/endpoints.ts"

export * from "./mail/document.ts"
export { messageShown, type ShownMessage } from "./mail/endpoints.ts"
export { escapeHtml } from "./mail/escape.ts"
export * from "./mail/sendable.ts"

export const mail = area({ endpoints, collections, checks, events: {} })
