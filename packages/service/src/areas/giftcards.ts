/** Handles calls on gift cards. Each change of a balance is written with its entry of the ledger. */
import { type areas, collections } from "@bottega/domain/areas"
import {
  balanceLimit,
  type CreditProblem,
  type GiftCard,
  loaded,
  type ShownGiftCardEntry,
  unloaded
} from "@bottega/domain/areas/giftcards"
import { Conflict, currencyDigits, type Input, updated } from "@bottega/domain/contract"
import { docOf } from "@bottega/storage"
import { Effect } from "effect"
import { Encoded } from "../engine/answer.ts"
import { guard, insert, upsert } from "../engine/change.ts"
import { listed } from "../engine/everything.ts"
import { existing } from "../engine/existing.ts"
import type { Handlers } from "../engine/handler.ts"
import { timeKey } from "../engine/ids.ts"
import { pagedIn } from "../engine/paged.ts"
import { conflict, get, Operator, refuseIf, Session } from "../engine/session.ts"
import { shopOf } from "./shops.ts"

const { customers, giftCardLedger, giftCards } = collections

type Given = Input<typeof areas.giftcards.endpoints.load>

/** The writes and guards that change the balance of a user's gift card, and whether it had one. */
const move = Effect.fnUntraced(function* ({ amount, credit, userUID }: Given, rule: typeof loaded) {
  const { keySet, now, shop } = yield* Session
  const user = yield* existing(customers, userUID, "userUID")
  const card = yield* get(giftCards, userUID)
  const balance = card?.doc.amount ?? 0
  const moved = rule(balance, credit ?? amount ?? 0, currencyDigits(shop.currency)!)
  if (typeof moved === "string") return yield* refused(moved, credit === undefined ? "amount" : "credit", balance)
  const [key, ts] = [keySet.pairs[0]?.key ?? null, Math.floor(now / 1000)]
  return {
    existed: card !== undefined,
    writes: [
      upsert(giftCards, card, { userUID, amount: moved.balance }),
      insert(giftCardLedger, { id: yield* timeKey, userUID, ...moved, key, ts })
    ],
    guards: [guard(customers, user)]
  }
})

const refused = Effect.fnUntraced(function* (problem: CreditProblem, parameter: string, balance: number) {
  const session = yield* Session
  const at = [parameter]
  if (problem === "nothing")
    yield* refuseIf(session, [{ at, message: `rounds to 0 in the currency of the shop, ${session.shop.currency}` }])
  return yield* problem === "short"
    ? conflict(Conflict, `The gift card has ${balance}.`, [{ at, message: "is more than the balance" }])
    : conflict(Conflict, `A gift card holds less than ${balanceLimit}.`, [
        { at, message: "makes the balance too large" }
      ])
})

export const handlers: Handlers<typeof areas.giftcards> = {
  list: () => listed(giftCards, ({ text }) => new Encoded<GiftCard>(text)),

  load: Effect.fnUntraced(function* (given) {
    const { existed, ...change } = yield* move(given, loaded)
    return { answer: { ...updated(true), updatedExisting: existed }, ...change }
  }),

  unload: Effect.fnUntraced(function* (given) {
    const { guards, writes } = yield* move(given, unloaded)
    return { answer: { ok: true }, writes, guards }
  }),

  ledger: Effect.fnUntraced(function* ({ cursor, limit, shop, userUID }) {
    const { within } = yield* Operator
    yield* shopOf(shop)
    const where = userUID === undefined ? [] : [{ on: "userUID" as const, eq: userUID }]
    const paging = { where, sort: { by: "key", descending: true }, cursor, limit } as const
    return yield* pagedIn(within(shop), giftCardLedger, paging, (row): ShownGiftCardEntry => {
      const { id, ...shown } = docOf(giftCardLedger, row)
      return shown
    })
  })
}
