/** Every parameter of the contract, nested ones too, has a title and a description; the tables name nothing else. */
import { expect, it } from "vitest"
import { contract } from "../src/areas.ts"
import { entries, type Field, fieldsOf, partsIn, type Shape } from "../src/contract.ts"
import { descriptions, titles } from "../src/data/parameters.ts"

interface Parameter {
  readonly field: Field
  /** `orders.create item_id.price` */
  readonly place: string
}

/** A parameter, and those within it, however deep they are in lists, records and unions. */
const within = (shape: Shape | Field, above: string): ReadonlyArray<Parameter> => {
  const isField = "name" in shape
  const place = isField ? `${above}${above.includes(" ") ? "." : " "}${shape.name}` : above
  return [...(isField ? [{ field: shape, place }] : []), ...partsIn(shape).flatMap((part) => within(part, place))]
}

const parameters = entries(contract).flatMap(({ endpoint, id }) =>
  fieldsOf(endpoint).flatMap((field) => within(field, id))
)

it("has several hundred parameters, some of them within others", () => {
  expect(parameters.length).toBeGreaterThan(480)
  expect(parameters.map(({ place }) => place)).toContain("orders.create item_id.price")
})

it("titles and describes every parameter", () => {
  const missing = parameters.filter(({ field }) => !field.title || !field.help)
  expect(missing.map(({ place }) => place)).toEqual([])
})

it("describes parameters by sentences", () => {
  const wrong = parameters.flatMap(({ field: { help = "" }, place }) =>
    /^\S.*\.$/.test(help) ? [] : [`${place}: ${help}`]
  )
  expect(wrong).toEqual([])
})

it("keeps no title or description that no parameter uses", () => {
  const names = new Set(parameters.map(({ field }) => field.name))
  const used = new Set(parameters.flatMap(({ field }) => (field.help === descriptions[field.name] ? [field.name] : [])))
  expect(Object.keys(titles).filter((name) => !names.has(name))).toEqual([])
  expect(Object.keys(descriptions).filter((name) => !used.has(name))).toEqual([])
})
