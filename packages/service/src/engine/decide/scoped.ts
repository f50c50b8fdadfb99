/**
 * Keeps a person who has signed in within their own shop: a parameter that names another shop, or a document of one, gets the
 * answer for one that does not exist. Without the parameter, their own shop is named.
 */
import { collections } from "@bottega/domain/areas"
import {
  type Any,
  absence,
  type Collection,
  type Field,
  fieldsOf,
  type NotFound,
  valuesOf
} from "@bottega/domain/contract"
import { type Adapter, docOf, installation, type Unavailable } from "@bottega/storage"
import { Effect } from "effect"
import type { AdmittedCall } from "../admit/admitted.ts"
import type { Operation } from "./operation.ts"

const { shops } = collections
const byName: Readonly<Record<string, Collection>> = collections

/** The parameter of an operation that says whose shop it acts on; every operation for people who have signed in has one. */
const shopParameterOf = (endpoint: Any): Field | undefined => {
  const fields = fieldsOf(endpoint)
  return (
    fields.find(({ names }) => names === "shops") ?? fields.find(({ names }) => byName[names ?? ""]?.shop !== undefined)
  )
}

/** Makes the function that gives the parameters of a call with a session, or refuses the call. */
export const scoped = (storage: Adapter) => {
  /** The shop of an installation's document; `undefined` if there is no such document, or if it is of no shop. */
  const shopOfDocument = (collection: Collection, value: string) => {
    const on = collection.unique[0] ?? "key"
    const found = storage.find(installation, collection, { where: [{ on, eq: value }], limit: 1 })
    return Effect.map(found, ([row]) => row && valuesOf(collection, docOf(collection, row))[collection.shop as string])
  }

  return (
    { caller }: AdmittedCall,
    { endpoint }: Operation,
    input: unknown
  ): Effect.Effect<unknown, NotFound | Unavailable> => {
    if (typeof caller === "string" || endpoint.audience !== "shop" || "keySet" in caller) return Effect.succeed(input)
    const parameter = shopParameterOf(endpoint)!
    const collection = byName[parameter.names!]!
    const value = (input as Readonly<Record<string, unknown>>)[parameter.name]
    if (value === undefined) return Effect.succeed({ ...(input as object), [parameter.name]: caller.shop })
    const shop = collection === shops ? Effect.succeed(value) : shopOfDocument(collection, String(value))
    return Effect.flatMap(shop, (shop) =>
      shop === caller.shop ? Effect.succeed(input) : Effect.fail(absence(collection))
    )
  }
}
