/** The gift card of each user that ever had one, and the ledger of what was loaded and unloaded; see docs/decisions/0355. */
import { Schema } from "effect"
import { collection } from "../../contract/collection.ts"
import { number } from "../../contract/lookup.ts"
import { walksBy } from "../../contract/personal.ts"
import { provenance, storedProvenance } from "../../contract/provenance.ts"
import { Money, names, Text, Uid, Unix } from "../../contract/values.ts"
import { customers } from "../customers.ts"

/** A gift card, as stored and as shown: `amount` is the sum of its ledger, and never below 0. */
export const GiftCard = Schema.Struct({ userUID: names("users", Uid), amount: Money }).annotate({
  identifier: "GiftCard"
})
export type GiftCard = typeof GiftCard.Type

const moved = {
  userUID: names("users", Uid),
  delta: Money.annotate({ description: "Below 0 if it was unloaded." }),
  balance: Money.annotate({ description: "The balance after it." }),
  key: Schema.NullOr(Text).annotate({ description: "The key set that changed it." }),
  ts: Unix
}
/** A load or an unload, as the operator sees it. */
export const ShownGiftCardEntry = Schema.Struct({ ...moved, ...provenance }).annotate({ identifier: "GiftCardEntry" })
export type ShownGiftCardEntry = typeof ShownGiftCardEntry.Type

/** A load or an unload as stored; ids sort by time. */
export const GiftCardEntry = Schema.Struct({ id: Text, ...moved, ...storedProvenance })
export type GiftCardEntry = typeof GiftCardEntry.Type

const isLoaded = ({ amount, userUID }: GiftCard): string | undefined =>
  amount > 0 ? `The user ${userUID} has a gift card with a balance of ${amount}; unload it first.` : undefined

export const collections = {
  giftCards: collection("giftcards", GiftCard, {
    noun: "gift card",
    key: ({ userUID }) => userUID,
    references: [
      { to: () => customers.collections.customers, by: "userUID", on: "key", whenRemoved: { unless: isLoaded } }
    ],
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
