/** Pages: kept as they are sent, found by an address of their own, and placed in a tree. */
import { expect, it } from "vitest"
import { addressed, after, type Covered, unique } from "../subjects.ts"
import { suite } from "../surface.ts"
import { deepPages, pageBelow } from "./pages/relations.ts"
import { detailsOf, pageMade, pagesMade } from "./pages/sample.ts"
import { tree } from "./pages/tree.ts"

const modified = { ok: 1, n: 1, nModified: 1, err: null, errmsg: null, updatedExisting: true }

const promises = suite("pages", (open) => {
  tree(open)

  it("are read as they were sent, whatever their HTML", async () => {
    const store = await (await open()).withShop()
    const { api, reader, send } = store
    expect(await reader.pages.list()).toEqual([])
    const content = '<!doctype html>\r\n<p onclick="x()">Ärger</p><script>alert("\\u0000 & +")</script>\t%41 '
    const { id } = await api.pages.create({ title: "Chi siamo", content })
    expect(id).toMatch(/^[0-9a-f]{24}$/)
    const summary = { id, url_path: "chi-siamo", title: "Chi siamo" }
    expect(await reader.pages.read({ id })).toEqual({ ...summary, content, parentPage: null })
    expect(await reader.pages.list()).toEqual([summary])
    const longest = "<p>è</p>".repeat(2 ** 20 / 9).padEnd(2 ** 20 - Math.floor(2 ** 20 / 9), "x")
    expect(Buffer.byteLength(longest)).toBe(2 ** 20)
    expect(await api.pages.update({ id, content: longest })).toEqual(modified)
    expect((await reader.pages.read({ id })).content === longest).toBe(true)
    const over = await send({ method: "PUT", path: "/v1.1/pages/page.json", body: { id, content: `${longest}x` } })
    expect(detailsOf(over)).toEqual([400, "content"])
  })

  it("change by what is sent, and keep their address", async () => {
    const { api, reader } = await open()
    const { id } = await api.pages.create({ title: "Returns", content: "<p>14 days</p>" })
    const before = await reader.pages.read({ id })
    const unchanged = { ...modified, nModified: 0 }
    expect(await api.pages.update({ id })).toEqual(unchanged)
    expect(await api.pages.update({ id, title: before.title, content: before.content })).toEqual(unchanged)
    expect(await api.pages.update({ id, title: "Your right to return" })).toEqual(modified)
    expect(await api.pages.update({ id, content: "<p>30 days</p>" })).toEqual(modified)
    const after = { ...before, title: "Your right to return", content: "<p>30 days</p>" }
    expect(await reader.pages.read({ id })).toEqual(after)
    expect(await api.pages.remove({ id })).toEqual({ ok: "1", err: null })
  })

  it("have an address that no other page of the shop has, also if many are created at once", async () => {
    const store = await (await open()).withShop()
    const twin = await store.twin()
    const title = "Über uns"
    const ids = await Promise.all(Array.from({ length: 12 }, (_, n) => pageMade(n % 2 === 0 ? store : twin, { title })))
    const paths = (await store.reader.pages.list()).map(({ url_path }) => url_path)
    expect(paths).toContain("uber-uns")
    expect(new Set(paths).size).toBe(12)
    for (const path of paths) expect(path).toMatch(/^uber-uns(-\d+)?$/)
    const [one] = ids
    await store.api.pages.update({ id: one!, title: "Contatti" })
    const { url_path } = await store.reader.pages.read({ id: await pageMade(store, { title: "Contatti" }) })
    expect(url_path).toBe("contatti")
    expect((await store.reader.pages.read({ id: await pageMade(store, { title: "!!!" }) })).url_path).toBe("page")
    expect((await store.stranger.pages.list()).map((page) => page.id)).not.toContain(one)
  })

  it("are listed by their titles, without regard to case and accents", async () => {
    const store = await (await open()).withShop()
    const titles = ["zoo", "Élan", "apple", "Banana", "elan b", "10 reasons"]
    for (const title of titles) await pageMade(store, { title })
    const listed = async () => (await store.reader.pages.list()).map(({ title }) => title)
    expect(await listed()).toEqual(["10 reasons", "apple", "Banana", "Élan", "elan b", "zoo"])
    await pagesMade(store, 70)
    expect(await listed()).toHaveLength(76)
  })

  it("need a title and a content, and name everything that is wrong", async () => {
    const store = await open()
    const ask = async (method: string, body: object | string) =>
      detailsOf(await store.send({ method, path: "/v1.1/pages/page.json", body }))
    expect(await ask("POST", "title=&content=")).toEqual([400, "content", "title"])
    expect(await ask("POST", { title: "x".repeat(256), content: " ", parent: "none" })).toEqual([400, "title"])
    expect(await ask("POST", { title: " ", content: "x" })).toEqual([400, "title"])
    expect(await ask("PUT", "title=%20")).toEqual([400, "id", "title"])
    const id = await pageMade(store)
    expect(await ask("PUT", { id, title: "", content: "" })).toEqual([200])
    expect((await store.reader.pages.read({ id })).content).toBe("<p>Text</p>")
  })
})

const ofPage = addressed("id", (store) => pageMade(store))

export const pages: Covered<"pages"> = {
  suite: promises,
  relations: [pageBelow, deepPages],
  subjects: {
    list: after((store) => pageMade(store)),
    read: {
      given: async (store) => {
        const parent = await pageMade(store, { title: `Help ${unique()}` })
        return { id: await pageMade(store, { parent }) }
      }
    },
    create: {
      given: async (store) => ({ title: `Page ${unique()}`, content: "<p>Text</p>", parent: await pageMade(store) })
    },
    update: ofPage({ title: "Delivery", content: "<p>Within two days in Italy.</p>" }),
    remove: ofPage()
  }
}
