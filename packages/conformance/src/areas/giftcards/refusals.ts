/** What loads and unloads are refused for; each leaves the balance and the ledger as they were. */
import { expect, it } from "vitest"
import type { Suite } from "../../surface.ts"
import { registered } from "../addresses/sample.ts"
import { balanceOf, entriesOf } from "./sample.ts"

const calls = [
  ["POST", "/v1.1/giftcards/loadCredit.json"],
  ["DELETE", "/v1.1/giftcards/unloadCredit.json"]
] as const

/** Registers the promises of refused loads and unloads. */
export const refusals: Suite["register"] = (open) => {
  it("name what is wrong with a credit by the parameter that was sent", async () => {
    const store = await open()
    const { uid: userUID } = await registered(store)
    await store.api.giftcards.load({ userUID, credit: 5 })
    for (const [method, path] of calls) {
      const refused = async (body: object) => {
        const { json, status } = await store.send({ method, path, body: { userUID, ...body } })
        return [status, ...(json.error?.details ?? []).map((detail: { path: string }) => detail.path)]
      }
      expect(await refused({})).toEqual([400, "credit"])
      expect(await refused({ credit: "", amount: "" })).toEqual([400, "credit"])
      for (const wrong of ["0", "-1", "x", "0.00", "1000000000000"]) {
        expect(await refused({ credit: wrong })).toEqual([400, "credit"])
        expect(await refused({ amount: wrong })).toEqual([400, "amount"])
      }
      expect(await refused({ credit: "0.001" })).toEqual([400, "credit"])
      expect(await refused({ amount: "0.001" })).toEqual([400, "amount"])
      expect(await refused({ userUID: "x", credit: "0" })).toEqual([400, "credit", "userUID"])
      const over = method === "POST" ? "100000000000" : "5.01"
      expect(await refused({ credit: over, amount: "1" })).toEqual([409, "credit"])
      expect(await refused({ amount: over })).toEqual([409, "amount"])
    }
    expect(await balanceOf(store, userUID)).toBe(5)
    expect(await entriesOf(store, userUID)).toHaveLength(1)
  })

  it("need a registered user of this shop", async () => {
    const store = await open()
    const { uid } = await registered(store)
    const absent = { status: 404, type: "not_found" }
    for (const userUID of [0, -1, 999_999_999]) {
      await expect(store.api.giftcards.load({ userUID, credit: 1 })).rejects.toMatchObject(absent)
      await expect(store.api.giftcards.unload({ userUID, credit: 1 })).rejects.toMatchObject(absent)
    }
    await expect(store.stranger.giftcards.load({ userUID: uid, credit: 1 })).rejects.toMatchObject(absent)
    const empty = store.api.giftcards.unload({ userUID: uid, credit: 1 })
    await expect(empty).rejects.toMatchObject({ status: 409, type: "conflict" })
    expect(await balanceOf(store, uid)).toBeUndefined()
  })
}
