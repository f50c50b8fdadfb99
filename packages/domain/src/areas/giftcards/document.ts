/** The gift card of each user that ever had one, and the ledger of what was loaded and unloaded; see docs/decisions/0356. */
import { Schema } from "effect"
import { collection } from "../../contract/collection.ts"
import { number } from "../../contract/lookup.ts"
import { walksBy } from "../../contract/personal.ts"
import { Decimal, Text, Uid, Unix } from "../../contract/values.ts"

/** A gift card, as stored and as shown: `amount` is the sum of its ledger, and never below 0. */
export const GiftCard = Schema.Struct({ userUID: Uid, amount: Decimal }).annotate({ identifier: "GiftCard" })
export type GiftCard = typeof GiftCard.Type

const moved = {
  userUID: Uid,
  delta: Decimal.annotate({ description: "Below 0 if it was unloaded." }),
  balance: Decimal.annotate({ description: "The balance after it." }),
  key: Schema.NullOr(Text).annotate({ description: "The key set that changed it." }),
  ts: Unix
}
/** A load or an unload, as the operator sees it. */
export const ShownGiftCardEntry = Schema.Struct(moved).annotate({ identifier: "GiftCardEntry" })
export type ShownGiftCardEntry = typeof ShownGiftCardEntry.Type

/** A load or an unload as stored; ids sort by time. */
export const GiftCardEntry = Schema.Struct({ id: Text, ...moved })
export type GiftCardEntry = typeof GiftCardEntry.Type

export const collections = {
  giftCards: collection("giftcards", GiftCard, {
    noun: "gift card",
    key: ({ userUID }) => userUID,
    personal: {
      as: "gift_cards",
      where: ({ userUIDs }) => walksBy("key", userUIDs),
      erased: () => undefined
    }
  }),
  giftCardLedger: collection("giftcardledger", GiftCardEntry, {
    noun: "gift card entry",
    personal: {
      as: "gift_card_ledger",
      where: ({ userUIDs }) => walksBy("userUID", userUIDs),
      // The ledger of money stays; no one has its userUID any more.
      erased: (entry) => entry
    },
    key: ({ id }) => id,
    lookups: { userUID: number(({ userUID }) => userUID) },
    orders: [["userUID", "key"]]
  })
}
