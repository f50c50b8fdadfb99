import { assert, describe, it } from "vitest"
import {
  type Account,
  accountHolder,
  accountShown,
  activeAccount,
  newListing,
  withoutListing
} from "../../src/areas/b2b.ts"
import { asGuest, customerFrom } from "../../src/areas/customers.ts"

const given = { email: "anna@b", fullname: "Anna Rossi", customer_group_id: "g" }
const made = { id: "new", now: 9, userUID: 4 }
const guest = customerFrom({
  id: "old",
  email: "Anna@B",
  created: 1,
  fullname: "Guest",
  first_name: "Guest",
  note: "n"
})
const holder = accountHolder(undefined, given, made)

describe("a listing", () => {
  it("is made with its group and its attribute, which name each other", () => {
    const { attribute, group, listing } = newListing({ name: "Bars" }, { listing: "l", group: "g", attribute: "a" })
    assert.deepEqual(listing, { id: "l", customers_group: "g", description: "", name: "Bars", attribute: "a" })
    assert.deepEqual(group, { id: "g", name: "Bars", label_color: "", description: "", metadata: { listing_id: "l" } })
    assert.deepEqual(attribute, { id: "a", label: "Bars - price", type: "number", data: [], read_only: 0 })
    assert.deepEqual(withoutListing(group), { ...group, metadata: [] })
  })
})

describe("the holder of an account", () => {
  it("is a new registered customer in the group", () => {
    assert.deepInclude(holder, { id: "new", email: "anna@b", created: 9, registered: 9, userUID: 4, group_id: "g" })
    assert.deepInclude(holder, { fullname: "Anna Rossi", first_name: "Anna", last_name: "Rossi", updated: null })
    assert.strictEqual(holder.accountType, "registered")
  })
  it("is the known guest, registered, with everything else as it was", () => {
    const after = accountHolder(guest, given, made)
    const fields = { userUID: 4, registered: 9, group_id: "g", accountType: "registered" as const, updated: 9 }
    assert.deepEqual(after, { ...guest, fullname: "Anna Rossi", first_name: "Anna", last_name: "Rossi", ...fields })
  })
  it("is the same object if nothing changes, also with a first name of several words", () => {
    assert.strictEqual(accountHolder(holder, given, { ...made, now: 10 }), holder)
    const twoNames = { ...holder, fullname: "Anna Maria Rossi", first_name: "Anna Maria" }
    assert.strictEqual(accountHolder(twoNames, { ...given, fullname: " Anna Maria Rossi " }, made), twoNames)
  })
  it("becomes a guest and keeps group and names; a guest stays the same object", () => {
    const after = asGuest(holder, 11)
    assert.deepEqual(after, { ...holder, userUID: 0, accountType: "guest", registered: null, updated: 11 })
    assert.strictEqual(asGuest(guest, 11), guest)
  })
})

describe("an account", () => {
  const states: ReadonlyArray<readonly [Account["status"] | undefined, Partial<Account>]> = [
    [undefined, { uid: 4, registered: 9 }],
    ["removed", { uid: 4, registered: 9 }],
    ["pending", { uid: 2, registered: 5 }],
    ["ask-for-removal", { uid: 2, registered: 5 }],
    ["active", { uid: 2, registered: 5 }]
  ]
  it.each(states)("that is %s is active after a call", (status, kept) => {
    const before = status && { customer: "new", uid: 2, registered: 5, status }
    const after = activeAccount(before, holder, 9)
    assert.deepEqual(after, { customer: "new", uid: 0, registered: 0, status: "active", ...kept })
    assert.strictEqual(after === before, status === "active")
  })
  it("shows its date in the style of customers", () => {
    const account = { customer: "new", uid: 4, registered: 1531553332, status: "active" } as const
    assert.deepEqual(accountShown(account, "anna@b", "Europe/Rome"), {
      ...{ id: 4, email: "anna@b", registration_status: "active" },
      registration_date: "2018-07-14T09:28:52+02:00"
    })
  })
})
