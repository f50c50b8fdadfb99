import fc from "fast-check"
import { assert, describe, it } from "vitest"
import {
  type AddressBook,
  addressFindings,
  addressFrom,
  placedAddress,
  shownAddress,
  type UserAddress,
  withAddress,
  withChanged,
  withoutAddress
} from "../../src/areas/addresses.ts"

const given = {
  fullname: "Anna Rossi",
  email: "anna@example.com",
  address: "Via Dante 1",
  city: "Milano",
  postal_code: "20121",
  state: "MI",
  country: "IT"
}
const address = (id: string): UserAddress => addressFrom(given, id)
/** A book of addresses with these ids, the first of which is the primary one. */
const book = (...ids: ReadonlyArray<string>): AddressBook => ({
  userUID: 1,
  primary: ids[0]!,
  addresses: ids.map(address)
})
const mark = (of: AddressBook, id: string, value: 0 | 1 | undefined) => withChanged(of, address(id), value).primary

describe("the primary address", () => {
  const three = book("a", "b", "c")
  const rows: ReadonlyArray<readonly [title: string, is: string | undefined, wanted: string | undefined]> = [
    ["is the first one", withAddress(undefined, { added: address("a"), marked: false, userUID: 1 }).primary, "a"],
    [
      "stays if an unmarked one is added",
      withAddress(three, { added: address("d"), marked: false, userUID: 1 }).primary,
      "a"
    ],
    [
      "is a marked one that is added",
      withAddress(three, { added: address("d"), marked: true, userUID: 1 }).primary,
      "d"
    ],
    ["is the one that is marked", mark(three, "c", 1), "c"],
    ["stays if another one is unmarked", mark(three, "c", 0), "a"],
    ["stays if its mark is not mentioned", mark(three, "a", undefined), "a"],
    ["is the oldest other one once it is unmarked", mark(three, "a", 0), "b"],
    ["is the oldest of all once a later one is unmarked", mark({ ...three, primary: "c" }, "c", 0), "a"],
    ["stays if it is unmarked and the only one", mark(book("a"), "a", 0), "a"],
    ["is the oldest other one once it is removed", withoutAddress(three, "a")?.primary, "b"],
    ["stays if another one is removed", withoutAddress(three, "b")?.primary, "a"],
    ["is undefined once the only one is removed", withoutAddress(book("a"), "a")?.primary, undefined]
  ]
  for (const [title, is, wanted] of rows) it(title, () => assert.strictEqual(is, wanted))

  it("is exactly one after any history of calls", () => {
    const call = fc.record({
      kind: fc.constantFrom("add", "change", "remove"),
      which: fc.nat(7),
      mark: fc.constantFrom(undefined, 0, 1)
    })
    fc.assert(
      fc.property(fc.array(call, { maxLength: 60 }), (calls) => {
        let now: AddressBook | undefined
        let count = 0
        for (const [n, { kind, mark, which }] of calls.entries()) {
          const id = now?.addresses[which % now.addresses.length]?.id
          if (kind === "add") {
            now = withAddress(now, { added: address(`${n}`), marked: mark === 1, userUID: 1 })
            count++
          } else if (now !== undefined && id !== undefined) {
            if (kind === "remove") count--
            now = kind === "remove" ? withoutAddress(now, id) : withChanged(now, address(id), mark)
            if (kind === "change" && mark === 1) assert.strictEqual(now?.primary, id)
          }
          assert.strictEqual(now?.addresses.length ?? 0, count)
          const shown = now?.addresses.map((one) => shownAddress(now!, one).principalAddress) ?? []
          assert.strictEqual(shown.filter(Boolean).length, Math.min(count, 1))
        }
      })
    )
  })
})

describe("an address", () => {
  it("is the same object with its book if nothing changes", () => {
    const one = book("a", "b")
    assert.strictEqual(withChanged(one, address("b"), undefined), one)
    assert.strictEqual(withChanged(one, address("a"), 1), one)
    assert.notStrictEqual(withChanged(one, { ...address("b"), city: "Monza" }, undefined), one)
  })
  it("keeps what is optional and not sent, and clears what is empty", () => {
    const before = addressFrom({ ...given, phone: "1", tax_code: "T", metadata: { a: "1", b: "2" } }, "a")
    assert.deepStrictEqual(addressFrom(given, "a", before), before)
    const after = addressFrom({ ...given, phone: "", metadata: { a: "", b: "", c: "3" } }, "a", before)
    assert.deepInclude(after, { phone: "", tax_code: "T" })
    assert.deepStrictEqual(after.metadata, { c: "3" })
  })
  it("has its country and state as uids, whichever way they are named", () => {
    for (const country of ["IT", "it", "380", " 380 "])
      for (const state of ["MI", "it-mi", "Milano", "380053"])
        assert.deepInclude(addressFrom({ ...given, country, state }, "a"), { country: "380", state: "380053" })
    assert.deepInclude(addressFrom({ ...given, country: "VA", state: " Any " }, "a"), { country: "336", state: "Any" })
    const [stateName, countryName] = ["Milano", "Italy"]
    assert.deepInclude(placedAddress(book("a"), address("a")), { stateName, countryName, principalAddress: true })
  })
  it("is in a country that exists, and in a state of it", () => {
    const found = (more: object) => addressFindings({ ...given, ...more }).map(({ at }) => at.join("."))
    assert.deepStrictEqual(found({}), [])
    for (const country of ["", "X", "XX", "ITA", "999", "-380", "0380"])
      assert.deepStrictEqual(found({ country }), ["country"])
    assert.deepStrictEqual(found({ state: "Texas" }), ["state"])
    assert.deepStrictEqual(addressFindings({ state: "Texas" }), [])
    assert.deepStrictEqual(found({ metadata: { "": "x", a: "x".repeat(256), [`n${"x".repeat(100)}`]: "1" } }).length, 3)
  })
})
