/** Listing customers: every filter alone and combined, whole and page by page, with every node. */
import { expect, it } from "vitest"
import type { Store } from "../../surface.ts"
import { placed, wrongIn } from "../orders/sample.ts"
import { made } from "./sample.ts"

/** A new shop with ten customers, a second apart, every other one registered. */
const populated = async (open: () => Promise<Store>) => {
  const store = await (await open()).withShop()
  const all: Array<{ readonly id: string; readonly registered: boolean; readonly at: number }> = []
  for (let n = 0; n < 10; n++) {
    store.clock.advance(1000)
    const registered = n % 2 === 0
    const id = await made(store, { fullname: `Person ${n}`, ...(registered ? { register: 1 } : {}) })
    const [{ created_at } = { created_at: "" }] = (await store.reader.customers.list()).filter((one) => one.id === id)
    all.push({ id, registered, at: Date.parse(created_at) / 1000 })
  }
  return { store, all }
}

const idsOf = (found: ReadonlyArray<{ readonly id: string }>) => found.map(({ id }) => id)

export const lists = (open: () => Promise<Store>) => {
  it("are listed oldest first, and by pages of ten with a link to the next", async () => {
    const { all, store } = await populated(open)
    store.clock.advance(1000)
    const late = await made(store)
    const ids = [...idsOf(all), late]
    expect(idsOf(await store.reader.customers.list())).toEqual(ids)
    expect(idsOf(await store.reader.customers.page())).toEqual(ids.slice(0, 10))
    expect(idsOf(await store.reader.customers.page({ page: 2 }))).toEqual([late])
    expect(idsOf(await store.reader.customers.page({ page: 3, limit: 4 }))).toEqual(ids.slice(8))
    expect(await store.reader.customers.page({ page: 4, limit: 4 })).toEqual([])
    const followed: Array<string> = []
    for await (const { id } of store.reader.customers.page.all({ limit: 3 })) followed.push(id)
    expect(followed).toEqual(ids)
    expect(idsOf(await store.stranger.customers.list())).not.toContain(late)
  })

  it("are found by kind of account and by the time of creation, without the seconds named", async () => {
    const { all, store } = await populated(open)
    const { customers } = store.reader
    const [third, eighth] = [all[2]!, all[7]!]
    const between = { created_at_from: third.at, created_at_to: eighth.at }
    const within = all.filter(({ at }) => at > third.at && at < eighth.at)
    expect(within.length).toBe(4)
    for (const accountType of [undefined, "guest", "registered"] as const) {
      const kind = accountType === undefined ? {} : { accountType }
      const isKind = ({ registered }: { readonly registered: boolean }) =>
        accountType === undefined || registered === (accountType === "registered")
      for (const [filters, expected] of [
        [kind, all],
        [{ ...kind, ...between }, within]
      ] as const) {
        const wanted = idsOf(expected.filter(isKind))
        expect(idsOf(await customers.list(filters))).toEqual(wanted)
        const followed: Array<string> = []
        for await (const { id } of customers.page.all({ ...filters, limit: 2 })) followed.push(id)
        expect(followed).toEqual(wanted)
      }
    }
    expect(await customers.list({ updated_at_from: 0, updated_at_to: 253402300799 })).toEqual([])
  })

  it("are filtered by both ends of a time, or by none", async () => {
    const { api, send } = await open()
    for (const pair of ["created_at", "updated_at"])
      for (const [given, missing] of [
        ["from", "to"],
        ["to", "from"]
      ]) {
        const query = { [`${pair}_${given}`]: 1 }
        expect(await wrongIn(api.customers.list(query))).toEqual([`${pair}_${missing}`])
        expect(await wrongIn(api.customers.page(query))).toEqual([`${pair}_${missing}`])
      }
    const both = await send({
      method: "GET",
      path: "/v1.1/clients/list.json",
      query: "created_at_from=1&updated_at_to=2&accountType=b2b"
    })
    expect(both.json.error.details.map(({ path }: { path: string }) => path).sort()).toEqual([
      ...["accountType", "created_at_to", "updated_at_from"]
    ])
    expect(await wrongIn(api.customers.page({ limit: 1001, page: 0 }))).toEqual(["limit", "page"])
  })

  it("show what nodes ask for, and nothing more", async () => {
    const store = await (await open()).withShop()
    const guest = await made(store)
    store.clock.advance(1000)
    const user = await made(store, { register: 1 })
    const plain = ["accept_marketing", "accountType", "created_at", "email", "first_name", "fullname"]
    const rest = ["id", "last_name", "updated_at", "userUID"]
    for (const one of [...(await store.reader.customers.list()), ...(await store.reader.customers.page())])
      expect(Object.keys(one).sort()).toEqual([...plain, ...rest])
    const nodes = ["custom_fields", "accountType", "group", "account", "unknown"]
    const page = await store.reader.customers.page({ nodes })
    expect(page.map(({ account, custom_fields, group, id }) => ({ account, custom_fields, group, id }))).toEqual([
      { id: guest, account: null, custom_fields: {}, group: null },
      {
        ...{ id: user, custom_fields: {}, group: null },
        account: { userUID: 1, registered_at: page[1]!.created_at, last_login: null }
      }
    ])
    const [shown] = await store.reader.customers.list({ nodes: ["custom_fields", "group", "account"] })
    expect(Object.keys(shown!)).not.toContain("account")
  })
  it("show the group that a customer is in, which its orders show too", async () => {
    const store = await (await open()).withShop()
    const { api } = store
    const [first, second] = [await made(store, { email: "grouped@example.com" }), await made(store)]
    const wholesale = { id: (await api.customergroups.create({ name: "Wholesale" })).id, name: "Wholesale" }
    const retail = { id: (await api.customergroups.create({ name: "Retail" })).id, name: "Retail" }
    const groups = async () => {
      const shown = await api.customers.list({ nodes: ["group"] })
      expect((await api.customers.page({ nodes: ["group"] })).map(({ group }) => group)).toEqual(
        shown.map(({ group }) => group)
      )
      return new Map(shown.map(({ group, id }) => [id, group]))
    }
    const moved = { id: first, group: { before: null, after: wholesale.id } }
    expect(await api.customers.setGroup({ id: first, group_id: wholesale.id })).toEqual(moved)
    expect(await groups()).toEqual(
      new Map([
        [first, wholesale],
        [second, null]
      ])
    )
    const orderID = await placed(store, { billing_email: "grouped@example.com" })
    const order = await api.orders.read({ orderID, nodes: ["customergroup"] })
    expect(order.customergroup).toEqual(wholesale)
    await api.customers.setGroup({ id: first, group_id: retail.id })
    await api.customers.setGroup({ id: second, group_id: retail.id })
    expect(await groups()).toEqual(
      new Map([
        [first, retail],
        [second, retail]
      ])
    )
    expect((await api.customers.removeGroup({ id: first })).group).toEqual({ before: retail.id, after: null })
    expect(await groups()).toEqual(
      new Map([
        [first, null],
        [second, retail]
      ])
    )
  })
}
