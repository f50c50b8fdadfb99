/** Handles calls on gift cards. Each change of a balance is written with its entry of the ledger. */
import { type areas, collections } from "@bottega/domain/areas"
import type { Customer } from "@bottega/domain/areas/customers"
import {
  balanceLimit,
  type CreditProblem,
  type GiftCard,
  loaded,
  type ShownGiftCardEntry,
  unloaded
} from "@bottega/domain/areas/giftcards"
import { Conflict, currencyDigits, type Input, updated } from "@bottega/domain/contract"
import { docOf, type Row } from "@bottega/storage"
import { Effect } from "effect"
import { Encoded } from "../engine/answer/answer.ts"
import { guard, insert, upsert } from "../engine/decide/change.ts"
import { listed } from "../engine/decide/everything.ts"
import { existing } from "../engine/decide/existing.ts"
import type { Handlers } from "../engine/decide/handler.ts"
import { pagedIn } from "../engine/decide/paged.ts"
import { conflict, get, Operator, refuseIf, Session } from "../engine/decide/session.ts"
import { timeKey } from "../engine/ids.ts"
import { provenanceOf } from "./keys/provenance.ts"
import { messageWrites } from "./mail/written.ts"
import { shopOf } from "./shops.ts"

const { customers, giftCardLedger, giftCards } = collections

type Given = Input<typeof areas.giftcards.endpoints.load>

/** The writes and guards that change the balance of a user's gift card, and whether it had one. */
const move = Effect.fnUntraced(function* ({ amount, credit, userUID }: Given, rule: typeof loaded) {
  const { keySet, now, requestId, shop } = yield* Session
  const user = yield* existing(customers, userUID, "userUID")
  const card = yield* get(giftCards, userUID)
  const balance = card?.doc.amount ?? 0
  const moved = rule(balance, credit ?? amount ?? 0, currencyDigits(shop.currency)!)
  if (typeof moved === "string") return yield* refused(moved, credit === undefined ? "amount" : "credit", balance)
  const [key, ts] = [keySet.pairs[0]?.key ?? null, Math.floor(now / 1000)]
  return {
    user: user.doc,
    moved,
    existed: card !== undefined,
    writes: [
      upsert(giftCards, card, { userUID, amount: moved.balance }),
      insert(giftCardLedger, { id: yield* timeKey, userUID, ...moved, key, ts, requestId })
    ],
    guards: [guard(customers, user)]
  }
})

/** The message that tells a user of a load, where the shop writes to its customers. */
const mailOfLoad = Effect.fnUntraced(function* (
  user: Customer,
  { balance, delta }: { readonly balance: number; readonly delta: number }
) {
  const { shop } = yield* Session
  if (shop.mail_customers === 0 || user.email === "") return []
  const { email, fullname, id } = user
  const about = { customer: { fullname, email }, gift_card: { amount: delta, balance } }
  return yield* messageWrites({ to: email, reason: "gift_card", people: [id], about })
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
    const { existed, guards, moved, user, writes } = yield* move(given, loaded)
    const mails = yield* mailOfLoad(user, moved)
    return { answer: { ...updated(true), updatedExisting: existed }, writes: [...writes, ...mails], guards }
  }),

  unload: Effect.fnUntraced(function* (given) {
    const { guards, writes } = yield* move(given, unloaded)
    return { answer: { ok: true }, writes, guards }
  }),

  ledger: Effect.fnUntraced(function* ({ cursor, limit, shop, userUID }) {
    const operator = yield* Operator
    yield* shopOf(shop)
    const where = userUID === undefined ? [] : [{ on: "userUID" as const, eq: userUID }]
    const paging = { where, sort: { by: "key", descending: true }, cursor, limit } as const
    const entries = (rows: ReadonlyArray<Row>) => {
      const docs = rows.map((row) => docOf(giftCardLedger, row))
      return Effect.map(Effect.provideService(provenanceOf(docs), Operator, operator), (made) =>
        docs.map(({ id, ...shown }, at): ShownGiftCardEntry => ({ ...shown, ...made[at]! }))
      )
    }
    return yield* pagedIn(operator.within(shop), giftCardLedger, paging, entries)
  })
}
