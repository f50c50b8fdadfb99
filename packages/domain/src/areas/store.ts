/** A shop's information about itself, for the applications that hold its key sets. */
import { Schema } from "effect"
import { area } from "../contract/area.ts"
import { optional } from "../contract/defaults.ts"
import { get, type Output } from "../contract/endpoint.ts"
import { Int, nodes, Text } from "../contract/values.ts"
import { isWebAddress } from "../contract/web-address.ts"
import { builtInLocales } from "./emails/rules.ts"
import { type Shop, Warehouse } from "./shops.ts"

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
  }),
  languages: get("/store/languages.json", {
    summary: "List the shop's locales, and those that built-in texts exist for.",
    output: Schema.Struct({ active: Schema.Array(Text), available: Schema.Array(Text) }),
    stability: "companion"
  }),
  overview: get("/store/overview.json", {
    summary: "List the shop's domains and redirects.",
    output: Schema.Struct({
      domains: Schema.Array(
        Schema.Struct({
          domain: Text.annotate({ description: "The host name of the shop's url." }),
          primary: Schema.Boolean
        })
      ),
      redirects: Schema.Array(Schema.Struct({ from: Text, to: Text }))
    }),
    stability: "companion"
  })
}

/** The locales of a shop. */
export const languagesOf = ({ locale }: Pick<Shop, "locale">): Output<typeof endpoints.languages> => ({
  active: [locale],
  available: builtInLocales
})

/** The domain of a shop, if it has a url; a url without a scheme counts as https. */
export const overviewOf = ({ url }: Pick<Shop, "url">): Output<typeof endpoints.overview> => {
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(url) ? url : `https://${url}`
  const domains = isWebAddress(address) ? [{ domain: new URL(address).hostname, primary: true }] : []
  return { domains, redirects: [] }
}

export const store = area({ endpoints, collections: {}, checks: [], events: {} })
