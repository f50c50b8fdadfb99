import fc from "fast-check"
import { assert, describe, it } from "vitest"
import { allCountries } from "../../src/areas/countries.ts"
import {
  accountOf,
  customerAfter,
  customerFrom,
  customFieldBounds,
  customFieldFindings,
  customFieldsAfter,
  detailOf,
  locationOf,
  maxTracedConsents,
  nameFindings,
  namesOf,
  newCustomer,
  nowhere,
  outlived,
  placeAfter,
  placeFindings,
  summaryOf,
  touched
} from "../../src/areas/customers.ts"

const known = { id: "a", email: "a@b", created: 1 }
const milan = { ...nowhere, ...locationOf(380, "MI"), zip: "20121" }
const pathsOf = (found: ReadonlyArray<{ readonly at: ReadonlyArray<string | number> }>) =>
  found.map(({ at }) => at.join("."))

describe("a customer", () => {
  it("is a guest until it has a user uid", () => {
    assert.strictEqual(customerFrom(known).accountType, "guest")
    assert.strictEqual(customerFrom({ ...known, userUID: 4 }).accountType, "registered")
  })
  it("shows only the fields of the detail", () => {
    assert.notProperty(detailOf(customerFrom({ ...known, note: "late" })), "note")
  })
  it("has the country and state that were named, but no state of another country", () => {
    assert.deepInclude(locationOf(380, "MI"), { country: "Italy", countryUID: 380, state: "Milano" })
    assert.deepInclude(locationOf(380, "US-CA"), { state: "", stateUID: null })
    assert.deepInclude(locationOf(null, "MI"), { country: "", countryUID: null, state: "", stateUID: null })
  })
  it("is made of what was sent, and unset otherwise", () => {
    const given = {
      fullname: "Anna Rossi",
      email: "a@b",
      tax_number: "7",
      metadata: { pec: "p" },
      register: 1 as const
    }
    const made = newCustomer(given, { id: "a", now: 9, userUID: 3 })
    assert.deepInclude(made, { code: "7", metadata: { sdi: "", pec: "p" }, registered: 9, accountType: "registered" })
    assert.deepInclude(made, { first_name: "Anna", phone: "", updated: null, created: 9, last_login: null })
  })
  it("shows its dates in the shop's time zone, and an account only if it is registered", () => {
    const guest = summaryOf(customerFrom(known), "Europe/Rome")
    assert.deepInclude(guest, { created_at: "1970-01-01T01:00:01+01:00", updated_at: null, accountType: "guest" })
    assert.isNull(accountOf(customerFrom(known), "UTC"))
    assert.deepStrictEqual(accountOf(customerFrom({ ...known, userUID: 2, registered: 5 }), "UTC"), {
      ...{ userUID: 2, registered_at: "1970-01-01T00:00:05+00:00", last_login: null }
    })
  })
})

describe("the names of a customer", () => {
  it.each([
    [{ fullname: "Anna Rossi" }, "Anna", "Rossi"],
    [{ fullname: "  Anna \t Maria  Rossi " }, "Anna", "Maria  Rossi"],
    [{ fullname: "Cher" }, "Cher", ""],
    [{ first_name: "Anna Maria", last_name: "Rossi" }, "Anna Maria", "Rossi"],
    [{ fullname: "X Y", first_name: "Anna", last_name: "Rossi" }, "Anna", "Rossi"],
    [{ fullname: "X Y", last_name: "Rossi" }, "X", "Y"],
    [{ fullname: "X Y", first_name: " ", last_name: "Rossi" }, "X", "Y"]
  ])("are split or joined: %o", (given, first_name, last_name) => {
    const fullname = last_name === "" ? first_name : `${first_name} ${last_name}`
    assert.deepStrictEqual(namesOf(given), { fullname, first_name, last_name })
  })
  it.each([
    [{}, ["fullname"]],
    [{ fullname: "  " }, ["fullname"]],
    [{ first_name: "Anna" }, ["last_name"]],
    [{ fullname: "", last_name: "Rossi" }, ["first_name"]],
    [{ fullname: "Anna" }, []],
    [{ first_name: "Anna", last_name: "Rossi" }, []]
  ])("are required in one of two forms: %o", (given, expected) => {
    assert.deepStrictEqual(pathsOf(nameFindings(given)), expected)
  })
  it("agree with each other, and are the same when they are sent back", () => {
    const names = fc.record(
      { fullname: fc.string(), first_name: fc.string(), last_name: fc.string() },
      { requiredKeys: [] }
    )
    fc.assert(
      fc.property(names, (given) => {
        const { first_name, fullname, last_name } = namesOf(given)
        assert.strictEqual(fullname, `${first_name} ${last_name}`.trim())
        assert.strictEqual(nameFindings(given).length === 0, fullname !== "")
        assert.deepStrictEqual(namesOf({ fullname, first_name, last_name }), { first_name, fullname, last_name })
      })
    )
  })
})

describe("a change of a customer", () => {
  const anna = newCustomer(
    { fullname: "Anna Rossi", email: "a@b", phone: "1", register: 0 },
    { id: "a", now: 1, userUID: 0 }
  )
  const given = { id: "a", fullname: "Anna Rossi" }
  it("is the same object if nothing changed", () => {
    assert.strictEqual(customerAfter(anna, { ...given, phone: "1", zip: "", note: "" }, 9), anna)
    assert.strictEqual(touched(anna, { accept_marketing: false }, 9), anna)
  })
  it("keeps first and last name if the full name is sent back, and not if it is another one or they are sent", () => {
    const names = { fullname: "Anna Maria De Luca", first_name: "Anna Maria", last_name: "De Luca" }
    const two = { ...anna, ...names }
    for (const fullname of ["Anna Maria De Luca", "  Anna Maria De Luca "])
      assert.strictEqual(customerAfter(two, { id: "a", fullname, first_name: "Eva" }, 9), two)
    const other = { fullname: "Anna Maria Luca", first_name: "Anna", last_name: "Maria Luca" }
    assert.deepStrictEqual(customerAfter(two, { id: "a", fullname: other.fullname }, 9), {
      ...two,
      ...other,
      updated: 9
    })
    const split = { first_name: "Anna", last_name: "Maria De Luca" }
    assert.deepStrictEqual(customerAfter(two, { id: "a", ...split }, 9), { ...two, ...split, updated: 9 })
  })
  it("has what was sent and the time of the change, and keeps the rest", () => {
    const after = customerAfter(anna, { id: "a", first_name: "Eva", last_name: "Neri", phone: "", tax_number: "N" }, 9)
    const names = { fullname: "Eva Neri", first_name: "Eva", last_name: "Neri" }
    assert.deepStrictEqual(after, { ...anna, ...names, phone: "", code: "N", updated: 9 })
  })
})

describe("custom fields", () => {
  const fields = fc.dictionary(fc.constantFrom("a", "b", "7", "toString"), fc.constantFrom("", "x", "y"))
  it("are merged, and an empty value removes one", () => {
    fc.assert(
      fc.property(fc.array(fields), (calls) => {
        const expected = new Map<string, string>()
        let merged: Readonly<Record<string, string>> = {}
        for (const given of calls) {
          merged = customFieldsAfter(merged, given)
          for (const [name, value] of Object.entries(given)) {
            if (value === "") expected.delete(name)
            else expected.set(name, value)
          }
        }
        assert.deepStrictEqual(new Map(Object.entries(merged)), expected)
        assert.deepStrictEqual(customFieldsAfter(merged, merged), merged)
      })
    )
  })
  it("have short names and values", () => {
    const { nameCharacters, valueCharacters } = customFieldBounds
    assert.deepStrictEqual(customFieldFindings({ ["n".repeat(nameCharacters)]: "v".repeat(valueCharacters) }), [])
    const wrong = { "": "x", ["n".repeat(nameCharacters + 1)]: "", ok: "1", long: "v".repeat(valueCharacters + 1) }
    assert.strictEqual(customFieldFindings(wrong).length, 3)
  })
})

describe("a consent log", () => {
  it("never names more addresses than one commit removes", () => {
    const traced: Array<number> = []
    for (let n = 0; n < 3 * maxTracedConsents; n++) {
      for (const old of outlived(traced)) traced.splice(traced.indexOf(old), 1)
      traced.push(n)
      assert.isAtMost(traced.length, maxTracedConsents)
      assert.strictEqual(traced.at(0), Math.max(0, n - maxTracedConsents + 1))
    }
  })
})

describe("the place of a customer", () => {
  it.each([
    [{ countryUID: 1 }, ["countryUID"]],
    [{ country: "Neverland" }, ["country"]],
    [{ country: "Italia", countryUID: 380 }, []],
    [{ countryUID: 380, stateUID: 840001, zip: "2012" }, ["stateUID", "zip"]],
    [{ countryUID: 250, stateUID: 25 }, ["stateUID"]],
    [{ countryUID: 250, state: "25" }, []],
    [{ countryUID: 380, state: "Texas" }, ["state"]],
    [{ countryUID: 380, region: "Texas" }, ["region"]],
    [{ countryUID: 380, state: "Milano", region: "Texas" }, []],
    [{ countryUID: 380, stateUID: milan.stateUID!, state: "Texas" }, []],
    [{ state: "Milano" }, ["state"]],
    [{ zip: "anything" }, []],
    [{ country: "", state: "", zip: "" }, []]
  ])("of a new one is checked: %o", (given, expected) => {
    assert.deepStrictEqual(pathsOf(placeFindings(given, nowhere)), expected)
  })
  it.each([
    [{ state: "Roma", zip: "00118" }, []],
    [{ state: "Texas", zip: "2" }, ["state", "zip"]],
    [{ countryUID: 380 }, []],
    [{ countryUID: 826 }, ["countryUID", "countryUID"]],
    [{ countryUID: 840, state: "Texas" }, []],
    [{ countryUID: 826, state: "", zip: "" }, []],
    [{ countryUID: null }, ["countryUID"]],
    [{ countryUID: null, stateUID: null }, []]
  ])("of one in Milan is checked: %o", (given, expected) => {
    assert.deepStrictEqual(pathsOf(placeFindings(given, milan)), expected)
  })
  it("keeps a postal code that an order left, unless the country changes", () => {
    const left = { ...milan, zip: "XYZ" }
    assert.deepStrictEqual(placeFindings({ zip: " XYZ " }, left), [])
    assert.deepStrictEqual(placeFindings({ countryUID: 380, zip: "XYZ" }, left), [])
    assert.deepStrictEqual(
      placeFindings({ countryUID: 380, zip: "XYZ" }).map(({ at, mayBeStored }) => [at, mayBeStored]),
      [[["zip"], true]]
    )
    assert.deepStrictEqual(pathsOf(placeFindings({ zip: "XYZZ" }, left)), ["zip"])
    assert.deepStrictEqual(pathsOf(placeFindings({ countryUID: 826, state: "", zip: "XYZ" }, left)), ["zip"])
  })
  it("is not judged before the country is known", () => {
    assert.deepStrictEqual(placeFindings({ state: "Texas", zip: "2" }), [])
    assert.deepStrictEqual(pathsOf(placeFindings({ countryUID: 380, state: "Texas" })), ["state"])
  })
  it("keeps what was not sent, and forgets what is emptied", () => {
    assert.deepStrictEqual(placeAfter(milan, {}), milan)
    assert.deepStrictEqual(placeAfter({ ...customerFrom(known), ...milan }, {}), milan)
    assert.deepStrictEqual(placeAfter(milan, { zip: " 20122 " }), { ...milan, zip: "20122" })
    assert.deepStrictEqual(placeAfter(milan, { state: "" }), { ...milan, state: "", stateUID: null })
    assert.deepStrictEqual(placeAfter(milan, { countryUID: null, stateUID: null, zip: "" }), nowhere)
  })
  it("without findings is a country's own state and postal code, and stays when it is sent back", () => {
    const state = fc.constantFrom("Milano", "Texas", "Bayern", "75", "", "Cork")
    const zip = fc.constantFrom("20121", "90210-1234", "SW1A 1AA", "", "x")
    const countryUID = fc.constantFrom(...allCountries.map(({ uid }) => uid), null)
    const given = fc.record({ countryUID, state, zip }, { requiredKeys: [] })
    fc.assert(
      fc.property(given, given, (first, second) => {
        let place = nowhere
        for (const one of [first, second]) if (placeFindings(one, place).length === 0) place = placeAfter(place, one)
        const { countryUID, stateUID, state, zip } = place
        const again = { countryUID, zip, ...(stateUID === null ? { state } : { stateUID }) }
        assert.deepStrictEqual(placeFindings(again, nowhere), [])
        assert.deepStrictEqual(placeAfter(nowhere, again), place)
      })
    )
  })
})
