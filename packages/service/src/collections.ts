/** Every collection that a store must hold besides those of storage itself: the areas' and the service's own. */
import { collections } from "@bottega/domain/areas"
import { collection, tombstones } from "@bottega/domain/contract"
import { Schema } from "effect"
import { records } from "./engine/records.ts"

/**
 * The progress of the import of a shop: the number of lines imported and their digest, by which the same file is
 * recognised. `done` once the shop exists.
 */
const Import = Schema.Struct({ shop: Schema.String, lines: Schema.Number, digest: Schema.String, done: Schema.Boolean })
export type Import = typeof Import.Type

/** The shape to which the documents of a collection were last upgraded; see `maintenance/shapes.ts`. */
const Shape = Schema.Struct({ collection: Schema.String, shape: Schema.String })

/**
 * Where a shop is pulled from: the address of the server, and the shop's group number there if it is known. Changes of orders
 * since a second of the server's clock have not been brought; null before the first run. `extras` is what the stored orders
 * have beside their details. `done` once a run has ended.
 */
const Pull = Schema.Struct({
  shop: Schema.String,
  from: Schema.String,
  group: Schema.NullOr(Schema.Number),
  since: Schema.NullOr(Schema.Number),
  extras: Schema.Array(Schema.String),
  done: Schema.Boolean
})
export type Pull = typeof Pull.Type

/** Maintenance's own records: the progress of imports, where shops are pulled from, and the shape to which documents were upgraded. */
export const maintenanceRecords = {
  imports: collection("imports", Import, { key: ({ shop }) => shop, owner: "installation", personal: "none" }),
  pulls: collection("pulls", Pull, { key: ({ shop }) => shop, owner: "installation", personal: "none" }),
  shapes: collection("shapes", Shape, { key: ({ collection }) => collection, owner: "installation", personal: "none" })
}

export const allCollections = [
  ...Object.values(collections),
  tombstones,
  ...Object.values(records),
  ...Object.values(maintenanceRecords)
]
