/** Creating customers: names, places, registration, and what is refused. */
import { expect, it } from "vitest"
import type { Store } from "../../surface.ts"
import { refused, wrongIn } from "../orders/sample.ts"
import { listed, made, newCustomer } from "./sample.ts"

const path = "/v1.1/clients/client.json"

export const creation = (open: () => Promise<Store>) => {
  it("are read as they were made, alone and in the list", async () => {
    const store = await open()
    const email = "Carla.Verdi@Example.com"
    const answer = await store.api.customers.create({
      ...{ fullname: "Carla Maria Verdi", email, website: "https://verdi.example", phone: "02 1", mobile: "333 2" },
      ...{
        address: "Via Dante 1",
        city: "Milano",
        zip: "20121",
        countryUID: 380,
        state: "milano",
        tax_number: "VRDCRL"
      },
      ...{ metadata: { sdi: "ABC1234", pec: "carla@pec.example" }, note: "Rings twice." }
    })
    expect(answer).toEqual({ client: { id: expect.stringMatching(/^[0-9a-f]{24}$/) } })
    const { id } = answer.client
    const detail = await store.reader.customers.read({ id })
    expect(detail).toEqual({
      ...{ id, fullname: "Carla Maria Verdi", email, website: "https://verdi.example", phone: "02 1", mobile: "333 2" },
      ...{ address: "Via Dante 1", city: "Milano", zip: "20121", state: "Milano", stateUID: detail.stateUID },
      ...{ country: "Italy", countryUID: 380, code: "VRDCRL", userUID: 0, accountType: "guest" }
    })
    expect(await store.reader.customers.read({ email: email.toUpperCase() })).toEqual(detail)
    expect(await listed(store, id)).toEqual({
      ...{ id, fullname: "Carla Maria Verdi", first_name: "Carla", last_name: "Maria Verdi", email, userUID: 0 },
      ...{ created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0[12]:00$/), updated_at: null },
      ...{ accept_marketing: false, accountType: "guest", custom_fields: {}, group: null }
    })
  })

  it("are registered with a userUID of their own", async () => {
    const store = await open()
    const ids = await Promise.all([1, 2, 3].map(() => made(store, { register: 1 })))
    const found = await Promise.all(ids.map((id) => store.api.customers.read({ id })))
    for (const { accountType, userUID } of found) {
      expect(accountType).toBe("registered")
      expect(userUID).toBeGreaterThan(0)
    }
    expect(new Set(found.map(({ userUID }) => userUID)).size).toBe(3)
  })

  it("have a full name that is the first and the last together, whichever were sent", async () => {
    const store = await open()
    const namesOf = async (given: Parameters<typeof made>[1]) => {
      const { first_name, fullname, last_name } = (await listed(store, await made(store, given)))!
      return [fullname, first_name, last_name]
    }
    expect(await namesOf({ fullname: " Dora  De Luca " })).toEqual(["Dora De Luca", "Dora", "De Luca"])
    expect(await namesOf({ fullname: "Cher" })).toEqual(["Cher", "Cher", ""])
    const both = { first_name: "Anna Maria", last_name: "De Luca" }
    expect(await namesOf({ fullname: "", ...both })).toEqual(["Anna Maria De Luca", "Anna Maria", "De Luca"])
    expect(await namesOf({ fullname: "Someone else", ...both })).toEqual([
      "Anna Maria De Luca",
      "Anna Maria",
      "De Luca"
    ])
    expect(await namesOf({ fullname: "Eva Neri", first_name: "Adam" })).toEqual(["Eva Neri", "Eva", "Neri"])
  })

  it("have the names of the order that made them, by the same rule", async () => {
    const store = await open()
    const billing = { billing_email: "first.order@example.com", billing_fullname: "Elio De Santis" }
    await store.api.orders.create({
      ...{ shipping_flag: "not_required", item_id: [{ sku: "x", price: 1, quantity: 1 }], ...billing },
      ...{ shipping_method: "none", shipping_cost: 0, payment_method: "paypal" }
    })
    const { id } = await store.api.customers.read({ email: billing.billing_email })
    expect(await listed(store, id)).toMatchObject({ first_name: "Elio", last_name: "De Santis" })
  })

  it("are placed by uids, or by names in the legacy form", async () => {
    const store = await open()
    const placeOf = async (given: Parameters<typeof made>[1]) => {
      const { country, countryUID, state, stateUID } = await store.api.customers.read({ id: await made(store, given) })
      return { country, countryUID, state, stateUID }
    }
    const milan = await placeOf({ country: "italy", state: "MILANO" })
    expect(milan).toEqual({ country: "Italy", countryUID: 380, state: "Milano", stateUID: expect.any(Number) })
    expect(await placeOf({ countryUID: 380, stateUID: milan.stateUID! })).toEqual(milan)
    expect(await placeOf({ countryUID: 380, country: "Neverland", stateUID: milan.stateUID!, state: "Roma" })).toEqual(
      milan
    )
    expect(await placeOf({})).toEqual({ country: "", countryUID: null, state: "", stateUID: null })
  })

  it("name everything that is wrong at once", async () => {
    const { api, send } = await open()
    const post = async (body: string) => {
      const { json, status } = await send({ method: "POST", path, body })
      expect(status).toBe(400)
      return json.error.details.map(({ path }: { path: string }) => path).sort()
    }
    expect(await post("")).toEqual(["email", "fullname"])
    expect(await post("email=x&first_name=Anna&register=2&metadata=x")).toEqual([
      ...["email", "last_name", "metadata", "register"]
    ])
    expect(await post("email=a@b&fullname=%20&last_name=Rossi")).toEqual(["first_name"])
    const wrong = { fullname: "A B", email: "place@example.com" }
    expect(await wrongIn(api.customers.create({ ...wrong, countryUID: 1, stateUID: 5 }))).toEqual(["countryUID"])
    expect(await wrongIn(api.customers.create({ ...wrong, country: "Neverland" }))).toEqual(["country"])
    expect(await wrongIn(api.customers.create({ ...wrong, state: "Milano", zip: "anything" }))).toEqual(["state"])
    const abroad = { ...wrong, countryUID: 840, state: "Milano", zip: "2012" }
    expect(await wrongIn(api.customers.create(abroad))).toEqual(["state", "zip"])
    // A number is a uid, never the code of a state.
    expect(await wrongIn(api.customers.create({ ...wrong, countryUID: 250, stateUID: 25 }))).toEqual(["stateUID"])
    await expect(api.customers.read({ email: wrong.email })).rejects.toMatchObject({ status: 404 })
  })

  it("have an email address that no other has, in any case, also when made at once", async () => {
    const store = await open()
    const twin = await store.twin()
    const emails = ["solo@example.com", "Solo@example.com", "SOLO@EXAMPLE.COM", "solo@Example.com"]
    const results = await Promise.allSettled(
      emails.map((email, n) => (n % 2 === 0 ? store : twin).api.customers.create(newCustomer({ email, register: 1 })))
    )
    const lost = results.filter((result) => result.status === "rejected")
    expect(lost.map(({ reason }) => [reason.status, reason.type])).toEqual(Array(3).fill([409, "duplicate"]))
    const again = await refused(store.api.customers.create(newCustomer({ email: emails[2]! })))
    expect(again.details).toEqual([{ path: "email", message: "is the email address of another customer" }])
    expect(again.message).toBe("The shop already has a customer with the email address SOLO@EXAMPLE.COM.")
    await expect(store.stranger.customers.read({ email: emails[0]! })).rejects.toMatchObject({ status: 404 })
  })
}
