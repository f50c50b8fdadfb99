/** Merging several refusals: which kind the result has, and its details. */
import { assert, describe, it } from "@effect/vitest"
import { Conflict, Duplicate, Invalid, merged, NotEnoughStock } from "../../src/contract.ts"

const at = (path: string) => ({ path, message: "is wrong" })
const conflict = new Conflict({ message: "The variants hold the stock.", details: [at("quantity")] })
const duplicate = new Duplicate({ message: "The SKU is taken.", details: [at("code")], wrong: 5 })
const invalid = new Invalid({ message: "price is wrong.", details: [at("price")], wrong: 1 })

describe("merged refusals", () => {
  it("have the kind that comes first in the catalogue, and the details of all", () => {
    const one = merged(conflict, duplicate)
    assert.instanceOf(one, Duplicate)
    assert.strictEqual(one.message, "The SKU is taken.")
    assert.deepStrictEqual(one.details, [at("quantity"), at("code")])
    assert.strictEqual(one.wrong, 6)
  })
  it("have the status 400 if a parameter is wrong, and a sentence on each parameter", () => {
    const one = merged(duplicate, invalid)
    assert.instanceOf(one, Invalid)
    assert.strictEqual(one.message, "code is wrong. price is wrong.")
    assert.strictEqual(one.wrong, 6)
  })
  it("keep the message of a refusal that names no parameter", () => {
    const short = new NotEnoughStock({ message: "Not enough stock of A." })
    assert.strictEqual(merged(short, invalid).message, "Not enough stock of A. price is wrong.")
  })
  it("are the refusal itself if there is only one", () => {
    assert.strictEqual(merged(conflict), conflict)
  })
})
