import { type areas, collections } from "@bottega/domain/areas"
import { type InventoryItem, increment, type SetStockProblem, set } from "@bottega/domain/areas/inventory"
import {
  Conflict,
  type Finding,
  type Input,
  Invalid,
  NotEnoughStock,
  NotFound,
  problemsOf,
  StockMoved
} from "@bottega/domain/contract"
import type { Stored } from "@bottega/storage"
import { Effect } from "effect"
import { Encoded } from "../engine/answer.ts"
import { listed } from "../engine/everything.ts"
import type { Handlers } from "../engine/handler.ts"
import { serviceIdAt } from "../engine/ids.ts"
import { get, refuseIf, Session } from "../engine/session.ts"
import { findStock, restocked } from "./inventory/stock.ts"

/** The sentences for stock that may not be set; the first is the text on the wire for one SKU of a batch. */
const sentences: Record<SetStockProblem, readonly [alone: string, asDetail: string]> = {
  unknown: ["Unknown sku.", "names no SKU of the shop"],
  moved: ["Stock is another.", "is not the stock that is there"],
  parent: ["The variants hold the stock.", "is of a product whose variants hold the stock"],
  short: ["Not enough stock.", "is more than there is"],
  over: ["The stock would be too large.", "makes the stock larger than it can be"]
}

export const handlers: Handlers<typeof areas.inventory> = {
  list: () => listed(collections.inventory, ({ text }) => new Encoded<InventoryItem>(text)),

  set: Effect.fnUntraced(function* (given) {
    const { is_child, quantity, sku, uid } = given
    const item = yield* addressed(sku, uid)
    const after = set(item.doc, given)
    if (after === "unknown") return yield* unknown()
    yield* notNegative([{ quantity, at: ["quantity"] }])
    if (after === "moved") return yield* new StockMoved(yield* said(after, "expected"))
    if (after === "parent") return yield* new Conflict(yield* said(after, given.sku === undefined ? "uid" : "sku"))
    const { events, writes } = yield* restocked([{ before: item, after }], { reason: "set" })
    return { answer: { is_child, inventory_updated: 1, err: null }, writes, events }
  }),

  increment: Effect.fnUntraced(function* (given) {
    const { shop } = yield* Session
    const item = yield* addressed(given.sku)
    const after = increment(shop.stock, item.doc, given)
    if (after === "unknown") return yield* unknown()
    if (after === "short") return yield* new NotEnoughStock(yield* said(after, "quantity"))
    if (after === "parent") return yield* new Conflict(yield* said(after, "sku"))
    if (after === "over") return yield* new Invalid(yield* said(after, "quantity"))
    const { events, writes } = yield* restocked([{ before: item, after }], { reason: "patch" })
    return { answer: { is_child: given.is_child, inventory_updated: 1, err: null }, writes, events }
  }),

  batch: Effect.fnUntraced(function* ({ atomic, stage }) {
    const { now } = yield* Session
    const staged = Object.entries(stage)
    yield* notNegative(staged.map(([sku, { quantity }]) => ({ quantity, at: ["stage", sku, "quantity"] })))
    const items = yield* findStock(Object.keys(stage))
    const { hindrances, items: after } = setAll(items, stage)
    if (atomic === 1) yield* allOrNothing(hindrances)
    const { events, writes } = yield* restocked(
      items.map((before) => ({ before, after: after.get(before.doc.uid) })),
      { reason: "batch" }
    )
    const responses = staged.map(([sku, { is_child }]) => {
      const hindrance = hindrances.get(sku)
      const err = hindrance === undefined ? null : sentences[hindrance][0]
      return [sku, { is_child, inventory_updated: err === null ? 1 : 0, err }] as const
    })
    const answer = { batchId: serviceIdAt(now), responses: Object.fromEntries(responses) }
    return { answer, writes, events }
  })
}

type Stage = Input<typeof areas.inventory.endpoints.batch>["stage"]

/** The product of a SKU, or of a uid; none if the two name different products. */
const addressed = Effect.fnUntraced(function* (sku: string | undefined, uid?: number) {
  const item = sku === undefined ? yield* get(collections.inventory, uid ?? 0) : (yield* findStock([sku]))[0]
  return item === undefined || (uid !== undefined && item.doc.uid !== uid) ? yield* unknown() : item
})

const unknown = () => new NotFound({ message: sentences.unknown[0] })

/** Refuses a quantity below 0, unless the shop allows negative stock. */
const notNegative = Effect.fnUntraced(function* (
  given: ReadonlyArray<{ readonly quantity: number; readonly at: Finding["at"] }>
) {
  const session = yield* Session
  if (session.shop.stock === "track") return
  const negative = given.filter(({ quantity }) => quantity < 0)
  yield* refuseIf(
    session,
    negative.map(({ at }) => ({ at, message: "must be 0 or more" }))
  )
})

/** The refusal's detail for a parameter that cannot be applied. */
const said = (hindrance: SetStockProblem, parameter: string) =>
  Session.useSync(({ spell }) => {
    const [message, asDetail] = sentences[hindrance]
    return { message, ...problemsOf([{ at: [parameter], message: asDetail }], spell) }
  })

/** Sets one SKU after the other, so that variants of one product change its one document together. */
const setAll = (found: ReadonlyArray<Stored<InventoryItem>>, stage: Stage) => {
  const items = new Map(found.map(({ doc }) => [doc.uid, doc]))
  const uidBySku = new Map(
    found.flatMap(({ doc }) => [doc, ...(doc.childs ?? [])].map(({ sku }) => [sku, doc.uid] as const))
  )
  const hindrances = new Map<string, SetStockProblem>()
  for (const [sku, given] of Object.entries(stage)) {
    const item = items.get(uidBySku.get(sku) ?? 0)
    const after = item === undefined ? "unknown" : set(item, { ...given, sku })
    if (typeof after === "string") hindrances.set(sku, after)
    else items.set(after.uid, after)
  }
  return { items, hindrances }
}

const allOrNothing = Effect.fnUntraced(function* (hindrances: ReadonlyMap<string, SetStockProblem>) {
  if (hindrances.size === 0) return
  const session = yield* Session
  const findings = [...hindrances].map(([sku, hindrance]) => ({
    at: hindrance === "moved" ? ["stage", sku, "expected"] : ["stage", sku],
    message: sentences[hindrance][1]
  }))
  const found = [...hindrances.values()]
  if (found.includes("unknown")) yield* refuseIf(session, findings)
  const said = { message: "Nothing was set: the batch is atomic.", ...problemsOf(findings, session.spell) }
  if (found.every((hindrance) => hindrance === "moved")) return yield* new StockMoved(said)
  yield* new Conflict(said)
})
