/** What calls on addresses are refused for, and the own keys of a refused removal. */
import { expect, it } from "vitest"
import { noId } from "../../subjects.ts"
import type { Answer, Store, Suite } from "../../surface.ts"
import { made } from "../customers/sample.ts"
import { wrongIn } from "../orders/sample.ts"
import { added, addressesOf, newAddress, registered } from "./sample.ts"

const path = "/v1.1/useraccount/address.json"

/** Whether a refusal has the own keys of the removal beside the common body. */
const hasOwnKeys = ({ json }: Answer): boolean =>
  json.success === false && json.error_message === json.err && json.err === json.error.message && json.ok === 0

const removals = async (store: Store): Promise<ReadonlyArray<readonly [status: number, answer: Answer]>> => {
  const { uid } = await registered(store)
  const address_id = await added(store, uid)
  const send = (body: string | object, more: object = {}) => store.send({ method: "DELETE", path, body, ...more })
  const json = { headers: { "content-type": "application/json" } }
  return [
    [404, await send({ uid, address_id: noId })],
    [404, await send({ uid: 999_999_999, address_id })],
    [404, await send({ uid, address_id }, { as: "stranger" })],
    [400, await send("")],
    [400, await send({ uid: "x", address_id })],
    [400, await send("{", json)],
    [415, await send("x", { headers: { "content-type": "text/plain" } })],
    [413, await send(`x=${"x".repeat(2 * 1024 * 1024)}`)],
    [403, await send({ uid, address_id }, { as: "reader" })],
    [401, await send({ uid, address_id }, { as: "nobody" })]
  ]
}

/** Registers the promises of refused calls on addresses. */
export const refusals: Suite["register"] = (open) => {
  it("have a refused removal keep its own keys beside the common body", async () => {
    const store = await open()
    for (const [status, answer] of await removals(store)) {
      expect([answer.status, answer.text]).toEqual([status, expect.any(String)])
      expect([answer.text, hasOwnKeys(answer)]).toEqual([answer.text, true])
    }
    const list = await store.send({ method: "GET", path: "/v1.1/useraccount/addresses.json", query: "uid=x" })
    expect(list.json).not.toHaveProperty("success")
  })

  it("have a refused removal keep its own keys when an idempotency key repeats it", async () => {
    const store = await open()
    const { uid } = await registered(store)
    const ask = () =>
      store.send({
        ...{ method: "DELETE", path, body: { uid, address_id: noId } },
        headers: { "idempotency-key": `address of ${uid}` }
      })
    const [first, again] = [await ask(), await ask()]
    expect([again.headers["idempotent-replayed"], again.text]).toEqual(["true", first.text])
    expect(hasOwnKeys(again)).toBe(true)
  })

  it("belong to a registered user of this shop", async () => {
    const store = await open()
    const { uid } = await registered(store)
    const guest = await made(store)
    expect((await store.api.customers.read({ id: guest })).userUID).toBe(0)
    for (const one of [0, -1, 999_999_999]) {
      await expect(added(store, one)).rejects.toMatchObject({ status: 404, type: "not_found" })
      await expect(store.reader.addresses.list({ uid: one })).rejects.toMatchObject({ status: 404 })
    }
    await expect(store.stranger.addresses.list({ uid })).rejects.toMatchObject({ status: 404 })
  })

  it("name everything that is wrong at once, and change nothing", async () => {
    const store = await open()
    const { api } = store
    const { uid } = await registered(store)
    const id = await added(store, uid, { metadata: { a: "1" } })
    const before = await addressesOf(store, uid)
    const long = "x".repeat(256)
    expect(await wrongIn(added(store, uid, { state: "Texas", email: "x", phone: long }))).toEqual([
      ...["email", "phone", "state"]
    ])
    const blank = { fullname: " ", address: " ", postal_code: " ", city: "\t", state: "  ", country: "GB" }
    expect(await wrongIn(added(store, uid, blank))).toEqual(["fullname", "address", "postal_code", "city", "state"])
    for (const country of ["ITA", "999", "3800", "xx"])
      expect(await wrongIn(added(store, uid, { country }))).toEqual(["country"])
    const put = (more: object) => api.addresses.update({ ...newAddress(uid), address_id: id, ...more })
    expect(await wrongIn(put({ metadata: { ["n".repeat(101)]: "1", b: long } }))).toHaveLength(2)
    const many = Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`n${n}`, "1"]))
    expect(await wrongIn(put({ metadata: many }))).toEqual(["metadata"])
    const { json } = await store.send({ method: "POST", path, body: `uid=${uid}&metadata[]=x&default=2` })
    expect(json.error.details.map((detail: { path: string }) => detail.path).sort()).toEqual([
      ...["address", "city", "country", "default", "email", "fullname", "metadata[]", "postal_code", "state"]
    ])
    expect(await addressesOf(store, uid)).toEqual(before)
  })

  it("are at most 100 of one user, also when several are added at once", async () => {
    const store = await open()
    const { uid } = await registered(store)
    for (let n = 0; n < 97; n++) await added(store, uid)
    const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => added(store, uid)))
    const refused = outcomes.flatMap((one) => (one.status === "rejected" ? [one.reason] : []))
    expect(refused).toHaveLength(3)
    for (const reason of refused) expect(reason).toMatchObject({ status: 400, type: "invalid" })
    const all = await addressesOf(store, uid)
    expect(all).toHaveLength(100)
    await store.api.addresses.remove({ uid, address_id: all[0]!.id })
    await added(store, uid)
  })
}
