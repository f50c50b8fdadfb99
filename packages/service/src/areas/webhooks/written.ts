/** The writes of webhooks: each commit that changes one also writes the list of types that the shop's events are kept for. */
import { collections } from "@bottega/domain/areas"
import { type Hooks, hooksKey, hooksOf, isBeginning, maxWebhooks, type Webhook } from "@bottega/domain/areas/webhooks"
import { docOf, type Stored, stored } from "@bottega/storage"
import { Effect } from "effect"
import { insert, replace, upsert } from "../../engine/decide/change.ts"
import type { Find } from "../../engine/decide/session.ts"

const { hooks, webhooks } = collections

/** The writes of a new webhook: events are for it that are committed after it. */
export const added = Effect.fnUntraced(function* (find: Find, webhook: Webhook) {
  const list = yield* listOf(find)
  const one: Webhook = { ...webhook, since: begunNext(list) }
  const changes = new Map([[one.id, one]])
  return [insert(webhooks, one), yield* listWrite(find, { list, begun: begunNext(list), changes })]
})

/** The writes of a changed webhook. `shop` is for a call of the operator, as below. */
export const changed = Effect.fnUntraced(function* (
  find: Find,
  before: Stored<Webhook>,
  after: Webhook,
  shop?: string
) {
  const list = yield* listOf(find)
  const begun = isBeginning(before.doc, after) ? begunNext(list) : undefined
  const one: Webhook = begun === undefined ? after : { ...after, since: begun }
  const changes = new Map([[one.id, one]])
  return [replace(webhooks, before, one, shop), yield* listWrite(find, { list, begun, changes, shop })]
})

type Changes = ReadonlyMap<string, Webhook | undefined>

/**
 * Writes the list of types, with these webhooks as they will be; `undefined` stands for a removed one. It is written also if
 * the types stay the same, so that its version changes with every webhook. None of them begins to listen.
 */
export const hooksWrite = Effect.fnUntraced(function* (find: Find, changes: Changes, shop?: string) {
  return yield* listWrite(find, { list: yield* listOf(find), begun: undefined, changes, shop })
})

/** The list, which is read before the webhooks: one that another process adds in between makes the commit stale. */
const listOf = (find: Find) =>
  Effect.map(find(hooks, { where: [{ on: "key", eq: hooksKey }], limit: 1 }), ([list]) => list && stored(hooks, list))

const begunNext = (list: Stored<Hooks> | undefined): number => (list?.doc.begun ?? 0) + 1

/** A list as it was read, and what becomes of it. */
interface ListChange {
  readonly list: Stored<Hooks> | undefined
  /** The new number of webhooks that began to listen; undefined if none does. */
  readonly begun: number | undefined
  readonly changes: Changes
  readonly shop?: string | undefined
}

const listWrite = Effect.fnUntraced(function* (find: Find, { begun, changes, list, shop }: ListChange) {
  const rows = yield* find(webhooks, { sort: { by: "created" }, limit: maxWebhooks })
  const after = new Map<string, Webhook | undefined>(rows.map((row) => [String(row.key), docOf(webhooks, row)]))
  for (const [id, webhook] of changes) after.set(id, webhook)
  const left = [...after.values()].filter((webhook) => webhook !== undefined)
  const next: Hooks = { ...list?.doc, ...hooksOf(left), ...(begun === undefined ? {} : { begun }) }
  return upsert(hooks, list, next, shop)
})
