/** Changing customers: names, places, custom fields, consent; each change is read back through another operation. */
import { expect, it } from "vitest"
import { noId } from "../../subjects.ts"
import type { Store } from "../../surface.ts"
import { placed, refused, wrongIn } from "../orders/sample.ts"
import { listed, made, newCustomer } from "./sample.ts"

const done = { ok: 1, n: 1, err: null, updatedExisting: true }
const full = { fullname: "Anna Rossi" }

export const changes = (open: () => Promise<Store>) => {
  it("change the fields that are sent, clear empty ones, and count only real changes", async () => {
    const store = await open()
    const { api, clock, reader } = store
    const address = { phone: "02 1", address: "Via Dante 1", city: "Milano", zip: "20121", countryUID: 380 }
    const id = await made(store, { ...address, website: "https://rossi.example", state: "Milano", tax_number: "RSS" })
    const before = await reader.customers.read({ id })
    expect(await api.customers.update({ id, ...full })).toEqual({ ...done, nModified: 0 })
    expect((await listed(store, id))?.updated_at).toBeNull()
    clock.advance(2000)
    const given = {
      id,
      first_name: "Anna",
      last_name: "Verdi",
      phone: "",
      zip: "20122",
      tax_number: "VRD",
      note: "new"
    }
    expect(await api.customers.update(given)).toEqual({ ...done, nModified: 1 })
    expect(await reader.customers.read({ email: before.email })).toEqual({
      ...{ ...before, fullname: "Anna Verdi", phone: "", zip: "20122", code: "VRD" }
    })
    expect(await api.customers.update(given)).toEqual({ ...done, nModified: 0 })
    const { created_at, last_name, updated_at } = (await listed(store, id))!
    expect(last_name).toBe("Verdi")
    expect(Date.parse(updated_at!)).toBeGreaterThan(Date.parse(created_at))
  })

  it("are found by the time of their change, alone and with other filters", async () => {
    const store = await (await open()).withShop()
    const [first, second, third] = [await made(store), await made(store, { register: 1 }), await made(store)]
    store.clock.advance(5000)
    await store.api.customers.update({ id: second, ...full, phone: "1" })
    store.clock.advance(5000)
    await store.api.customers.update({ id: first, ...full, phone: "1" })
    const at = Date.parse((await listed(store, second))!.updated_at!) / 1000
    const found = async (filters: Parameters<typeof store.api.customers.list>[0]) =>
      (await store.api.customers.list(filters)).map(({ id }) => id)
    const always = { updated_at_from: 0, updated_at_to: 253402300799 }
    expect(await found(always)).toEqual([second, first])
    expect(await found({ ...always, accountType: "guest" })).toEqual([first])
    expect(await found({ updated_at_from: at, updated_at_to: 253402300799 })).toEqual([first])
    expect(await found({ updated_at_from: at - 1, updated_at_to: at + 1 })).toEqual([second])
    const ages = { created_at_from: 0, created_at_to: 253402300799 }
    expect((await found({ ...always, ...ages })).sort()).toEqual([first, second].sort())
    expect(await found({ ...always, created_at_from: 0, created_at_to: 1 })).toEqual([])
    expect((await found(ages)).length).toBe([first, second, third].length)
    const followed: Array<string> = []
    for await (const { id } of store.api.customers.page.all({ ...always, limit: 1 })) followed.push(id)
    expect(followed).toEqual([second, first])
  })

  it("take a postal code back that an order left, though the country does not have it", async () => {
    const store = await open()
    const { email } = newCustomer()
    await placed(store, { billing_email: email, billing_country: "IT", billing_postal_code: "XYZ" })
    const { countryUID, id, zip } = await store.api.customers.read({ email })
    const put = (more: object) => store.api.customers.update({ id, fullname: "Anna Rossi", ...more })
    const phone = "02 1"
    expect([countryUID, zip]).toEqual([380, "XYZ"])
    expect(await put({ zip, phone })).toMatchObject({ nModified: 1 })
    expect(await put({ countryUID, zip, phone })).toMatchObject({ nModified: 0 })
    expect(await wrongIn(put({ zip: "XYZZ" }))).toEqual(["zip"])
    expect(await wrongIn(put({ countryUID: 826, zip }))).toEqual(["zip"])
  })

  it("keep a state and a postal code of their country, whichever of them is sent", async () => {
    const store = await open()
    const { api } = store
    const id = await made(store, { countryUID: 380, state: "Milano", zip: "20121" })
    const placeOf = async () => {
      const { country, state, zip } = await api.customers.read({ id })
      return [country, state, zip]
    }
    const put = (more: object) => api.customers.update({ id, ...full, ...more })
    expect(await wrongIn(put({ state: "Texas", zip: "2012" }))).toEqual(["state", "zip"])
    expect(await wrongIn(put({ countryUID: 840, zip: "2012", phone: ["1", "2"] as never }))).toEqual(["phone", "zip"])
    expect(await wrongIn(put({ countryUID: 826 }))).toEqual(["countryUID", "countryUID"])
    expect(await wrongIn(put({ countryUID: 826, stateUID: 380025 }))).toEqual(["stateUID"])
    expect(await placeOf()).toEqual(["Italy", "Milano", "20121"])
    await put({ region: "Roma" })
    expect(await placeOf()).toEqual(["Italy", "Roma", "20121"])
    await put({ state: "Torino", region: "Texas" })
    expect(await placeOf()).toEqual(["Italy", "Torino", "20121"])
    await put({ countryUID: 840, state: "Texas", zip: "73301" })
    expect(await placeOf()).toEqual(["United States of America", "Texas", "73301"])
    await put({ state: "", zip: "" })
    expect(await placeOf()).toEqual(["United States of America", "", ""])
    await put({ stateUID: 840048, state: "Milano" })
    expect(await placeOf()).toEqual(["United States of America", "Texas", ""])
    expect(await wrongIn(put({ countryUID: null }))).toEqual(["countryUID"])
    const body = `id=${id}&fullname=Anna+Rossi&countryUID=null&stateUID=null`
    expect((await store.send({ method: "PUT", path: "/v1.1/clients/client.json", body })).json.nModified).toBe(1)
    expect(await placeOf()).toEqual(["", "", ""])
  })

  it("need a name, and exist in this shop", async () => {
    const store = await open()
    const { send, stranger } = store
    const id = await made(store)
    const { json, status } = await send({
      method: "PUT",
      path: "/v1.1/clients/client.json",
      body: "fullname=&first_name=A"
    })
    expect([status, json.error.details.map(({ path }: { path: string }) => path)]).toEqual([400, ["id", "last_name"]])
    for (const call of [
      () => store.api.customers.update({ id: noId, ...full }),
      () => stranger.customers.update({ id, ...full }),
      () => stranger.customers.remove({ id }),
      () => stranger.customers.acceptMarketing({ id, accept_marketing: true }),
      () => stranger.customers.setCustomFields({ id, custom_fields: { a: "b" } })
    ])
      expect(await refused(call())).toMatchObject({ status: 404, type: "not_found" })
  })

  it("merge custom fields, and remove those that are empty", async () => {
    const store = await open()
    const { api, send } = store
    const id = await made(store)
    const set = (custom_fields: Record<string, string>) => api.customers.setCustomFields({ id, custom_fields })
    const fieldsOf = async () => (await listed(store, id))?.custom_fields
    expect(await set({ shoe: "38", toString: "kept", "a.b c": "1" })).toEqual({ ...done, nModified: 1, errmsg: null })
    expect(await set({ shoe: "38" })).toEqual({ ...done, nModified: 0, errmsg: null })
    expect(await set({ none: "" })).toEqual({ ...done, nModified: 0, errmsg: null })
    await set({ shoe: "", hat: "7" })
    expect(await fieldsOf()).toEqual({ toString: "kept", "a.b c": "1", hat: "7" })
    const path = "/v1.1/clients/custom_fields.json"
    const put = async (body: string) => (await send({ method: "PUT", path, body })).json.error?.details[0].path
    expect(await put(`id=${id}&custom_fields=`)).toBe("custom_fields")
    expect(await put(`id=${id}&custom_fields=x`)).toBe("custom_fields")
    expect(await put(`id=${id}&custom_fields[]=x`)).toBe("custom_fields[]")
    const nested = await send({ method: "PUT", path, body: `id=${id}&custom_fields[a][b]=1` })
    expect(nested.json.error?.details).toEqual([{ path: "custom_fields[a]", message: "must be one value" }])
    expect(await put(`id=${id}&custom_fields[${"x".repeat(101)}]=1`)).toMatch(/^custom_fields\[x+/)
    expect(await wrongIn(set({ long: "x".repeat(2001), hat: "8" }))).toEqual(["custom_fields[long]"])
    const many = Object.fromEntries(Array.from({ length: 98 }, (_, n) => [`f${n}`, "1"]))
    expect(await wrongIn(set(many))).toEqual(["custom_fields"])
    expect(await fieldsOf()).toEqual({ toString: "kept", "a.b c": "1", hat: "7" })
    await set({ ...many, hat: "" })
    expect(Object.keys((await fieldsOf())!)).toHaveLength(100)
  })

  it("merge custom fields of calls at once", async () => {
    const store = await open()
    const twin = await store.twin()
    const id = await made(store)
    const names = Array.from({ length: 20 }, (_, n) => `field${n}`)
    await Promise.all(
      names.map((name, n) =>
        (n % 2 ? store : twin).api.customers.setCustomFields({ id, custom_fields: { [name]: "1" } })
      )
    )
    expect(Object.keys((await listed(store, id))!.custom_fields!).sort()).toEqual(names.sort())
  })
}
