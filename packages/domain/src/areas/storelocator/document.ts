/** The points of the store locator, stored as they are shown. */
import { Schema } from "effect"
import { bounded, tagBound } from "../../contract/bounded.ts"
import { collection } from "../../contract/collection.ts"
import { number } from "../../contract/lookup.ts"
import { Decimal, Flag, names, rule, ServiceID, Text } from "../../contract/values.ts"
import { cellOf } from "./cells.ts"
import type { Geo } from "./distance.ts"

const degrees = (max: number) =>
  Decimal.check(
    rule(`must be from -${max} to ${max}`, (angle: number) => Math.abs(angle) <= max, { minimum: -max, maximum: max })
  )

/** A latitude in degrees, north of the equator; south of it is negative. */
export const Latitude = degrees(90)
/** A longitude in degrees, east of Greenwich; west of it is negative. */
export const Longitude = degrees(180)

/** The bounds of a point's custom texts, and the maximum length of each in characters. */
export const customBounds = { texts: { max: 50, noun: "texts" }, textCharacters: 2000 }

/** A point as stored and as shown. Unset texts are empty. */
export const StorePoint = Schema.Struct({
  name: Text,
  address: Text,
  geo: Schema.Struct({ long: Longitude, lat: Latitude }),
  data: Schema.Struct({ code: Text, contactname: Text, email: Text, website: Text, phone: Text }),
  tags: bounded(Schema.Array(Text), tagBound),
  custom: bounded(Schema.Record(Schema.String, Text), customBounds.texts).annotate({
    description: "Texts by their number, from 1 to 50."
  }),
  is_disabled: Flag,
  id: names("storePoints", ServiceID)
}).annotate({ identifier: "StorePoint" })
export type StorePoint = typeof StorePoint.Type

/**
 * Where the point of a stored text is, read without the rest of it; `undefined` if the text has no such place. A search
 * looks at more points than it shows.
 */
export const geoIn = (text: string): Geo | undefined => {
  // Quotes within a JSON text are escaped, so these characters can only be the key.
  const start = text.indexOf(geoKey)
  return start < 0 ? undefined : JSON.parse(text.slice(start + geoKey.length, text.indexOf("}", start) + 1))
}
const geoKey = '"geo":'

export const collections = {
  storePoints: collection("storepoints", StorePoint, {
    noun: "store locator point",
    // Contacts are persons who work for the shop.
    personal: "none",
    key: ({ id }) => id,
    lookups: { cell: number(({ geo }) => cellOf(geo)) },
    orders: [["cell"]]
  })
}
