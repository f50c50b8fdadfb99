/** The index entries of a document are what its lookups yield, whichever of the ways to find them is taken. */
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { apart, entryOf, sideEntryOf } from "../src/sqlite/entries.ts"
import { layout, valuesBy } from "../src/sqlite/tables.ts"
import { indexValues } from "../src/values.ts"
import { type Thing, things } from "./things.ts"

const place = layout(things)
const valuesOf = (lookup: string, thing: Thing) => indexValues(place.collection.lookups[lookup]!.of(thing))

const text = fc.constantFrom("", "a", "b", "città")
const thing: fc.Arbitrary<Thing> = fc.record(
  {
    id: fc.nat(),
    code: text,
    serials: fc.array(text, { maxLength: 3 }),
    status: text,
    placed: fc.constantFrom(0, 1, Number.NaN),
    stock: fc.constantFrom(-1, 0, Number.NaN),
    tags: fc.array(text, { maxLength: 4 }),
    sizes: fc.array(fc.constantFrom(1, 2, Number.NaN), { maxLength: 3 })
  },
  { requiredKeys: ["id", "serials", "status", "stock", "tags", "sizes"] }
)

describe("the entries of a document", () => {
  it("are the results of its lookups: one value for each column, all for each index of its own", () => {
    fc.assert(
      fc.property(thing, (one) => {
        const { columns, sides } = entryOf(place, one)
        expect(columns).toEqual(place.columns.map((lookup) => valuesOf(lookup, one)[0] ?? null))
        expect(sides).toEqual(place.sides.map((side) => valuesOf(valuesBy(side), one)))
      })
    )
  })

  it("are the same if those before a change are known, of which a long list that stays is not sorted again", () => {
    const long = fc.constantFrom(
      ["b", "a", "b", "d", "c", "f", "e", "g", "h"],
      ["b", "a", "c", "d", "f", "e", "g", "h", "i"]
    )
    const longer = fc.tuple(thing, long).map(([one, tags]): Thing => ({ ...one, tags }))
    const either = fc.oneof(thing, longer)
    fc.assert(
      fc.property(either, either, (doc, next) => {
        const entry = entryOf(place, doc)
        const after = entryOf(place, next, { doc, entry })
        expect(after).toEqual(entryOf(place, next))
        const tags = place.sides.findIndex((side) => valuesBy(side) === "tags")
        if (next.tags.length > 8 && next.tags === doc.tags) expect(after.sides[tags]).toBe(entry.sides[tags])
      })
    )
  })

  it("are the same if those of one index are wanted alone", () => {
    fc.assert(
      fc.property(thing, (one) => {
        const whole = entryOf(place, one)
        for (const [at, { positions }] of place.sides.entries()) {
          const alone = sideEntryOf(place, at, one)
          expect(alone.sides[at]).toEqual(whole.sides[at])
          for (const position of positions)
            if (position >= 0) expect(alone.columns[position]).toBe(whole.columns[position])
        }
      })
    )
  })

  it("differ from another's by the values that it lacks, and by all where a column of the index differs", () => {
    fc.assert(
      fc.property(thing, thing, (one, other) => {
        const [mine, its] = [entryOf(place, one), entryOf(place, other)]
        for (const [at, { positions }] of place.sides.entries()) {
          const moved = positions.some((position) => position >= 0 && mine.columns[position] !== its.columns[position])
          const missing = mine.sides[at]!.filter((value) => moved || !its.sides[at]!.includes(value))
          expect(apart(place, at, mine, its)).toEqual(missing)
        }
      })
    )
  })
})
