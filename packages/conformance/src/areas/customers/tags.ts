/** Tags of customers: exact counts for one customer, for several and for all, also under concurrent changes. */
import { expect, it } from "vitest"
import { noId, type Subjects, unique } from "../../subjects.ts"
import type { Store, Suite } from "../../surface.ts"
import { guest } from "./sample.ts"

const batchPath = "/v1.1/clients/batchTags.json"
const counted = (n: number, nModified: number) => ({ ok: 1, err: null, n, nModified })
const everyone = ["*"]
const namesOf = ({ json }: { readonly json: { error: { details: ReadonlyArray<{ path: string }> } } }) =>
  json.error.details.map(({ path }) => path).sort()

/** The tags among these that the customer has, found by another operation: adding one that is there changes nothing. */
const tagsAmong = async ({ api }: Store, email: string, candidates: ReadonlyArray<string>) => {
  const found: Array<string> = []
  for (const tag of candidates) {
    if ((await api.customers.batchAddTags({ email: [email], tags: [tag] })).nModified === 0) found.push(tag)
    else await api.customers.batchRemoveTags({ email: [email], tag })
  }
  return found
}

/** Registers the promises of tags. */
export const tags: Suite["register"] = (open) => {
  it("replaces, adds and removes tags, and counts only a set that changed", async () => {
    const store = await open()
    const { customers } = store.api
    const { email, id } = await guest(store)
    expect(await customers.setTags({ id, tags: [" Red ", "blue"] })).toEqual(counted(1, 1))
    expect(await tagsAmong(store, email, ["red", "blue", "green"])).toEqual(["red", "blue"])
    expect(await customers.setTags({ id, tags: ["BLUE", "red", "Red"] })).toEqual(counted(1, 0))
    expect(await customers.addTags({ email: email.toUpperCase(), tags: ["RED", "green"] })).toEqual(counted(1, 1))
    expect(await customers.addTags({ id, tags: ["Green"] })).toEqual(counted(1, 0))
    expect(await customers.removeTags({ id, tags: ["GREEN", "none"] })).toEqual(counted(1, 1))
    expect(await customers.removeTags({ id, tags: ["green"] })).toEqual(counted(1, 0))
    expect(await tagsAmong(store, email, ["red", "blue", "green"])).toEqual(["red", "blue"])
    expect(await customers.setTags({ id, tags: ["only"] })).toEqual(counted(1, 1))
    expect(await tagsAmong(store, email, ["red", "blue", "only"])).toEqual(["only"])
  })

  it("takes tags as a comma list or as a list, and the id before the email", async () => {
    const store = await open()
    const [one, other] = [await guest(store), await guest(store)]
    const put = (body: string) => store.send({ method: "PUT", path: "/v1.1/clients/tags.json", body })
    expect((await put(`id=${one.id}&email=${other.email}&tags=a, b,,`)).json).toEqual(counted(1, 1))
    expect((await put(`id=${one.id}&tags[]=b&tags[]=c`)).json).toEqual(counted(1, 1))
    expect(await tagsAmong(store, one.email, ["a", "b", "c"])).toEqual(["a", "b", "c"])
    expect(await tagsAmong(store, other.email, ["a", "b", "c"])).toEqual([])
  })

  it("names what is missing, and does not find an unknown customer", async () => {
    const store = await open()
    const { send, stranger } = store
    const { email, id } = await guest(store)
    for (const method of ["POST", "PUT", "DELETE"]) {
      const empty = await send({ method, path: "/v1.1/clients/tags.json", body: "id=&email=&tags=" })
      expect([empty.status, namesOf(empty)]).toEqual([400, ["id", "tags"]])
      const blank = await send({ method, path: "/v1.1/clients/tags.json", body: `id=${id}&tags=,` })
      expect([blank.status, namesOf(blank)]).toEqual([400, ["tags"]])
      const none = await send({ method, path: "/v1.1/clients/tags.json", body: "email=nobody@example.com&tags=a" })
      expect([none.status, none.json.error.type]).toEqual([404, "not_found"])
      const both = await send({ method, path: "/v1.1/clients/tags.json", body: `id=${noId}&email=${email}&tags=a` })
      expect(both.status).toBe(404)
      const batch = await send({ method, path: batchPath, body: "email=&tags=&tag=" })
      expect([batch.status, namesOf(batch)]).toEqual([400, ["email", method === "DELETE" ? "tag" : "tags"]])
    }
    await expect(stranger.customers.addTags({ id, tags: ["a"] })).rejects.toMatchObject({ status: 404 })
    expect(await stranger.customers.batchAddTags({ email: [email], tags: ["a"] })).toEqual(counted(0, 0))
    expect(await tagsAmong(store, email, ["a"])).toEqual([])
  })

  it("changes the customers with some addresses, each once; an address of no customer counts 0", async () => {
    const store = await open()
    const { customers } = store.api
    const [a, b] = [await guest(store), await guest(store)]
    const email = [a.email, b.email.toUpperCase(), a.email, "nobody@example.com", "no address"]
    expect(await customers.batchAddTags({ email, tags: ["x", "y"] })).toEqual(counted(2, 2))
    expect(await customers.addTags({ id: a.id, tags: ["x", "y"] })).toEqual(counted(1, 0))
    await customers.addTags({ id: a.id, tags: ["z"] })
    expect(await customers.batchSetTags({ email, tags: ["Y", "x"] })).toEqual(counted(2, 1))
    expect(await customers.batchRemoveTags({ email, tag: "X" })).toEqual(counted(2, 2))
    expect(await customers.removeTags({ id: b.id, tags: ["x"] })).toEqual(counted(1, 0))
    expect(await customers.batchRemoveTags({ email: ["nobody@example.com"], tag: "x" })).toEqual(counted(0, 0))
  })

  it("removes by a literal prefix, and only where tags are removed in a batch", async () => {
    const store = await open()
    const { customers } = store.api
    const { email, id } = await guest(store)
    const all = ["Sale 1", "sale", "a sale", "sal.", "*"]
    await customers.setTags({ id, tags: all })
    expect(await customers.removeTags({ id, tags: ["sal*"] })).toEqual(counted(1, 0))
    expect(await customers.batchRemoveTags({ email: [email], tag: "s.l*" })).toEqual(counted(1, 0))
    expect(await customers.batchRemoveTags({ email: [email], tag: " SALE* " })).toEqual(counted(1, 1))
    expect(await tagsAmong(store, email, all)).toEqual(["a sale", "sal.", "*"])
    expect(await customers.batchRemoveTags({ email: [email], tag: "*" })).toEqual(counted(1, 1))
    expect(await tagsAmong(store, email, all)).toEqual([])
    expect(await customers.batchAddTags({ email: [email], tags: ["sal*"] })).toEqual(counted(1, 1))
    expect(await customers.addTags({ id, tags: ["SAL*"] })).toEqual(counted(1, 0))
  })

  it("changes every customer of the shop, and nobody else's", async () => {
    const store = await (await open()).withShop()
    const other = await store.withShop()
    const { customers } = store.api
    expect(await customers.batchAddTags({ email: everyone, tags: ["none"] })).toEqual(counted(0, 0))
    // More than a step changes.
    const guests = await Promise.all(Array.from({ length: 70 }, () => guest(store)))
    const elsewhere = await guest(other)
    await customers.addTags({ id: guests[3]!.id, tags: ["NEW"] })
    expect(await customers.batchAddTags({ email: everyone, tags: ["new", "a"] })).toEqual(counted(70, 70))
    expect(await customers.batchAddTags({ email: everyone, tags: ["New"] })).toEqual(counted(70, 0))
    expect(await customers.addTags({ id: guests[69]!.id, tags: ["new", "a"] })).toEqual(counted(1, 0))
    expect(await customers.removeTags({ id: guests[0]!.id, tags: ["a"] })).toEqual(counted(1, 1))
    expect(await customers.batchRemoveTags({ email: everyone, tag: "a*" })).toEqual(counted(70, 69))
    expect(await customers.batchSetTags({ email: everyone, tags: ["new"] })).toEqual(counted(70, 0))
    expect(await tagsAmong(other, elsewhere.email, ["new", "a"])).toEqual([])
  })

  it("takes * for everyone only where it stands alone", async () => {
    const store = await open()
    const { email } = await guest(store)
    const { status, ...mixed } = await store.send({
      ...{ method: "PUT", path: batchPath },
      body: `email[]=*&email[]=${email}&tags=a`
    })
    expect([status, namesOf(mixed)]).toEqual([400, ["email"]])
    expect(await store.api.customers.batchAddTags({ email: ["*@example.com"], tags: ["a"] })).toEqual(counted(0, 0))
    expect(await tagsAmong(store, email, ["a"])).toEqual([])
  })

  it("bounds the tags that one call writes into every customer", async () => {
    const store = await open()
    const many = Array.from({ length: 101 }, (_, n) => `t${n}`)
    for (const tags of [many.join(","), "x".repeat(256)]) {
      const answer = await store.send({ method: "PUT", path: batchPath, body: `email=*&tags=${tags}` })
      expect([answer.status, namesOf(answer)]).toEqual([400, ["tags"]])
    }
  })

  it("loses none of the changes that reach one customer at once", async () => {
    const store = await (await open()).withShop()
    const twin = await store.twin()
    const { email, id } = await guest(store)
    const names = Array.from({ length: 12 }, (_, n) => `tag ${n}`)
    const add = (tag: string, n: number) => {
      const { api } = n % 2 === 0 ? store : twin
      if (n % 3 === 0) return api.customers.batchAddTags({ email: everyone, tags: [tag] })
      return n % 3 === 1 ? api.customers.addTags({ id, tags: [tag] }) : api.customers.addTags({ email, tags: [tag] })
    }
    for (const { nModified } of await Promise.all(names.map(add))) expect(nModified).toBe(1)
    expect(await tagsAmong(store, email, names)).toEqual(names)
    const removed = await Promise.all(
      [store, twin, store, twin].map(({ api }) => api.customers.batchRemoveTags({ email: everyone, tag: "tag 1*" }))
    )
    expect(removed.map(({ nModified }) => nModified).sort()).toEqual([0, 0, 0, 1])
  })

  it("gives one answer to two processes that change everyone with one key", async () => {
    const store = await (await open()).withShop()
    const twin = await store.twin()
    await Promise.all(Array.from({ length: 70 }, () => guest(store)))
    const [one, other] = await Promise.all(
      [store, twin].map(({ send }) =>
        send({
          ...{ method: "PUT", path: batchPath, body: "email=*&tags=spring" },
          headers: { "idempotency-key": "everyone", "content-type": "application/x-www-form-urlencoded" }
        })
      )
    )
    expect([one!.status, other!.status, other!.text]).toEqual([200, 200, one!.text])
    expect(await store.api.customers.batchAddTags({ email: everyone, tags: ["spring"] })).toEqual(counted(70, 0))
  })
}

type TagSubjects = Pick<
  Subjects<"customers">,
  "setTags" | "addTags" | "removeTags" | "batchSetTags" | "batchAddTags" | "batchRemoveTags"
>

/** How the operations on tags are called. */
export const tagSubjects: TagSubjects = {
  setTags: {
    given: async (store) => ({ id: (await guest(store)).id, tags: ["one", "two"] }),
    absent: (given) => ({ ...given, id: noId })
  },
  addTags: {
    given: async (store) => ({ id: (await guest(store)).id, tags: ["one"] }),
    absent: (given) => ({ ...given, id: noId })
  },
  removeTags: {
    given: async (store) => ({ id: (await guest(store)).id, tags: ["one"] }),
    absent: (given) => ({ ...given, id: noId })
  },
  batchSetTags: { given: async (store) => ({ email: [(await guest(store)).email], tags: ["one"] }) },
  batchAddTags: { given: () => ({ email: everyone, tags: [`one${unique()}`] }) },
  batchRemoveTags: { given: () => ({ email: everyone, tag: `one${unique()}*` }) }
}
