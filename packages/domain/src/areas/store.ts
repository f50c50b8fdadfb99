/** A shop's information about itself, for the applications that hold its key sets. */
import { Schema } from "effect"
import { area } from "../contract/area.ts"
import { optional } from "../contract/defaults.ts"
import { get } from "../contract/endpoint.ts"
import { Int, nodes, Text } from "../contract/values.ts"
import { Warehouse } from "./shops.ts"

const nodeFields = {
  email: Text,
  status: Schema.Literals(["online"]),
  warehouse: Schema.NullOr(Warehouse),
  locale: Text,
  currency: Text,
  timezone: Text
}
/** The names that `nodes` of the store's information accepts. */
export type StoreNode = keyof typeof nodeFields

const endpoints = {
  info: get("/store/info.json", {
    summary: "Read the shop's number, address and name.",
    input: { nodes: nodes(...Object.keys(nodeFields)) },
    output: Schema.Struct({
      uid: Int.annotate({ description: "The shop's group number." }),
      url: Text,
      store_name: Text,
      ...optional(nodeFields)
    }),
    stability: "companion"
  })
}

export const store = area({ endpoints, collections: {}, checks: [], events: {} })
