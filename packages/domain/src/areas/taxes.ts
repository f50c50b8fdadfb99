/** Tax profiles: the rate of value added tax of products, and the countries where it applies. */
import { Schema } from "effect"
import { area } from "../contract/area.ts"
import { collection } from "../contract/collection.ts"
import { Decimal, ServiceID, Text, Uid } from "../contract/values.ts"

/** A tax profile as stored and as shown; `value` is a percentage. */
export const TaxProfile = Schema.Struct({
  id: ServiceID,
  value: Decimal,
  title: Text,
  countriesUID: Schema.Array(Uid)
}).annotate({ identifier: "TaxProfile" })
export type TaxProfile = typeof TaxProfile.Type

export const collections = {
  taxes: collection("taxes", TaxProfile, { noun: "tax profile", personal: "none", key: ({ id }) => id })
}

export const taxes = area({ endpoints: {}, collections, checks: [], events: {} })
