/** The catalogue of countries and states that addresses refer to. */
import { Schema } from "effect"
import { get } from "../../contract/endpoint.ts"
import { names, Text, Uid } from "../../contract/values.ts"

const place = { code: Text, name: Text }

/** A country with its states; `uid` is the ISO 3166-1 number, `code` that of ISO 3166-1 or 3166-2. */
export const ListedCountry = Schema.Struct({
  uid: names("countries", Uid),
  ...place,
  states: Schema.Array(Schema.Struct({ uid: names("states", Uid), ...place }))
}).annotate({
  identifier: "Country"
})
export type ListedCountry = typeof ListedCountry.Type

export const endpoints = {
  list: get("/countries/list.json", {
    summary: "List the countries and their states.",
    output: Schema.Array(ListedCountry),
    stability: "companion"
  })
}
