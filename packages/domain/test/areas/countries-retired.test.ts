import { expect, it, vi } from "vitest"
import { countryByCode, stateOf } from "../../src/areas/countries.ts"

// No state of today's data is retired; a table with one shows what an upgrade will do.
vi.mock("../../src/data/countries.ts", () => ({
  countryLines: "IT\t380\tItaly",
  stateLinesByCountry: { IT: "-OT\tOlbia\nMI\tMilano\nSS,OT\tSassari" }
}))

const italy = countryByCode("IT")!
const olbia = { uid: 380001, code: "IT-OT", name: "Olbia" }

it("a retired state is not listed, and leaves the others their uids", () => {
  expect(italy.states).toEqual([
    { uid: 380002, code: "IT-MI", name: "Milano" },
    { uid: 380003, code: "IT-SS", name: "Sassari" }
  ])
})

it("a retired state is still found by its uid, and by its code until another state takes that", () => {
  expect(stateOf(italy, 380001)).toEqual(olbia)
  expect(stateOf(italy, "OT")).toBe(italy.states[1])
  expect(stateOf(italy, "Olbia")).toBeUndefined()
})
