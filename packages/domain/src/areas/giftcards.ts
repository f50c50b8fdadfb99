/** Gift cards: the credit of a registered user, and the ledger of its loads and unloads. */
import { area } from "../contract/area.ts"
import { checks } from "./giftcards/checks.ts"
import { collections } from "./giftcards/document.ts"
import { endpoints } from "./giftcards/endpoints.ts"

export type { GiftCard, GiftCardEntry, ShownGiftCardEntry } from "./giftcards/document.ts"
export * from "./giftcards/rules.ts"

export const giftcards = area({ endpoints, collections, checks, events: {} })
