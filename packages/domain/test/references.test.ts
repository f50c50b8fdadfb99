/** What every reference that is cleared must give: a document that names the removed one no more, and the others still. */
import { assert, describe, it } from "@effect/vitest"
import { filterFrom } from "../src/areas/filters.ts"
import { productFrom } from "../src/areas/products.ts"
import { collections } from "../src/areas.ts"
import { type Collection, isPart, keysNamed, referenceChecks } from "../src/contract.ts"

const ids = ["5f0c3a2b0e1f4a0000000001", "5f0c3a2b0e1f4a0000000002"] as const

/** Documents that name something by each of their references. */
const samples: Readonly<Record<string, unknown>> = {
  products: productFrom(
    1,
    {
      ...{ code: "MUG", title: "Mug", price: 10, status: 1, brandUID: 3, categories: [4, 5] },
      ...{ tax_profile: ids[0], image_id: ids[1], attributes: { [ids[0]]: "clay", [ids[1]]: "12" } }
    },
    100
  ),
  filters: filterFrom(ids[0], "colour", { values: ["red"], categories: [4, 5] }),
  pages: { id: ids[0], url_path: "help", title: "Help", parent: ids[1] },
  mail: { order: "1_5f0c3a2b0e1f4" },
  listings: { id: ids[0], customers_group: ids[1], description: "", name: "Trade", attribute: ids[0] }
}

const cleared = Object.values<Collection>(collections).flatMap((from) =>
  from.references.flatMap(({ on, to, whenRemoved }) =>
    typeof whenRemoved === "function" ? [{ from, on, whenRemoved, name: `${from.name} to ${to().name}` }] : []
  )
)

describe.each(cleared)("the reference of $name", ({ from, on, whenRemoved }) => {
  const doc = samples[from.name]
  const keys = doc === undefined ? [] : keysNamed(from, { on }, doc)
  it("has a sample here", () => assert.isAbove(keys.length, 0))
  it.each(keys)("ends for %s alone", (key) => {
    const left = keysNamed(from, { on }, whenRemoved(doc, key))
    assert.deepStrictEqual(
      left,
      keys.filter((one) => one !== key)
    )
  })
})

const all = Object.values<Collection>(collections).flatMap((from) =>
  from.references.map((reference) => ({ ...reference, from, name: `${from.name} to ${reference.to().name}` }))
)

it("says in plain sentences that what documents name exists", () => {
  for (const { from } of all) assert.notStrictEqual(from.noun, from.name)
  const promises = referenceChecks([collections.authorizations, collections.addressBooks, collections.accounts]).map(
    ({ promise }) => promise
  )
  assert.deepStrictEqual(promises, [
    "every order that a removal code names exists",
    "every customer that an address names exists",
    "every customer that a B2B account names exists"
  ])
})

describe.each(all)("the reference of $name", ({ by, from, on, to, whenRemoved }) => {
  const isUnique = (of: Collection, name: string) => name === "key" || of.unique.includes(name)
  it("names one document", () => assert.isTrue(isUnique(to(), by)))
  if (isPart(whenRemoved)) it("is made by one document", () => assert.isTrue(isUnique(from, on)))
  // A tombstone is found by the key alone.
  else it("names a key", () => assert.strictEqual(by, "key"))
})
