/** Tax profiles: the rate of value added tax of products, and the countries where it applies. */
import { Schema } from "effect"
import { Removal } from "../contract/answers.ts"
import { area } from "../contract/area.ts"
import { bounded } from "../contract/bounded.ts"
import { collection } from "../contract/collection.ts"
import { del, type Finding, get, post, stream } from "../contract/endpoint.ts"
import { NotFound } from "../contract/refusals.ts"
import { Int, names, Percent, rule, ServiceID, Text, Title, Uid } from "../contract/values.ts"
import { allCountries, countryByUid } from "./countries/rules.ts"

/** A tax profile as stored and as shown; `value` is a percentage. */
export const TaxProfile = Schema.Struct({
  id: names("taxes", ServiceID),
  value: Percent,
  title: Text,
  countriesUID: bounded(Schema.Array(names("countries", Uid)), {
    max: allCountries.length,
    noun: "countries",
    at: "countries"
  })
}).annotate({ identifier: "TaxProfile" })
export type TaxProfile = typeof TaxProfile.Type

export const collections = {
  taxes: collection("taxes", TaxProfile, { noun: "tax profile", personal: "none", key: ({ id }) => id })
}

const id = names("taxes", ServiceID).annotate({ description: "The tax profile." })

/** Finds numbers that are not the uid of a country; those that could not be read are undefined. */
const unknownCountries = ({ countries = [] }: { readonly countries?: ReadonlyArray<number | undefined> }) =>
  countries.flatMap(
    (uid, index): ReadonlyArray<Finding> =>
      uid === undefined || countryByUid(uid) !== undefined
        ? []
        : [{ at: ["countries", index], message: "is not the uid of a country" }]
  )

const endpoints = {
  list: stream("/taxes/list.json", {
    summary: "List the tax profiles.",
    output: Schema.Array(TaxProfile)
  }),
  read: get("/taxes/taxprofile.json", {
    summary: "Read one tax profile.",
    input: { id },
    output: TaxProfile,
    refusals: [NotFound]
  }),
  create: post("/taxes/taxprofile.json", {
    summary: "Create a tax profile, which products can then have.",
    input: {
      name: Title(255).annotate({ description: "Shown as title; several profiles may have the same name." }),
      value: Percent.check(
        rule("must be from 0 to 100", (percent: number) => percent >= 0 && percent <= 100, { minimum: 0, maximum: 100 })
      ).annotate({ description: "The rate in percent." }),
      countries: Schema.Array(names("countries", Int))
        .check(rule("must name a country", (uids: ReadonlyArray<unknown>) => uids.length > 0, { minItems: 1 }))
        .annotate({
          description: "The uids of the countries in which it applies; one that is sent twice is kept once."
        })
    },
    output: Schema.Struct({ tax_profile: Schema.Struct({ id: names("taxes", ServiceID) }) }),
    rules: unknownCountries,
    example: { name: "IVA 22%", value: 22, countries: [380] }
  }),
  remove: del("/taxes/taxprofile.json", {
    summary: "Remove a tax profile; its products then have none.",
    input: { id },
    output: Removal,
    refusals: [NotFound]
  })
}

export const taxes = area({ endpoints, collections, checks: [], events: {} })
