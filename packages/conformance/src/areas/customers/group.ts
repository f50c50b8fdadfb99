/** A customer's group: set, unset, and shown by the customer's orders. */
import { expect, it } from "vitest"
import { noId, type Subjects, unique } from "../../subjects.ts"
import type { Store, Suite } from "../../surface.ts"
import { guest, listed } from "./sample.ts"

const path = "/v1.1/clients/client2group.json"

const newGroup = async ({ api }: Store) => (await api.customergroups.create({ name: `Group ${unique()}` })).id

/** Registers the promises of a customer's group. */
export const group: Suite["register"] = (open) => {
  it("is shown in the list and with the customer's orders, from the change on", async () => {
    const store = await open()
    const { api, reader } = store
    const { email, id } = await guest(store)
    const { order_id: orderID } = await api.orders.create({
      ...{ shipping_flag: "not_required", billing_email: email, shipping_method: "none", shipping_cost: 0 },
      ...{ item_id: [{ sku: "x", price: 1, quantity: 1 }], payment_method: "bank_transfer" }
    })
    const ofOrder = async () => (await reader.orders.read({ orderID, nodes: ["customergroup"] })).customergroup
    const [one, other] = [await newGroup(store), await newGroup(store)]
    const shown = async () => [(await listed(store, id))?.group?.id, (await ofOrder())?.id]
    expect(await api.customers.setGroup({ id, group_id: one })).toEqual({ id, group: { before: null, after: one } })
    expect(await shown()).toEqual([one, one])
    expect(await api.customers.setGroup({ id, group_id: other })).toEqual({ id, group: { before: one, after: other } })
    expect(await api.customers.setGroup({ id, group_id: other })).toEqual({
      id,
      group: { before: other, after: other }
    })
    expect(await shown()).toEqual([other, other])
    await expect(api.customers.setGroup({ id, group_id: noId })).rejects.toMatchObject({ status: 400 })
    expect(await shown()).toEqual([other, other])
    expect(await api.customers.removeGroup({ id })).toEqual({ id, group: { before: other, after: null } })
    expect(await shown()).toEqual([undefined, undefined])
    expect(await listed(store, id)).toMatchObject({ group: null })
  })

  it("is a group of this shop", async () => {
    const store = await open()
    const { id } = await guest(store)
    const elsewhere = await newGroup(await store.withShop())
    await expect(store.api.customers.setGroup({ id, group_id: elsewhere })).rejects.toMatchObject({ status: 400 })
  })

  it("puts a customer into no group by the word null or an empty value, and by removing its group", async () => {
    const store = await open()
    const { id } = await guest(store)
    const none = { id, group: { before: null, after: null } }
    for (const group_id of ["", "null"])
      expect((await store.send({ method: "PUT", path, body: { id, group_id } })).json).toEqual(none)
    const headers = { "content-type": "application/json" }
    const body = JSON.stringify({ id, group_id: null })
    expect((await store.send({ method: "PUT", path, body, headers })).json).toEqual(none)
    expect(await store.api.customers.removeGroup({ id })).toEqual(none)
  })

  it("refuses a group that the shop does not have, and does not find an unknown customer", async () => {
    const store = await open()
    const { id } = await guest(store)
    const unknown = await store.send({ method: "PUT", path, body: { id, group_id: noId } })
    expect([unknown.status, unknown.json.error.type, unknown.json.error.details]).toEqual([
      ...[400, "invalid"],
      [{ path: "group_id", message: "names no customer group of the shop" }]
    ])
    const empty = await store.send({ method: "PUT", path, body: "" })
    expect(empty.json.error.details.map((detail: { path: string }) => detail.path).sort()).toEqual(["group_id", "id"])
    const absent = { status: 404, type: "not_found" }
    await expect(store.api.customers.setGroup({ id: noId, group_id: noId })).rejects.toMatchObject(absent)
    await expect(store.api.customers.removeGroup({ id: noId })).rejects.toMatchObject(absent)
    await expect(store.stranger.customers.removeGroup({ id })).rejects.toMatchObject(absent)
  })
}

/** How the operations on a customer's group are called. */
export const groupSubjects: Pick<Subjects<"customers">, "setGroup" | "removeGroup"> = {
  setGroup: {
    given: async (store) => ({ id: (await guest(store)).id, group_id: await newGroup(store) })
  },
  removeGroup: {
    given: async (store) => ({ id: (await guest(store)).id })
  }
}
