/** The operations on gift cards. */
import { Schema } from "effect"
import { Update } from "../../contract/answers.ts"
import { cursor } from "../../contract/cursor.ts"
import { withDefault } from "../../contract/defaults.ts"
import { control, del, type Finding, type PartialInput, post, stream } from "../../contract/endpoint.ts"
import { Conflict, NotFound } from "../../contract/refusals.ts"
import { intBetween, Money, names, rule, ServiceID, Uid } from "../../contract/values.ts"
import { GiftCard, ShownGiftCardEntry } from "./document.ts"

const above0 = Money.check(rule("must be greater than 0", (n: number) => n > 0, { exclusiveMinimum: 0 }))
const userUID = names("users", Uid).annotate({ description: "The user; see userUID of customers." })

const parameters = {
  credit: Schema.optionalKey(
    above0.annotate({ description: "The amount, rounded to the digits of the shop's currency." })
  ),
  amount: Schema.optionalKey(above0.annotate({ description: "The same, if credit is not sent." })),
  userUID
}
/** Finds that no amount was sent. */
const unnamed = (
  given: PartialInput<{ readonly credit?: number; readonly amount?: number }>
): ReadonlyArray<Finding> =>
  given.credit === undefined && given.amount === undefined
    ? [{ at: ["credit"], without: [["amount"]], message: "is required if amount is not sent" }]
    : []

export const endpoints = {
  list: stream("/giftcards/list.json", {
    summary: "List the gift cards with their balances.",
    output: Schema.Array(GiftCard)
  }),
  load: post("/giftcards/loadCredit.json", {
    summary: "Load credit onto the gift card of a user, which the first load makes.",
    input: parameters,
    output: Update,
    rules: unnamed,
    refusals: [NotFound, Conflict],
    example: { credit: 25, userUID: 1 }
  }),
  unload: del("/giftcards/unloadCredit.json", {
    summary: "Take credit off the gift card of a user, at most its balance.",
    input: parameters,
    output: Schema.Struct({ ok: Schema.Boolean }),
    rules: unnamed,
    refusals: [NotFound, Conflict],
    example: { credit: 9.5, userUID: 1 }
  }),
  ledger: control.page("/giftcards/ledger.json", {
    audience: "shop",
    summary: "List the loads and unloads of a shop's gift cards, newest first.",
    columns: ["ts", "userUID", "delta", "balance", "key"],
    input: {
      shop: names("shops", ServiceID),
      userUID: Schema.optionalKey(names("users", Uid).annotate({ description: "Only those of this user." })),
      limit: withDefault(intBetween(1, 1000), 100),
      cursor
    },
    output: Schema.Array(ShownGiftCardEntry),
    refusals: [NotFound]
  })
}
