/** What a store keeps of itself: how far shops were taken in, and what shape its documents were brought to. */
import { collection } from "@bottega/domain/contract"
import { Schema } from "effect"

/**
 * How far the import of a shop came: the lines of its file that are taken in and the digest of those lines, so that the
 * very same file can be told. `done` once the shop is there.
 */
const Import = Schema.Struct({ shop: Schema.String, lines: Schema.Number, digest: Schema.String, done: Schema.Boolean })
export type Import = typeof Import.Type

/** The shape that the documents of a collection were last brought to; see `shapes.ts`. */
const Shape = Schema.Struct({ collection: Schema.String, shape: Schema.String })

export const maintenanceRecords = {
  imports: collection("imports", Import, { key: ({ shop }) => shop, owner: "installation" }),
  shapes: collection("shapes", Shape, { key: ({ collection }) => collection, owner: "installation" })
}
