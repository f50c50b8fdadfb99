/** The operations on the stock of products. Their rules are in `rules.ts`. */
import { Schema } from "effect"
import { cursor } from "../../contract/cursor.ts"
import { optional, withDefault } from "../../contract/defaults.ts"
import { control, type Finding, put, stream } from "../../contract/endpoint.ts"
import { Conflict, NotEnoughStock, NotFound, StockMoved } from "../../contract/refusals.ts"
import { Bool, Flag, Int, intBetween, NonEmptyText, names, rule, ServiceID, Text, Uid } from "../../contract/values.ts"
import { InventoryItem, StockLevel } from "./document.ts"

const is_child = withDefault(Bool.annotate({ description: "1 when the SKU is a variant's." }), false)
const stock = Int.annotate({ description: "The new stock, in pieces." })
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
    columns: ["sku", "uid", "quantity", "unlimited", "has_child"],
    output: Schema.Array(InventoryItem)
  }),
  levels: control.page("/inventory/levels.json", {
    audience: "shop",
    summary: "List the stock of each SKU of a shop, or only what is low.",
    description:
      "A product with variants has an entry for each of them, and none of its own. With below, products with the least stock come first; otherwise products are in the order of their uids. The beginning of a SKU counts up to 40 characters and without regard to case.",
    columns: ["sku", "title", "quantity", "unlimited", "uid"],
    input: {
      shop: names("shops", ServiceID),
      ...optional({
        below: Int.annotate({
          description: "Only SKUs with less stock than this, which an unlimited stock never has."
        }),
        sku: NonEmptyText.annotate({ description: "Only SKUs that begin with this text." })
      }),
      limit: withDefault(intBetween(1, 1000), 100),
      cursor
    },
    output: Schema.Array(StockLevel),
    refusals: [NotFound]
  }),
  set: put("/inventory/inventory.json", {
    summary: "Set the stock of a product or variant.",
    input: {
      sku: Schema.optionalKey(
        names("inventory", Text).annotate({
          description: "The SKU of the product or variant; required if uid is not sent."
        })
      ),
      uid: Schema.optionalKey(names("products", Uid).annotate({ description: "The product, if no sku is sent." })),
      quantity: stock,
      is_child,
      unlimited: Schema.optionalKey(Bool.annotate({ description: "1 makes a main product's stock unlimited." })),
      expected
    },
    output: StockAnswer,
    rules: ({ is_child, sku, uid, unlimited }) => {
      const findings: Array<Finding> = []
      if (sku === undefined && uid === undefined)
        findings.push({ at: ["sku"], without: [["uid"]], message: "is required if uid is not sent" })
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
      sku: names("inventory", NonEmptyText),
      quantity: Int.annotate({ description: "The number to add; a negative number is subtracted." }),
      is_child
    },
    output: StockAnswer,
    refusals: [NotFound, NotEnoughStock, Conflict],
    example: { sku: "MOK-3", quantity: -1 }
  }),
  batch: put("/inventory/batchInventory.json", {
    summary: "Set the stock of up to 250 SKUs.",
    input: {
      stage: Schema.Record(Text.annotate({ title: "sku" }), Schema.Struct({ quantity: stock, is_child, expected }))
        .check(
          rule(`must have at most ${maxStagedSkus} SKUs`, (stage) => Object.keys(stage).length <= maxStagedSkus, {
            maxProperties: maxStagedSkus
          })
        )
        .annotate({ description: "The new stock of each SKU, by its SKU." }),
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
