/** Changes customers' consent to marketing, and shows the operator the log of the changes. */
import { type areas, collections } from "@bottega/domain/areas"
import { maxTracedConsents, outlived, type ShownConsent, touched, untraced } from "@bottega/domain/areas/customers"
import { updated } from "@bottega/domain/contract"
import { docOf, stored } from "@bottega/storage"
import { Effect } from "effect"
import { insert, replace } from "../../engine/change.ts"
import { existing } from "../../engine/existing.ts"
import type { Handlers } from "../../engine/handler.ts"
import { timeKey } from "../../engine/ids.ts"
import { pagedIn } from "../../engine/paged.ts"
import { Operator, rows, Session } from "../../engine/session.ts"
import { shopOf } from "../shops.ts"
import { replaced } from "./replaced.ts"

/** Sets a customer's consent; logs it only if it changes. */
export const acceptMarketing: Handlers<typeof areas.customers>["acceptMarketing"] = Effect.fnUntraced(function* ({
  accept_marketing,
  id
}) {
  const { ip, keySet, now } = yield* Session
  const customer = yield* existing(collections.customers, id)
  const ts = Math.floor(now / 1000)
  const after = touched(customer.doc, { accept_marketing }, ts)
  if (after === customer.doc) return { answer: { ...updated(false), message: "The consent is as it was." }, writes: [] }
  const consent = { id: yield* timeKey, customer: id, accept_marketing, key: keySet.pairs[0]?.key ?? null, ip, ts }
  const { writes, ...changed } = replaced(customer, after)
  return {
    answer: { ...updated(true), message: "The consent was changed and logged." },
    writes: [...writes, insert(collections.consents, consent), ...(yield* outlivedBy(id))],
    ...changed
  }
})

/** Takes the addresses out of a customer's oldest entries, once one commit could not take out all. */
const outlivedBy = (id: string) =>
  Effect.map(rows(collections.consents, { where: [{ on: "traced", eq: id }], limit: maxTracedConsents }), (traced) =>
    outlived(traced)
      .map((row) => stored(collections.consents, row))
      .map((consent) => replace(collections.consents, consent, untraced(consent.doc)))
  )

/** Lists the log, newest first. */
export const consents: Handlers<typeof areas.customers>["consents"] = Effect.fnUntraced(function* (input) {
  const { cursor, id, limit, shop } = input
  const { within } = yield* Operator
  yield* shopOf(shop)
  const where = id === undefined ? [] : [{ on: "customer" as const, eq: id }]
  const paging = { cursor, limit, where, sort: { by: "key", descending: true } } as const
  return yield* pagedIn(within(shop), collections.consents, paging, (row): ShownConsent => {
    const { accept_marketing, customer, ip, key, ts } = docOf(collections.consents, row)
    return { id: customer, accept_marketing, key, ip, ts }
  })
})
