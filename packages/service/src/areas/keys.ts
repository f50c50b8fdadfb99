/** Handles the operator's calls on key sets. Secrets are shown once; only their digests are stored. */
import { type areas, collections } from "@bottega/domain/areas"
import {
  endOf,
  isOver,
  type KeySet,
  keySetFrom,
  pairBound,
  reasonUnusable,
  rotated,
  withPair
} from "@bottega/domain/areas/keys"
import { Conflict, done, utcStyle } from "@bottega/domain/contract"
import { allRows, itemsOf, stored } from "@bottega/storage"
import { Effect, Stream } from "effect"
import { list } from "../engine/answer/streamed.ts"
import { insert, installation, replace } from "../engine/decide/change.ts"
import { existingIn } from "../engine/decide/existing.ts"
import type { Handlers } from "../engine/decide/handler.ts"
import { removingParts } from "../engine/decide/parts.ts"
import { Operator, refuseIf } from "../engine/decide/session.ts"
import { digest, secret, serviceId } from "../engine/ids.ts"
import { PrivateUrls } from "../outbound/address.ts"
import { post } from "../outbound/post.ts"
import { applicationChanged } from "./applications.ts"
import { shopOf } from "./shops.ts"

const { keySets } = collections

export const handlers: Handlers<typeof areas.keys> = {
  list: Effect.fnUntraced(function* ({ shop }) {
    const { within } = yield* Operator
    yield* shopOf(shop)
    const rows = allRows(within(installation), keySets, { where: [{ on: "shop", eq: shop }] })
    return list(itemsOf(Stream.map(rows, (row) => shown(stored(keySets, row).doc))))
  }),

  create: Effect.fnUntraced(function* ({ auth_url, expires_at, instance, label = "", permission, shop }) {
    const request = yield* Operator
    const { within } = request
    const now = seconds(request.now)
    yield* shopOf(shop)
    const anyUrl = auth_url === undefined || (yield* PrivateUrls) || URL.parse(auth_url)?.protocol === "https:"
    yield* refuseIf(request, anyUrl ? [] : [{ at: ["auth_url"], message: "must be an https address" }])
    const { exchange, key, kept } = yield* pair
    const set = keySetFrom(
      {
        ...{ id: yield* serviceId, shop, instance: instance ?? (yield* serviceId), permission, label },
        expires: expires_at === undefined ? null : seconds(Date.parse(expires_at))
      },
      { ...kept, created: now }
    )
    const answer = { key, exchange, instance: set.instance, permission, delivered: false }
    const followed = yield* applicationChanged(within, set)
    return {
      answer,
      writes: [insert(keySets, set), ...followed.writes],
      guards: followed.guards,
      ...(auth_url === undefined ? {} : { after: delivered(auth_url, answer) })
    }
  }),

  revoke: Effect.fnUntraced(function* ({ all, key }) {
    const revoked = seconds((yield* Operator).now)
    const set = yield* keySetOf(key)
    const held = all === 1 ? set.doc : set.doc.pairs.find((one) => one.key === key)!
    const next = all === 1 ? { ...set.doc, revoked } : withPair(set.doc, key, { revoked })
    if (held.revoked !== null) return { answer: done, writes: [] }
    const { shop } = next
    const { within } = yield* Operator
    const parts = isOver(next, revoked) ? yield* removingParts(within(shop), keySets, next.id, { shop }) : none
    const followed = yield* applicationChanged(within, next)
    return {
      answer: done,
      writes: [replace(keySets, set, next), ...parts.writes, ...followed.writes],
      guards: [...parts.guards, ...followed.guards]
    }
  }),

  rotate: Effect.fnUntraced(function* ({ key: old, overlap_seconds }) {
    const created = seconds((yield* Operator).now)
    const set = yield* keySetOf(old)
    const reason = reasonUnusable(set.doc, old, created)
    if (reason !== undefined) return yield* new Conflict({ message: reason })
    const { exchange, key, kept } = yield* pair
    const next = rotated(set.doc, { ...kept, created }, created + overlap_seconds)
    if (next === undefined) return yield* new Conflict({ message: tooMany })
    const { instance, permission } = set.doc
    const { guards, writes } = yield* applicationChanged((yield* Operator).within, next)
    return {
      answer: { key, exchange, instance, permission },
      writes: [replace(keySets, set, next), ...writes],
      guards
    }
  })
}

const none = { writes: [], guards: [] }

/** A new pair: its two halves, and the part of them that is stored. */
export const pair = Effect.gen(function* () {
  const [key, exchange] = [yield* secret, yield* secret]
  return { key, exchange, kept: { key, digest: digest(exchange) } }
})

const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1000)

/** The key set with a pair of this key; refuses if there is none. */
export const keySetOf = Effect.fnUntraced(function* (key: string) {
  const { within } = yield* Operator
  return yield* existingIn(within(installation), keySets, key, "pair")
})

const tooMany = `The key set has ${pairBound.max} pairs that are still valid: revoke some, or rotate with a shorter overlap.`

/** One row for each pair of a key set, the newest first. */
const shown = (set: KeySet) =>
  set.pairs.map((pair) => {
    const { expires, revoked } = endOf(set, pair)
    return {
      ...{ key: pair.key, shop: set.shop, instance: set.instance, permission: set.permission, label: set.label },
      created_at: utcStyle(pair.created),
      expires_at: orNull(expires),
      revoked_at: orNull(revoked),
      last_used_at: orNull(pair.used)
    }
  })
const orNull = (at: number | null) => (at === null ? null : utcStyle(at))

/** Posts a pair to its application; the pair is issued even if the application cannot be reached. */
const delivered = <Issued extends { instance: string; key: string; exchange: string }>(url: string, issued: Issued) => {
  const { exchange, instance, key } = issued
  return post({
    url,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ instance, key, exchange }).toString(),
    caller: `keys/${instance}`,
    within: 5000,
    maxBytes: 64 * 1024,
    keptBytes: 0
  }).pipe(
    Effect.map(({ status }) => status >= 200 && status < 300),
    Effect.catch(() => Effect.succeed(false)),
    Effect.map((delivered) => ({ ...issued, delivered }))
  )
}
