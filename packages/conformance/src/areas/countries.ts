/** Countries: the catalogue of countries and their states. */
import { expect, it } from "vitest"
import type { Covered } from "../subjects.ts"
import { suiteOfEmbeddedStores } from "../surface.ts"

const promises = suiteOfEmbeddedStores("countries", (open) => {
  it("lists the countries by their ISO numbers, with their states", async () => {
    const { reader } = await open()
    const countries = await reader.countries.list()
    expect(countries.length).toBeGreaterThan(240)
    const italy = countries.find(({ uid }) => uid === 380)
    expect(italy).toMatchObject({ code: "IT", name: "Italy" })
    expect(italy?.states.find(({ code }) => code === "IT-MI")?.name).toBe("Milano")
    const uids = countries.flatMap(({ states, uid }) => [uid, ...states.map((state) => state.uid)])
    expect(new Set(uids).size).toBe(uids.length)
  })
})

export const countries: Covered<"countries"> = { suite: promises, subjects: { list: { given: () => ({}) } } }
