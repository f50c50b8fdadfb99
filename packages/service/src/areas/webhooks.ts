/** Handles calls on webhooks. An address is checked when it is stored, and again at each call. */
import { type areas, collections } from "@bottega/domain/areas"
import { type ShownWebhook, stateOf, type Webhook, webhookWith } from "@bottega/domain/areas/webhooks"
import { absence, Conflict, done, firstSecrets, rotatedSecrets, Unauthenticated } from "@bottega/domain/contract"
import { docOf } from "@bottega/storage"
import { Effect } from "effect"
import { listed } from "../engine/decide/everything.ts"
import { existing, existingIn } from "../engine/decide/existing.ts"
import { type Handlers, staged } from "../engine/decide/handler.ts"
import { removingParts } from "../engine/decide/parts.ts"
import { removing } from "../engine/decide/references.ts"
import { Operator, refuseIf, rows, Session } from "../engine/decide/session.ts"
import { instant, serviceIdAt, signingSecret } from "../engine/ids.ts"
import { addressDeadlineMs, reasonBlocked } from "../outbound/stored.ts"
import { endOfApplication } from "./application-end.ts"
import { shopOf } from "./shops.ts"
import { deliveryHandlers } from "./webhooks/deliveries/handlers.ts"
import { added, changed, hooksWrite } from "./webhooks/written.ts"

const { webhooks } = collections

export const handlers: Handlers<typeof areas.webhooks> = {
  ...deliveryHandlers,

  list: Effect.fnUntraced(function* () {
    const { now } = yield* Session
    return yield* listed(webhooks, (row) => shown(docOf(webhooks, row), now), { sort: { by: "created" } })
  }),

  read: Effect.fnUntraced(function* ({ id }) {
    return shown((yield* existing(webhooks, id)).doc, (yield* Session).now)
  }),

  search: Effect.fnUntraced(function* ({ name }) {
    const [oldest] = yield* rows(webhooks, { where: [{ on: "name", eq: name }], sort: { by: "created" }, limit: 1 })
    if (oldest === undefined) return yield* Effect.fail(absence(webhooks))
    return shown(docOf(webhooks, oldest), (yield* Session).now)
  }),

  create: staged({
    deadlineMs: addressDeadlineMs,
    prepare: ({ url }) => reasonBlocked(url),
    decide: Effect.fnUntraced(function* (given, blocked) {
      const session = yield* Session
      yield* refuseIf(session, atUrl(blocked))
      const { keysEnd, guards } = endOfApplication(yield* session.applicationKeySets)
      if (keysEnd !== null && keysEnd <= Math.floor(session.now / 1000))
        return yield* new Unauthenticated({ message: "Only an application with valid keys can have a webhook." })
      const secret = yield* signingSecret
      const webhook: Webhook = {
        ...{ id: serviceIdAt(session.now), ...given },
        ...{ instance: session.keySet.instance, keysEnd, state: "active", resumed: null },
        ...{ secrets: firstSecrets(secret), created: (yield* instant).id }
      }
      return { answer: { ...done, id: webhook.id, secret }, writes: yield* added(session.find, webhook), guards }
    })
  }),

  update: staged({
    deadlineMs: addressDeadlineMs,
    prepare: ({ url }) => (url === undefined ? Effect.undefined : reasonBlocked(url)),
    decide: Effect.fnUntraced(function* ({ id, ...given }, blocked) {
      const session = yield* Session
      const before = yield* existing(webhooks, id)
      yield* refuseIf(session, atUrl(blocked))
      return { answer: done, writes: yield* changed(session.find, before, webhookWith(before.doc, given, session.now)) }
    })
  }),

  remove: Effect.fnUntraced(function* ({ id }) {
    const { find } = yield* Session
    const before = yield* existing(webhooks, id)
    const { writes } = yield* removing(webhooks, before)
    const parts = yield* removingParts(find, webhooks, id)
    const list = yield* hooksWrite(find, new Map([[id, undefined]]))
    return { answer: done, writes: [...writes, ...parts.writes, list], guards: parts.guards }
  }),

  rotate: Effect.fnUntraced(function* ({ overlap_seconds, ...one }) {
    const { before, find, now } = yield* ofOperator(one)
    const secret = yield* signingSecret
    const given = { secret, overlapSeconds: overlap_seconds, nowMs: now }
    const secrets = rotatedSecrets(before.doc.secrets, given)
    if (secrets === undefined) return yield* new Conflict({ message: tooManySecrets })
    return { answer: { secret }, writes: yield* changed(find, before, { ...before.doc, secrets }, one.shop) }
  }),

  setPaused: Effect.fnUntraced(function* ({ paused, ...one }) {
    const { before, find, now } = yield* ofOperator(one)
    const after: Webhook =
      paused === 1
        ? { ...before.doc, state: "paused" }
        : { ...before.doc, state: "active", resumed: Math.floor(now / 1000) }
    return { answer: done, writes: yield* changed(find, before, after, one.shop) }
  })
}

const atUrl = (blocked: string | undefined) => (blocked === undefined ? [] : [{ at: ["url"], message: blocked }])

const tooManySecrets = "The webhook has as many valid secrets as it may have: rotate with a shorter overlap."

/** The webhook that the operator addresses. */
const ofOperator = Effect.fnUntraced(function* ({
  shop,
  webhook
}: {
  readonly shop: string
  readonly webhook: string
}) {
  const { now, within } = yield* Operator
  const find = within((yield* shopOf(shop)).doc.id)
  return { before: yield* existingIn(find, webhooks, webhook), find, now }
})

const shown = (webhook: Webhook, now: number): ShownWebhook => {
  const { id, name, type, url } = webhook
  return { id, type, url, name, state: stateOf(webhook, now) }
}
