import { assert, describe, it } from "vitest"
import { customerFrom, detailOf, locationOf } from "../../src/areas/customers.ts"

describe("a customer", () => {
  it("is a guest until it has a user uid", () => {
    const known = { id: "a", email: "a@b", created: 1 }
    assert.strictEqual(customerFrom(known).accountType, "guest")
    assert.strictEqual(customerFrom({ ...known, userUID: 4 }).accountType, "registered")
  })
  it("shows only the fields of the detail", () => {
    assert.notProperty(detailOf(customerFrom({ id: "a", email: "a@b", created: 1, note: "late" })), "note")
  })
  it("has the country and state that were named, but no state of another country", () => {
    assert.deepInclude(locationOf(380, "MI"), { country: "Italy", countryUID: 380, state: "Milano" })
    assert.deepInclude(locationOf(380, "US-CA"), { state: "", stateUID: null })
    assert.deepInclude(locationOf(null, "MI"), { country: "", countryUID: null, state: "", stateUID: null })
  })
})
