/** The operations on the stock of products. Their rules are in `rules.ts`. */
import { Schema } from "effect"
import { withDefault } from "../../contract/defaults.ts"
import { type Finding, put, stream } from "../../contract/endpoint.ts"
import { Conflict, NotEnoughStock, NotFound, StockMoved } from "../../contract/refusals.ts"
import { Bool, Flag, Int, NonEmptyText, rule, ServiceID, Text, Uid } from "../../contract/values.ts"
import { InventoryItem } from "./document.ts"

const is_child = withDefault(Bool.annotate({ description: "1 when the SKU is a variant's." }), false)
const expected = Schema.optionalKey(
  Int.annotate({ description: "The stock that the caller expects; if it differs, nothing is set." })
)
const StockAnswer = Schema.Struct({
  is_child: Bool,
  inventory_updated: Int.annotate({ description: "1 when the SKU exists and was set." }),
  err: Schema.NullOr(Text)
}).annotate({ identifier: "StockAnswer" })
const maxStagedSkus = 250

export const endpoints = {
  list: stream("/inventory/list.json", {
    summary: "List the stock of all products.",
    output: Schema.Array(InventoryItem)
  }),
  set: put("/inventory/inventory.json", {
    summary: "Set the stock of a product or variant.",
    input: {
      sku: Schema.optionalKey(Text),
      uid: Schema.optionalKey(Uid.annotate({ description: "The product, if no sku is sent." })),
      quantity: Int,
      is_child,
      unlimited: Schema.optionalKey(Bool.annotate({ description: "1 makes a main product's stock unlimited." })),
      expected
    },
    output: StockAnswer,
    rules: ({ is_child, sku, uid, unlimited }) => {
      const findings: Array<Finding> = []
      if (sku === undefined && uid === undefined)
        findings.push({ at: ["sku"], instead: ["uid"], message: "is required if uid is not sent" })
      if (is_child === true && unlimited !== undefined)
        findings.push({ at: ["unlimited"], message: "is for main products only" })
      return findings
    },
    refusals: [NotFound, StockMoved, Conflict],
    example: { sku: "MOK-3", quantity: 12 }
  }),
  increment: put("/inventory/patchInventory.json", {
    summary: "Add to the stock of a product or variant, or subtract from it.",
    input: {
      sku: NonEmptyText,
      quantity: Int.annotate({ description: "What is added; below 0 it is taken away." }),
      is_child
    },
    output: StockAnswer,
    refusals: [NotFound, NotEnoughStock, Conflict],
    example: { sku: "MOK-3", quantity: -1 }
  }),
  batch: put("/inventory/batchInventory.json", {
    summary: "Set the stock of up to 250 SKUs.",
    input: {
      stage: Schema.Record(Text.annotate({ title: "sku" }), Schema.Struct({ quantity: Int, is_child, expected })).check(
        rule(`must have at most ${maxStagedSkus} SKUs`, (stage) => Object.keys(stage).length <= maxStagedSkus, {
          maxProperties: maxStagedSkus
        })
      ),
      atomic: withDefault(Flag.annotate({ description: "1 makes the batch all or nothing." }), 0)
    },
    output: Schema.Struct({
      batchId: ServiceID,
      responses: Schema.Record(Schema.String, StockAnswer).annotate({ description: "An answer for each SKU." })
    }),
    refusals: [StockMoved, Conflict],
    example: { stage: { "MOK-3": { quantity: 12 } } }
  })
}
