/**
 * Inventory: one document per product says what is in stock, of the product itself or of each of its variants, and a
 * ledger says how it came to be. The rules by which stock moves are in `stock.ts`.
 */
import { Schema } from "effect"
import { collection, type Fields, texts } from "./collection.ts"
import { cursor } from "./cursor.ts"
import { withDefault } from "./defaults.ts"
import { control, type Finding, put, stream } from "./endpoint.ts"
import { firstMovement, folded, skusToFold } from "./ledger-opening.ts"
import { Conflict, NotEnoughStock, NotFound, StockMoved } from "./refusals.ts"
import { timeKeyAt } from "./retention.ts"
import { Bool, Flag, Int, intBetween, rule, ServiceID, Text, Uid, Unix, Word } from "./values.ts"

/** The stock of a variant; superkey names the variant within its product. */
export const ChildStock = Schema.Struct({ sku: Text, quantity: Int, superkey: Text })
export type ChildStock = typeof ChildStock.Type

/**
 * A product's stock, as stored and as shown. `quantity` is null where none was ever set, and 0 where there are
 * variants: those hold the stock then, in `childs`, which is there when `has_child` is true.
 */
export const InventoryItem = Schema.Struct({
  sku: Text,
  uid: Uid,
  quantity: Schema.NullOr(Int),
  unlimited: Bool.annotate({ description: "Sold without end, the variants included; the quantity is kept." }),
  has_child: Bool,
  childs: Schema.optionalKey(Schema.Array(ChildStock))
})
export type InventoryItem = typeof InventoryItem.Type

/** What a change of stock was done for. */
export const Reason = Schema.Literals(["create", "set", "patch", "batch", "order", "status", "product"])
export type Reason = typeof Reason.Type

const moved = { sku: Text, delta: Int, quantity: Int.annotate({ description: "The stock after the change." }) }
const circumstances = {
  reason: Reason,
  key: Schema.NullOr(Text).annotate({ description: "The key set that changed it." }),
  orderID: Schema.NullOr(Text),
  ts: Unix
}
/** One change of one SKU's stock, as the ledger lists it. */
const LedgerEntry = Schema.Struct({ ...moved, ...circumstances })
export type LedgerEntry = typeof LedgerEntry.Type

/** What one commit changed of the stock: its entries in order, kept as one document; ids sort by time. */
export const Movement = Schema.Struct({ id: Text, ...circumstances, moves: Schema.Array(Schema.Struct(moved)) })
export type Movement = typeof Movement.Type

/** A movement of the time when each move was an entry of its own. */
const alone = ({ delta, quantity, sku, ...entry }: Fields): Fields => ({ ...entry, moves: [{ sku, delta, quantity }] })

export const collections = {
  inventory: collection("inventory", InventoryItem, {
    key: ({ uid }) => uid,
    lookups: { sku: texts(({ childs = [], sku }) => [sku, ...childs.map((child) => child.sku)]) },
    unique: ["sku"]
  }),
  ledger: collection("ledger", Movement, {
    key: ({ id }) => id,
    lookups: { sku: texts(({ moves }) => moves.map(({ sku }) => sku)) },
    orders: [["sku", "key"]],
    retention: {
      kind: "folded",
      by: "key",
      at: timeKeyAt,
      keep: ({ ledger }) => ledger,
      first: firstMovement,
      on: "sku",
      asks: skusToFold,
      fold: folded
    },
    older: (stored) => ("moves" in stored ? stored : alone(stored))
  })
}

const is_child = Bool.annotate({ description: "1 when the SKU is a variant's." })
const expected = Schema.optionalKey(
  Int.annotate({ description: "The stock that must be there; where it is another, nothing is set." })
)
const StockAnswer = Schema.Struct({
  is_child: Bool,
  inventory_updated: Int.annotate({ description: "1 when the SKU exists and was set." }),
  err: Schema.NullOr(Text)
})
const mostStaged = 250

export const inventory = {
  list: stream("/inventory/list.json", {
    summary: "List the stock of all products.",
    output: Schema.Array(InventoryItem)
  }),
  set: put("/inventory/inventory.json", {
    summary: "Set the stock of a product or variant.",
    input: {
      sku: Schema.optionalKey(Text),
      uid: Schema.optionalKey(Uid.annotate({ description: "The product, where no sku is given." })),
      quantity: Int,
      is_child: withDefault(is_child, false),
      unlimited: Schema.optionalKey(Bool.annotate({ description: "1 sells a main product without end." })),
      expected
    },
    output: StockAnswer,
    rules: ({ is_child, sku, uid, unlimited }) => {
      const findings: Array<Finding> = []
      if (sku === undefined && uid === undefined)
        findings.push({ at: ["sku"], message: "is required where uid is not given" })
      if (is_child === true && unlimited !== undefined)
        findings.push({ at: ["unlimited"], message: "is for main products only" })
      return findings
    },
    refusals: [NotFound, StockMoved, Conflict],
    example: { sku: "MUG-1", quantity: 12 }
  }),
  increment: put("/inventory/patchInventory.json", {
    summary: "Add to the stock of a product or variant, or take from it.",
    input: {
      sku: Word,
      quantity: Int.annotate({ description: "What is added; below 0 it is taken away." }),
      is_child: withDefault(is_child, false)
    },
    output: StockAnswer,
    refusals: [NotFound, NotEnoughStock, Conflict],
    example: { sku: "MUG-1", quantity: -1 }
  }),
  batch: put("/inventory/batchInventory.json", {
    summary: "Set the stock of up to 250 SKUs.",
    input: {
      stage: Schema.Record(Schema.String, Schema.Struct({ quantity: Int, is_child, expected })).check(
        rule(`must have ${mostStaged} SKUs at the most`, (stage) => Object.keys(stage).length <= mostStaged, {
          maxProperties: mostStaged
        })
      ),
      atomic: withDefault(Flag.annotate({ description: "1 makes the batch all or nothing." }), 0)
    },
    output: Schema.Struct({
      batchId: ServiceID,
      responses: Schema.Record(Schema.String, StockAnswer).annotate({ description: "An answer for each SKU." })
    }),
    refusals: [StockMoved, Conflict],
    example: { stage: { "MUG-1": { quantity: 12, is_child: false } } }
  })
}

/** For the operator: how a shop's stock came to be. */
export const ledger = {
  list: control.page("/inventory/ledger.json", {
    summary: "List the changes of a shop's stock, newest first.",
    input: {
      shop: ServiceID,
      sku: Schema.optionalKey(Text),
      limit: withDefault(intBetween(1, 1000), 100),
      cursor
    },
    output: Schema.Array(LedgerEntry),
    refusals: [NotFound]
  })
}
