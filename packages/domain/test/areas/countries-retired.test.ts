import { expect, it, vi } from "vitest"
import { countryByCode, stateOf } from "../../src/areas/countries.ts"

// No state is retired in the current data, so this table has one, to test what happens after an update of the data.
vi.mock("../../src/data/countries.ts", () => ({
  countryLines: "IT\t380\tItaly",
  stateLinesByCountry: { IT: "-OT\tOlbia\nMI\tMilano\nSS,OT\tSassari" }
}))

const italy = countryByCode("IT")!
const olbia = { uid: 380001, code: "IT-OT", name: "Olbia" }

it("a retired state is not listed, and the other states keep their uids", () => {
  expect(italy.states).toEqual([
    { uid: 380002, code: "IT-MI", name: "Milano" },
    { uid: 380003, code: "IT-SS", name: "Sassari" }
  ])
})

it("a retired state is still found by its uid, and by its code until another state has that code", () => {
  expect(stateOf(italy, 380001)).toEqual(olbia)
  expect(stateOf(italy, "OT")).toBe(italy.states[1])
  expect(stateOf(italy, "Olbia")).toBeUndefined()
})
