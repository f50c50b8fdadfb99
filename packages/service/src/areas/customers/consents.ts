/** Changes customers' consent to marketing, and shows the operator the log of the changes. */
import { type areas, collections } from "@bottega/domain/areas"
import { maxTracedConsents, outlived, type ShownConsent, touched, untraced } from "@bottega/domain/areas/customers"
import { updated } from "@bottega/domain/contract"
import { docOf, type Row, stored } from "@bottega/storage"
import { Effect } from "effect"
import { insert, replace } from "../../engine/decide/change.ts"
import { existing } from "../../engine/decide/existing.ts"
import type { Handlers } from "../../engine/decide/handler.ts"
import { pagedIn } from "../../engine/decide/paged.ts"
import { Operator, rows, Session } from "../../engine/decide/session.ts"
import { timeKey } from "../../engine/ids.ts"
import { provenanceOf } from "../keys/provenance.ts"
import { shopOf } from "../shops.ts"
import { replaced } from "./replaced.ts"

/** Sets a customer's consent; logs it only if it changes. */
export const acceptMarketing: Handlers<typeof areas.customers>["acceptMarketing"] = Effect.fnUntraced(function* ({
  accept_marketing,
  id
}) {
  const { ip, keySet, now, requestId } = yield* Session
  const customer = yield* existing(collections.customers, id)
  const ts = Math.floor(now / 1000)
  const after = touched(customer.doc, { accept_marketing }, ts)
  if (after === customer.doc) return { answer: { ...updated(false), message: "The consent is as it was." }, writes: [] }
  const by = { key: keySet.pairs[0]?.key ?? null, ip, ts, requestId }
  const consent = { id: yield* timeKey, customer: id, accept_marketing, ...by }
  const { writes, ...changed } = replaced(customer, after)
  return {
    answer: { ...updated(true), message: "The consent was changed and logged." },
    writes: [...writes, insert(collections.consents, consent), ...(yield* outlivedBy(id))],
    ...changed
  }
})

/** Removes the addresses from a customer's oldest entries once there are too many for one commit. */
const outlivedBy = (id: string) =>
  Effect.map(rows(collections.consents, { where: [{ on: "traced", eq: id }], limit: maxTracedConsents }), (traced) =>
    outlived(traced)
      .map((row) => stored(collections.consents, row))
      .map((consent) => replace(collections.consents, consent, untraced(consent.doc)))
  )

/** Lists the log, newest first. */
export const consents: Handlers<typeof areas.customers>["consents"] = Effect.fnUntraced(function* (input) {
  const { cursor, id, limit, shop } = input
  const operator = yield* Operator
  yield* shopOf(shop)
  const where = id === undefined ? [] : [{ on: "customer" as const, eq: id }]
  const paging = { cursor, limit, where, sort: { by: "key", descending: true } } as const
  const shown = (found: ReadonlyArray<Row>) => {
    const docs = found.map((row) => docOf(collections.consents, row))
    return Effect.map(Effect.provideService(provenanceOf(docs), Operator, operator), (made) =>
      docs.map(({ accept_marketing, customer, ip, key, ts }, at): ShownConsent => {
        return { id: customer, accept_marketing, key, ip, ts, ...made[at]! }
      })
    )
  }
  return yield* pagedIn(operator.within(shop), collections.consents, paging, shown)
})
