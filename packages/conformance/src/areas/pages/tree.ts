/** The tree of pages: which page is above another one, and which cannot be. */
import { expect, it } from "vitest"
import { noId } from "../../subjects.ts"
import type { Store, Suite } from "../../surface.ts"
import { branchMade, detailsOf, pageMade } from "./sample.ts"

const above = async ({ reader }: Store, id: string) => (await reader.pages.read({ id })).parentPage

/** Registers the promises of the tree. */
export const tree: Suite["register"] = (open) => {
  it("are below the page that is sent, show it, and come up when none is sent", async () => {
    const store = await open()
    const { api, reader, send } = store
    const help = await pageMade(store, { title: "Help" })
    const id = await pageMade(store, { parent: help })
    const { content: _, parentPage: __, ...summary } = await reader.pages.read({ id: help })
    expect(await above(store, id)).toEqual(summary)
    await api.pages.update({ id: help, title: "Help and contact" })
    expect(await above(store, id)).toEqual({ ...summary, title: "Help and contact" })
    await api.pages.update({ id, title: "Delivery" })
    expect(await above(store, id)).not.toBeNull()
    for (const parent of ["", "null"]) {
      await api.pages.update({ id, parent: help })
      const unset = await send({ method: "PUT", path: "/v1.1/pages/page.json", body: `id=${id}&parent=${parent}` })
      expect([unset.status, unset.json.nModified]).toEqual([200, 1])
      expect(await above(store, id)).toBeNull()
    }
    expect(await above(store, await pageMade(store, { parent: null }))).toBeNull()
    const created = await send({ method: "POST", path: "/v1.1/pages/page.json", body: "title=Top&content=x&parent=" })
    expect(await above(store, created.json.id)).toBeNull()
  })

  it("are at the top once the page above them is removed, and are not put below it", async () => {
    const store = await open()
    const [top, middle, leaf] = await branchMade(store, 3)
    await store.api.pages.remove({ id: middle! })
    expect(await above(store, leaf!)).toBeNull()
    const put = async (parent: string) =>
      detailsOf(await store.send({ method: "PUT", path: "/v1.1/pages/page.json", body: { id: leaf, parent } }))
    expect(await put(middle!)).toEqual([400, "parent"])
    expect(await put(top!)).toEqual([200])
    expect((await above(store, leaf!))?.id).toBe(top)
  })

  it("are below no unknown page, no page of another shop, not themselves and none below them", async () => {
    const store = await open()
    const [top, middle, leaf] = await branchMade(store, 3)
    const foreign = await pageMade({ api: store.stranger })
    const refused = async (id: string, parent: string) => {
      const { json, status } = await store.send({ method: "PUT", path: "/v1.1/pages/page.json", body: { id, parent } })
      return [status, json.error.details]
    }
    const unknown = [{ path: "parent", message: "names no page of the shop" }]
    for (const parent of [noId, foreign, "x"]) expect(await refused(leaf!, parent)).toEqual([400, unknown])
    const circle = [{ path: "parent", message: "must not be the page itself or one below it" }]
    for (const parent of [top, middle, leaf]) expect(await refused(top!, parent!)).toEqual([400, circle])
    const made = await store.send({
      ...{ method: "POST", path: "/v1.1/pages/page.json" },
      body: { title: "x", content: "x", parent: foreign }
    })
    expect(detailsOf(made)).toEqual([400, "parent"])
  })

  it("have at most ten levels, also after moves", async () => {
    const store = await open()
    const [ten, three] = [await branchMade(store, 10), await branchMade(store, 3)]
    const deeper = { path: "parent", message: "would make the tree deeper than 10 levels" }
    await expect(pageMade(store, { parent: ten[9]! })).rejects.toMatchObject({ status: 400, details: [deeper] })
    const move = (id: string, parent: string) => store.api.pages.update({ id, parent })
    await expect(move(three[0]!, ten[7]!)).rejects.toMatchObject({ status: 400, details: [deeper] })
    expect(await move(three[0]!, ten[6]!)).toMatchObject({ nModified: 1 })
    await expect(pageMade(store, { parent: three[2]! })).rejects.toMatchObject({ status: 400 })
  })
}
