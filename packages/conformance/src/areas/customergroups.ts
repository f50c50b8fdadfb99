/** Customer groups: none, until an operation makes one. */
import { expect, it } from "vitest"
import { type Covered, noId } from "../subjects.ts"
import { suite } from "../surface.ts"

const promises = suite("customer groups", (open) => {
  it("has no customer group until one is made", async () => {
    const { reader, send } = await open()
    expect(await reader.customergroups.list()).toEqual([])
    const none = reader.customergroups.read({ id: "0".repeat(24) })
    await expect(none).rejects.toMatchObject({ status: 404, type: "not_found" })
    const { json, status } = await send({ method: "GET", path: "/v1.1/customergroup/group.json" })
    expect([status, json.error.details[0].path]).toEqual([400, "id"])
  })
})

export const customergroups: Covered<"customergroups"> = {
  suite: promises,
  subjects: {
    list: { given: () => ({}) },
    read: { given: () => ({ id: noId }), absent: (given) => given, unmade: "No operation makes a customer group." }
  }
}
