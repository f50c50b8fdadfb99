/** Every id among the parameters says what it names, and something in the store has that name. */
import { expect, it } from "vitest"
import { collections, contract } from "../src/areas.ts"
import { answerOf, entries, type Field, fieldsOf, partsIn, type Shape } from "../src/contract.ts"

/** What ids name beside documents: parts of documents, customers by their userUID, and what tables of data hold. */
const others = ["addresses", "countries", "states", "users"]

/** Parameters that are called like ids, and why they name nothing that exists. */
const without: Readonly<Record<string, string>> = {
  "filters.create filter_key": "the key of a new filter"
}

const shapesIn = (shape: Shape | Field): ReadonlyArray<Shape | Field> => [shape, ...partsIn(shape).flatMap(shapesIn)]
const nameIn = ({ item, names }: Shape): string | undefined => names ?? item?.names

it("is declared", () => {
  const unnamed = entries(contract).flatMap(({ endpoint, id }) =>
    fieldsOf(endpoint)
      .flatMap(shapesIn)
      .flatMap((field) =>
        "name" in field && isCalledLikeId(field) && nameIn(field) === undefined ? [`${id} ${field.name}`] : []
      )
  )
  expect(unnamed).toEqual(Object.keys(without))
})
/** Lists of objects and choices have such names too. */
const isCalledLikeId = ({ choices, item, name }: Field): boolean =>
  choices === undefined && item?.inner === undefined && called.test(name)
const called = /^(?:id|uid|shop|parent|categories|orderID|filter_key|countries|tax_profile|\w+UID|\w+_id)$/

it("names a collection of the store, or one of the few other things", () => {
  const known = new Set([...Object.keys(collections), ...others])
  const named = entries(contract).flatMap(({ endpoint }) =>
    [...fieldsOf(endpoint), answerOf(endpoint)].flatMap(shapesIn).flatMap((shape) => shape.names ?? [])
  )
  expect([...new Set(named)].filter((name) => !known.has(name))).toEqual([])
  expect(named.length).toBeGreaterThan(150)
})
