/** One refusal of several: which it is, and what it says. */
import { assert, describe, it } from "@effect/vitest"
import { Conflict, Duplicate, Invalid, merged, NotEnoughStock } from "../../src/contract.ts"

const at = (path: string) => ({ path, message: "is wrong" })
const conflict = new Conflict({ message: "The variants hold the stock.", details: [at("quantity")] })
const duplicate = new Duplicate({ message: "The SKU is taken.", details: [at("code")], wrong: 5 })
const invalid = new Invalid({ message: "price is wrong.", details: [at("price")], wrong: 1 })

describe("several refusals", () => {
  it("are the one that comes first in the catalogue, with the details of all", () => {
    const one = merged(conflict, duplicate)
    assert.instanceOf(one, Duplicate)
    assert.strictEqual(one.message, "The SKU is taken.")
    assert.deepStrictEqual(one.details, [at("quantity"), at("code")])
    assert.strictEqual(one.wrong, 6)
  })
  it("are a 400 where a parameter is wrong, in sentences that name each", () => {
    const one = merged(duplicate, invalid)
    assert.instanceOf(one, Invalid)
    assert.strictEqual(one.message, "code is wrong. price is wrong.")
    assert.strictEqual(one.wrong, 6)
  })
  it("lose no sentence of one that names no parameter", () => {
    const short = new NotEnoughStock({ message: "Not enough stock of A." })
    assert.strictEqual(merged(short, invalid).message, "Not enough stock of A. price is wrong.")
  })
  it("are itself where there is one", () => {
    assert.strictEqual(merged(conflict), conflict)
  })
})
