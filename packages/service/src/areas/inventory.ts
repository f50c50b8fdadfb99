import { type areas, collections } from "@bottega/domain/areas"
import { type InventoryItem, increment, type SetStockProblem, set, setAll } from "@bottega/domain/areas/inventory"
import {
  Conflict,
  type Finding,
  Invalid,
  NotEnoughStock,
  NotFound,
  type Refusal,
  type RefusalClass,
  StockMoved
} from "@bottega/domain/contract"
import { Effect } from "effect"
import { Encoded } from "../engine/answer/answer.ts"
import { listed } from "../engine/decide/everything.ts"
import type { Handlers } from "../engine/decide/handler.ts"
import { conflict, conflictIf, get, refuseIf, Session } from "../engine/decide/session.ts"
import { together } from "../engine/decide/together.ts"
import { serviceIdAt } from "../engine/ids.ts"
import { levels } from "./inventory/levels.ts"
import { findStock, restocked } from "./inventory/stock.ts"

/** The sentences for stock that may not be set; the first is the text on the wire for one SKU of a batch. */
const sentences: Record<SetStockProblem, readonly [alone: string, asDetail: string]> = {
  unknown: ["Unknown sku.", "names no SKU of the shop"],
  moved: ["Stock has changed.", "is not the current stock"],
  parent: ["The variants hold the stock.", "is of a product whose variants hold the stock"],
  short: ["Not enough stock.", "is more than the current stock"],
  over: ["The stock would be too large.", "makes the stock larger than the maximum"]
}

export const handlers: Handlers<typeof areas.inventory> = {
  list: () => listed(collections.inventory, ({ text }) => new Encoded<InventoryItem>(text)),

  levels,

  set: Effect.fnUntraced(function* (given) {
    const { is_child, quantity, sku, uid } = given
    const item = yield* addressed(sku, uid)
    const after = set(item.doc, given)
    if (after === "unknown") return yield* unknown()
    const { stock } = yield* together({
      quantity: notNegative([{ quantity, at: ["quantity"] }]),
      stock: settable(after, sku === undefined ? "uid" : "sku")
    })
    const { events, writes } = yield* restocked([{ before: item, after: stock }], { reason: "set" })
    return { answer: { is_child, inventory_updated: 1, err: null }, writes, events }
  }),

  increment: Effect.fnUntraced(function* (given) {
    const { shop } = yield* Session
    const item = yield* addressed(given.sku)
    const after = increment(shop.stock, item.doc, given)
    if (after === "unknown") return yield* unknown()
    if (after === "short") return yield* refused(NotEnoughStock, after, "quantity")
    if (after === "parent") return yield* refused(Conflict, after, "sku")
    if (after === "over") return yield* refused(Invalid, after, "quantity")
    const { events, writes } = yield* restocked([{ before: item, after }], { reason: "patch" })
    return { answer: { is_child: given.is_child, inventory_updated: 1, err: null }, writes, events }
  }),

  batch: Effect.fnUntraced(function* ({ atomic, stage }) {
    const { now } = yield* Session
    const staged = Object.entries(stage)
    const items = yield* findStock(Object.keys(stage))
    const { hindrances, items: after } = setAll(
      items.map(({ doc }) => doc),
      staged.map(([sku, given]) => ({ ...given, sku }))
    )
    yield* together({
      quantities: notNegative(staged.map(([sku, { quantity }]) => ({ quantity, at: ["stage", sku, "quantity"] }))),
      ...(atomic === 1 ? allOrNothing(hindrances) : {})
    })
    const { events, writes } = yield* restocked(
      items.map((before, at) => ({ before, after: after[at] })),
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

const refused = <R extends Refusal>(kind: RefusalClass<R>, hindrance: SetStockProblem, parameter: string) => {
  const [message, asDetail] = sentences[hindrance]
  return conflict(kind, message, [{ at: [parameter], message: asDetail }])
}

/** The changed stock, or the refusal; `named` is the parameter that names the product. */
const settable = (after: InventoryItem | "moved" | "parent", named: string) => {
  if (after === "moved") return refused(StockMoved, after, "expected")
  return after === "parent" ? refused(Conflict, after, named) : Effect.succeed(after)
}

/** The refusals of an atomic batch: each kind names the SKUs that it applies to. */
const allOrNothing = (hindrances: ReadonlyMap<string, SetStockProblem>) => {
  const groups: Record<"unknown" | "moved" | "other", Array<Finding>> = { unknown: [], moved: [], other: [] }
  for (const [sku, hindrance] of hindrances) {
    const at = hindrance === "moved" ? ["stage", sku, "expected"] : ["stage", sku]
    const group = hindrance === "unknown" || hindrance === "moved" ? hindrance : "other"
    groups[group].push({ at, message: sentences[hindrance][1] })
  }
  const message = "Nothing was set: the batch is atomic."
  return {
    unknown: Session.use((session) => refuseIf(session, groups.unknown)),
    moved: conflictIf(StockMoved, message, groups.moved),
    other: conflictIf(Conflict, message, groups.other)
  }
}
