/** The operations on the store locator's points. */
import { Schema } from "effect"
import { doneWith, Removal } from "../../contract/answers.ts"
import { Tags } from "../../contract/bounded.ts"
import { withDefault } from "../../contract/defaults.ts"
import { del, type Finding, get, post, put, stream } from "../../contract/endpoint.ts"
import { NotFound } from "../../contract/refusals.ts"
import {
  ClearableEmail,
  ClearableUrl,
  clearable,
  Decimal,
  Email,
  Flag,
  Int,
  NonEmptyText,
  names,
  numbered,
  rule,
  ServiceID,
  Text,
  TextUpTo,
  Url
} from "../../contract/values.ts"
import { customBounds, Latitude, Longitude, StorePoint } from "./document.ts"

/** The maximum radius of a search, in kilometres. */
const maxRadiusKm = 1000

const id = names("storePoints", ServiceID).annotate({ description: "The point." })
const place = {
  name: NonEmptyText.annotate({ description: "The name of the point." }),
  address: NonEmptyText.annotate({ description: "The whole address, in one text." }),
  geo: Schema.Struct({ lat: Latitude, long: Longitude }).annotate({
    description: "The coordinates, in degrees (WGS 84)."
  })
}
const disabled = Flag.annotate({ description: "1 if it is not available." })
const tags = Tags.annotate({ description: "Tags, as a list or separated by commas." })
const custom = numbered(TextUpTo(customBounds.textCharacters), customBounds.texts.max)
const example = {
  name: "Bottega Santa Croce, Firenze",
  address: "Via de' Benci 14, 50122 Firenze FI",
  geo: { lat: 43.768732, long: 11.259871 },
  tags: ["ceramics", "parking"],
  contact_phone: "055 1234567",
  custom: { "1": "Closed on Mondays" }
}

export const endpoints = {
  list: stream("/storelocator/list.json", {
    summary: "List the points; with near and radius_km, those within the radius, nearest first.",
    columns: ["name", "address", "tags", "is_disabled", "id"],
    description: "Distances are great-circle distances on a sphere of the earth's mean radius, 6371.0088 km.",
    input: {
      near: Schema.optionalKey(
        Schema.Struct({ lat: Latitude, long: Longitude }).annotate({
          description: "The centre of a search, in degrees."
        })
      ),
      radius_km: Schema.optionalKey(
        Decimal.check(
          rule(`must be from 0 to ${maxRadiusKm}`, (km: number) => km >= 0 && km <= maxRadiusKm, {
            minimum: 0,
            maximum: maxRadiusKm
          })
        ).annotate({ description: "The radius of a search, in kilometres; required with near." })
      )
    },
    output: Schema.Array(StorePoint),
    rules: ({ near, radius_km }): ReadonlyArray<Finding> => {
      if (near === undefined && radius_km === undefined) return []
      if (radius_km === undefined) return [{ at: ["radius_km"], message: "is required with near" }]
      if (near !== undefined) return []
      return ["lat", "long"].map((name) => ({
        at: ["near", name],
        without: [["near"]],
        message: "is required with radius_km"
      }))
    },
    example: { near: { lat: 43.77, long: 11.26 }, radius_km: 100 }
  }),
  read: get("/storelocator/point.json", {
    summary: "Read a point.",
    input: { id },
    output: StorePoint,
    refusals: [NotFound]
  }),
  create: post("/storelocator/point.json", {
    summary: "Create a point.",
    input: {
      ...place,
      disabled: withDefault(disabled, 0),
      tags: Schema.optionalKey(tags),
      contact_name: Schema.optionalKey(Text),
      contact_email: Schema.optionalKey(Email),
      contact_website: Schema.optionalKey(Url),
      contact_phone: Schema.optionalKey(Text),
      contact_code: Schema.optionalKey(Text.annotate({ description: "The shop's own code of the point." })),
      custom: Schema.optionalKey(
        custom.annotate({ description: "Up to 50 texts, as a list or by their number from 1." })
      )
    },
    output: Schema.Struct({ id: names("storePoints", ServiceID) }),
    example
  }),
  update: put("/storelocator/point.json", {
    summary: "Change a point.",
    description: "An optional parameter that is not sent stays as it is, and an empty text clears.",
    input: {
      id,
      ...place,
      disabled: Schema.optionalKey(disabled),
      tags: Schema.optionalKey(clearable(tags)),
      contact_name: Schema.optionalKey(clearable(Text)),
      contact_email: Schema.optionalKey(ClearableEmail),
      contact_website: Schema.optionalKey(ClearableUrl),
      contact_phone: Schema.optionalKey(clearable(Text)),
      contact_code: Schema.optionalKey(clearable(Text)),
      custom: Schema.optionalKey(
        clearable(custom).annotate({
          description: "Texts to set, as a list or by their number from 1. An empty one is removed; the others stay."
        })
      )
    },
    output: doneWith({ nModified: Int, updatedExisting: Schema.Boolean }),
    refusals: [NotFound],
    example: { ...example, id: "5f0c3a2b0e1f4d5a6b7c8d9e", disabled: 1 }
  }),
  remove: del("/storelocator/point.json", {
    summary: "Remove a point.",
    input: { id },
    output: Removal,
    refusals: [NotFound]
  })
}
