/** User addresses: added, listed, changed and removed; each change is read back through the list. */
import { collections } from "@bottega/domain/areas"
import { all } from "@bottega/storage"
import { Effect } from "effect"
import { expect, it } from "vitest"
import { relation, succeeds } from "../relations/relation.ts"
import { type Covered, noId } from "../subjects.ts"
import { suite } from "../surface.ts"
import { primary } from "./addresses/primary.ts"
import { refusals } from "./addresses/refusals.ts"
import { added, addressesOf, newAddress, registered } from "./addresses/sample.ts"

const promises = suite("addresses", (open) => {
  primary(open)
  refusals(open)

  it("show what was sent, with the names of their places, the oldest first", async () => {
    const store = await open()
    const { uid } = await registered(store)
    expect(await store.reader.addresses.list({ uid })).toEqual({ count: 0, addresses: [] })
    const notes = { address_name: "Home", toString: "kept" }
    const first = await store.api.addresses.create(newAddress(uid, { phone: "02 1", tax_code: "RSS", metadata: notes }))
    expect(first).toEqual({
      ...{ id: expect.stringMatching(/^[0-9a-f]{24}$/), principalAddress: true },
      ...{ countryName: "Italy", stateName: "Milano" }
    })
    const second = await store.api.addresses.create(newAddress(uid, { country: "va", state: " Any ", city: "Roma" }))
    expect(second).toMatchObject({ principalAddress: false, stateName: "Any" })
    const { addresses, count } = await store.reader.addresses.list({ uid })
    expect([count, addresses.map(({ id }) => id)]).toEqual([2, [first.id, second.id]])
    const { uid: _, ...given } = newAddress(uid)
    expect(addresses[0]).toEqual({
      ...{ ...given, ...first, phone: "02 1", tax_code: "RSS", state: "380053", country: "380", hidden: false },
      metadata: notes
    })
    expect(addresses[1]).toMatchObject({ ...second, phone: "", tax_code: "", metadata: { address_name: null } })
  })

  it("change the fields that are sent, keep the others, and clear empty ones", async () => {
    const store = await open()
    const { uid } = await registered(store)
    const notes = { address_name: "Home", floor: "2" }
    const id = await added(store, uid, { phone: "02 1", tax_code: "RSS", metadata: notes })
    const other = await added(store, uid)
    const [before, untouched] = await addressesOf(store, uid)
    const put = (more: object) => store.api.addresses.update({ ...newAddress(uid), address_id: id, ...more })
    const shown = async () => (await addressesOf(store, uid)).find((one) => one.id === id)
    await put({})
    expect(await shown()).toEqual(before)
    // The list shows uids, and a client sends them back.
    await put({ country: before!.country, state: before!.state, fullname: "Anna Verdi" })
    expect(await shown()).toEqual({ ...before, fullname: "Anna Verdi" })
    const moved = { phone: "", tax_code: "", country: "US", state: "Texas", postal_code: "any text" }
    const answer = { id, principalAddress: true, countryName: "United States of America", stateName: "Texas" }
    expect(await put({ ...moved, metadata: { address_name: "", floor: "3", door: "b" } })).toEqual(answer)
    expect(await shown()).toEqual({
      ...{ ...before, ...moved, ...answer, country: "840", state: "840048" },
      metadata: { address_name: null, floor: "3", door: "b" }
    })
    const body = JSON.stringify({
      ...newAddress(uid),
      address_id: id,
      metadata: { floor: null, address_name: "Office" }
    })
    const headers = { "content-type": "application/json" }
    await store.send({ method: "PUT", path: "/v1.1/useraccount/address.json", body, headers })
    expect((await shown())?.metadata).toEqual({ address_name: "Office", door: "b" })
    await put({ metadata: { door: "" } })
    expect((await shown())?.metadata).toEqual({ address_name: "Office" })
    for (const nothing of ["metadata[]=", "metadata="]) {
      const form = new URLSearchParams(
        Object.entries({ ...newAddress(uid), address_id: id }).map(([k, v]) => [k, `${v}`])
      )
      const sent = { method: "PUT", path: "/v1.1/useraccount/address.json", body: `${form}&${nothing}` } as const
      expect((await store.send(sent)).status).toBe(200)
      expect((await shown())?.metadata).toEqual({ address_name: "Office" })
    }
    expect((await addressesOf(store, uid)).find((one) => one.id === other)).toEqual(untouched)
  })

  it("are those of one user, and go with it", async () => {
    const store = await open()
    const { id, uid } = await registered(store)
    const other = await registered(store)
    const [mine, theirs] = [await added(store, uid), await added(store, other.uid)]
    await added(store, uid)
    const remove = (uid: number, address_id: string) => store.api.addresses.remove({ uid, address_id })
    await expect(remove(uid, theirs)).rejects.toMatchObject({ status: 404, type: "not_found" })
    await expect(store.api.addresses.update({ ...newAddress(other.uid), address_id: mine })).rejects.toMatchObject({
      status: 404
    })
    expect(await remove(uid, mine)).toEqual({
      success: true,
      error_message: null,
      data: { id: mine, action: "DELETE" }
    })
    await expect(remove(uid, mine)).rejects.toMatchObject({ status: 404 })
    await store.api.customers.remove({ id })
    for (const call of [() => store.reader.addresses.list({ uid }), () => added(store, uid), () => remove(uid, mine)])
      await expect(call()).rejects.toMatchObject({ status: 404, type: "not_found" })
    expect((await addressesOf(store, other.uid)).map((one) => one.id)).toEqual([theirs])
  })
})

/** The addresses of a user go with it, and none is added to a user that is gone. */
const addressOfUser = relation({
  name: "an address and its user",
  target: registered,
  make: ({ api }, { uid }) => succeeds(api.addresses.create(newAddress(uid))),
  remove: ({ api }, { id }) => succeeds(api.customers.remove({ id })),
  clears: true,
  references: (shop, { uid }) =>
    Effect.map(
      all(shop, collections.addressBooks, { where: [{ on: "key", eq: uid }], latest: true }),
      ({ length }) => length
    )
})

export const addresses: Covered<"addresses"> = {
  suite: promises,
  relations: [addressOfUser],
  subjects: {
    list: { given: async (store) => ({ uid: (await registered(store)).uid }) },
    create: { given: async (store) => newAddress((await registered(store)).uid) },
    update: {
      given: async (store) => {
        const { uid } = await registered(store)
        return { ...newAddress(uid), address_id: await added(store, uid) }
      },
      absent: (given) => ({ ...given, address_id: noId })
    },
    remove: {
      given: async (store) => {
        const { uid } = await registered(store)
        return { uid, address_id: await added(store, uid) }
      },
      absent: (given) => ({ ...given, address_id: noId })
    }
  }
}
