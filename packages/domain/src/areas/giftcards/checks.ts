/** What doctor checks of gift cards and their ledger. */
import { type Check, crossCheck, documentCheck, related } from "../../contract/check.ts"
import { add, compare, type Decimal, decimal, numberOf, zero } from "../../contract/money.ts"
import { customers } from "../customers.ts"
import { collections, type GiftCard, type GiftCardEntry } from "./document.ts"

const { giftCardLedger, giftCards } = collections
const users = customers.collections.customers

export const checks: ReadonlyArray<Check> = [
  documentCheck("The balance of a gift card is not below 0", giftCards, ({ amount, userUID }) =>
    amount >= 0 ? undefined : `the gift card of the user ${userUID} has a balance of ${amount}`
  ),
  crossCheck<GiftCard, Decimal>("The ledger of each gift card adds up to its balance", giftCards, {
    related: [
      related(
        giftCardLedger,
        "userUID",
        ({ userUID }: GiftCard) => [userUID],
        (sum: Decimal, { delta }) => add(sum, decimal(delta))
      )
    ],
    begin: () => zero,
    wrong: ({ amount, userUID }, sum) =>
      compare(sum, decimal(amount)) === 0
        ? []
        : [`the gift card of the user ${userUID} has ${amount}, and its ledger adds up to ${numberOf(sum)}`]
  }),
  // The ledger of a removed user stays, and its card does not.
  crossCheck<GiftCardEntry, { readonly user: boolean; readonly card: boolean }>(
    "A user with a gift card's ledger has the gift card",
    giftCardLedger,
    {
      related: [
        related(
          users,
          "userUID",
          ({ userUID }: GiftCardEntry) => [userUID],
          (state) => ({ ...state, user: true })
        ),
        related(
          giftCards,
          "key",
          ({ userUID }: GiftCardEntry) => [userUID],
          (state) => ({ ...state, card: true })
        )
      ],
      begin: () => ({ user: false, card: false }),
      wrong: ({ userUID }, { card, user }) =>
        user && !card ? [`the user ${userUID} has a ledger of a gift card, and no gift card`] : []
    }
  )
]
