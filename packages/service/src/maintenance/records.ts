/** Maintenance's own records: the progress of imports, and the shape to which documents were upgraded. */
import { collection } from "@bottega/domain/contract"
import { Schema } from "effect"

/**
 * The progress of the import of a shop: the number of lines imported and their digest, by which the same file is
 * recognised. `done` once the shop exists.
 */
const Import = Schema.Struct({ shop: Schema.String, lines: Schema.Number, digest: Schema.String, done: Schema.Boolean })
export type Import = typeof Import.Type

/** The shape to which the documents of a collection were last upgraded; see `shapes.ts`. */
const Shape = Schema.Struct({ collection: Schema.String, shape: Schema.String })

export const maintenanceRecords = {
  imports: collection("imports", Import, { key: ({ shop }) => shop, owner: "installation", personal: "none" }),
  shapes: collection("shapes", Shape, { key: ({ collection }) => collection, owner: "installation", personal: "none" })
}
