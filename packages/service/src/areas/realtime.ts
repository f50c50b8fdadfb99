/** Handles calls on real-time endpoints. Orders, checks of coupons and quotes ask them, as `realtime/asked.ts` does. */
import { type areas, collections } from "@bottega/domain/areas"
import {
  breakerStateOf,
  type EndpointStatus,
  isPaused,
  maxEndpoints,
  type RealtimeEndpoint,
  type ShownEndpoint
} from "@bottega/domain/areas/realtime"
import {
  absence,
  Conflict,
  done,
  firstSecrets,
  removed,
  rotatedSecrets,
  Unauthenticated,
  utcStyle
} from "@bottega/domain/contract"
import { docOf, stored } from "@bottega/storage"
import { Effect } from "effect"
import { insert, remove, replace } from "../engine/decide/change.ts"
import { listed } from "../engine/decide/everything.ts"
import { existing } from "../engine/decide/existing.ts"
import { type Handlers, staged } from "../engine/decide/handler.ts"
import { type Find, Operator, refuseIf, Session } from "../engine/decide/session.ts"
import { instant, serviceIdAt, signingSecret } from "../engine/ids.ts"
import { addressDeadlineMs } from "../outbound/stored.ts"
import { endOfApplication } from "./application-end.ts"
import { reasonRefused } from "./realtime/address.ts"
import { outcomeOf } from "./realtime/breakers.ts"
import { quote } from "./realtime/quote.ts"
import { shopOf } from "./shops.ts"

const { realtimeCoupons, realtimeShippings } = collections
type Kind = typeof realtimeCoupons | typeof realtimeShippings

export const handlers: Handlers<typeof areas.realtime> = {
  listCoupons: () => shownIn(realtimeCoupons),
  listShippings: () => shownIn(realtimeShippings),

  createCoupon: staged({
    deadlineMs: addressDeadlineMs,
    prepare: ({ url }) => reasonRefused(url),
    decide: (given, refused) => created(realtimeCoupons, given, refused)
  }),
  createShipping: staged({
    deadlineMs: addressDeadlineMs,
    prepare: ({ url }) => reasonRefused(url),
    decide: (given, refused) => created(realtimeShippings, given, refused)
  }),

  removeCoupon: ({ id }) => removedFrom(realtimeCoupons, id),
  removeShipping: ({ id }) => removedFrom(realtimeShippings, id),

  quote,

  list: Effect.fnUntraced(function* ({ shop }) {
    const { now, within } = yield* Operator
    const find = within((yield* shopOf(shop)).doc.id)
    const all = yield* Effect.forEach(kinds, ([kind, of]) =>
      Effect.map(endpointsIn(find, of), (found) => found.map(({ doc }) => statusOf(kind, doc, now)))
    )
    return all.flat()
  }),

  rotate: Effect.fnUntraced(function* ({ overlap_seconds, ...named }) {
    const { before, now, of } = yield* ofOperator(named)
    const secret = yield* signingSecret
    const secrets = rotatedSecrets(before.doc.secrets, { secret, overlapSeconds: overlap_seconds, nowMs: now })
    if (secrets === undefined) return yield* new Conflict({ message: tooManySecrets })
    return { answer: { secret }, writes: [replace(of, before, { ...before.doc, secrets }, named.shop)] }
  }),

  setPaused: Effect.fnUntraced(function* ({ paused, ...named }) {
    const { before, now, of } = yield* ofOperator(named)
    const { paused: _, ...active } = before.doc
    const after: RealtimeEndpoint =
      paused === 1 ? { ...active, paused: true } : { ...active, resumed: Math.floor(now / 1000) }
    return { answer: done, writes: [replace(of, before, after, named.shop)] }
  })
}

/** The endpoint that the operator addresses, of either kind. */
const ofOperator = Effect.fnUntraced(function* ({
  endpoint,
  shop
}: {
  readonly endpoint: string
  readonly shop: string
}) {
  const { now, within } = yield* Operator
  const find = within((yield* shopOf(shop)).doc.id)
  for (const [, of] of kinds) {
    const before = (yield* endpointsIn(find, of)).find(({ doc }) => doc.id === endpoint)
    if (before !== undefined) return { before, now, of }
  }
  return yield* Effect.fail(absence(realtimeCoupons))
})

const kinds = [
  ["coupon", realtimeCoupons],
  ["shipping", realtimeShippings]
] as const

const tooManySecrets = "The endpoint has as many valid secrets as it may have: rotate with a shorter overlap."

const shownIn = (of: Kind) => listed(of, (row) => shown(docOf(of, row)), { sort: { by: "created" } })

const shown = ({ id, instance, name, url }: RealtimeEndpoint): ShownEndpoint => ({ id, name, url, instance })

const created = Effect.fnUntraced(function* (
  of: Kind,
  { name, url }: Pick<RealtimeEndpoint, "name" | "url">,
  refused: string | undefined
) {
  const session = yield* Session
  yield* refuseIf(session, refused === undefined ? [] : [{ at: ["url"], message: refused }])
  const { guards, keysEnd } = endOfApplication(yield* session.applicationKeySets)
  if (keysEnd !== null && keysEnd <= Math.floor(session.now / 1000))
    return yield* new Unauthenticated({ message: "Only an application with valid keys can have an endpoint." })
  const secret = yield* signingSecret
  const endpoint: RealtimeEndpoint = {
    ...{ id: serviceIdAt(session.now), name, url, instance: session.keySet.instance, keysEnd },
    ...{ secrets: firstSecrets(secret), breaker: null, created: (yield* instant).id }
  }
  return { answer: { ...shown(endpoint), secret }, writes: [insert(of, endpoint)], guards }
})

const removedFrom = Effect.fnUntraced(function* (of: Kind, id: string) {
  const { err, errmsg } = removed
  return { answer: { ...done, err, errmsg, nRemoved: 1 }, writes: [remove(of, yield* existing(of, id))] }
})

const endpointsIn = (find: Find, of: Kind) =>
  Effect.map(find(of, { sort: { by: "created" }, limit: maxEndpoints }), (rows) => rows.map((row) => stored(of, row)))

const statusOf = (kind: EndpointStatus["kind"], endpoint: RealtimeEndpoint, nowMs: number): EndpointStatus => {
  const { breaker, id, instance, name, url } = endpoint
  const last = outcomeOf(endpoint)
  const opened = breaker?.opened ?? null
  return {
    ...{ id, kind, name, url, instance, failures: breaker?.failures ?? 0 },
    state: isPaused(endpoint, nowMs) ? "paused" : breakerStateOf(breaker, nowMs),
    ...{ last_status: last?.lastStatus ?? null, last_ms: last?.lastMs ?? null },
    opened_at: opened === null ? null : utcStyle(Math.floor(opened / 1000))
  }
}
