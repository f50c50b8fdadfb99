/** A customer's group: set, unset, and shown by the customer's orders. */
import { expect, it } from "vitest"
import { noId, type Subjects } from "../../subjects.ts"
import type { Suite } from "../../surface.ts"
import { guest } from "./guest.ts"

const path = "/v1.1/clients/client2group.json"

/** Registers the promises of a customer's group. */
export const group: Suite["register"] = (open) => {
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

  it("refuses a group that the shop does not have, and does not know a customer that is none", async () => {
    const store = await open()
    const { id } = await guest(store)
    const unknown = await store.send({ method: "PUT", path, body: { id, group_id: noId } })
    expect([unknown.status, unknown.json.error.type, unknown.json.error.details]).toEqual([
      ...[400, "invalid"],
      [{ path: "group_id", message: "is no customer group of the shop" }]
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
    given: async (store) => ({ id: (await guest(store)).id, group_id: "null" }),
    absent: (given) => ({ ...given, id: noId })
  },
  removeGroup: {
    given: async (store) => ({ id: (await guest(store)).id }),
    absent: () => ({ id: noId })
  }
}
