/** The template: snippets, kept wrapped as they were asked to be, and the package. */
import { expect, it } from "vitest"
import { addressed, after, type Covered, unique } from "../subjects.ts"
import { type Store, suite } from "../surface.ts"
import { archiveOf } from "./template/archive.ts"
import { packages } from "./template/packages.ts"

const path = "/v1.1/template/js.json"
const MiB = 1024 * 1024

const promises = suite("template", (open) => {
  packages(open)

  it("keeps snippets in a script tag, or as they are, the oldest first", async () => {
    const store = await (await open()).withShop()
    expect(await store.reader.template.snippets()).toEqual([])
    const { script_id: wrapped } = await store.api.template.createSnippet({ name: "A", content: "a()" })
    store.clock.advance(1)
    const { script_id: plain } = await store.api.template.createSnippet({
      ...{ name: "A", content: "<script src='https://example.com/a.js'></script>", embed: 1, elaborate: 1 }
    })
    expect([wrapped, plain]).toEqual([expect.stringMatching(/^[0-9a-f]{24}$/), expect.stringMatching(/^[0-9a-f]{24}$/)])
    expect(await store.reader.template.snippets()).toEqual([
      { id: wrapped, name: "A", content: "<script>a()</script>" },
      { id: plain, name: "A", content: "<script src='https://example.com/a.js'></script>" }
    ])
    expect(await (await store.withShop()).api.template.snippets()).toEqual([])
  })

  it("takes an empty elaborate and embed as not given", async () => {
    const { reader, send } = await open()
    const { json } = await send({ method: "POST", path, body: "name=B&content=b()&embed=&elaborate=" })
    expect((await reader.template.snippets()).find(({ id }) => id === json.script_id)?.content).toBe(
      "<script>b()</script>"
    )
  })

  it("removes a snippet, permanently or not", async () => {
    const store = await open()
    for (const more of ["", "&permanent=1", "&permanent=yes"]) {
      const { script_id: id } = await store.api.template.createSnippet({ name: "A", content: "a()" })
      const { json, status } = await store.send({ method: "DELETE", path, body: `id=${id}${more}` })
      expect([status, json]).toEqual([200, { ok: 1, err: null }])
      expect((await store.send({ method: "DELETE", path, body: `id=${id}` })).status).toBe(404)
    }
    const { script_id: foreign } = await store.stranger.template.createSnippet({ name: "A", content: "a()" })
    await expect(store.api.template.removeSnippet({ id: foreign })).rejects.toMatchObject({ status: 404 })
  })

  it("names what is wrong with a snippet", async () => {
    const { send } = await open()
    const wrong = async (body: string | object) => {
      const { json, status } = await send({ method: "POST", path, body })
      return [status, json.error.details.map((one: { path: string }) => one.path).sort()]
    }
    expect(await wrong("")).toEqual([400, ["content", "name"]])
    expect(await wrong({ name: " ", content: "a", embed: 2, elaborate: "x" })).toEqual([
      400,
      ["elaborate", "embed", "name"]
    ])
    expect(await wrong({ name: "n".repeat(256), content: "a".repeat(MiB + 1) })).toEqual([400, ["content", "name"]])
  })
})

/** How many are held is decided by what a store finds, and each store finds the same. */
const full = (open: () => Promise<Store>): void => {
  it("holds a hundred snippets, of up to 1 MiB each", async () => {
    const store = await (await open()).withShop()
    const large = "a".repeat(MiB)
    const ids: Array<string> = []
    for (let n = 0; n < 100; n++) {
      const { script_id } = await store.api.template.createSnippet({
        ...{ name: `${n}`, content: n === 0 ? large : "a", embed: 1 }
      })
      ids.push(script_id)
      store.clock.advance(1)
    }
    const { json, status } = await store.send({ method: "POST", path, body: "name=A&content=a" })
    expect([status, json.error.type]).toEqual([409, "conflict"])
    expect((await store.reader.template.snippets()).map(({ content }) => content.length)).toEqual([
      MiB,
      ...Array.from({ length: 99 }, () => 1)
    ])
    await store.api.template.removeSnippet({ id: ids[50]! })
    expect(await store.api.template.createSnippet({ name: "A", content: "a" })).toHaveProperty("script_id")
  })
}

const snippetMade = async ({ api }: Store) => {
  const { script_id } = await api.template.createSnippet({ name: `Snippet ${unique()}`, content: "a()" })
  return script_id
}

export const template: Covered<"template"> = {
  suite: promises,
  decided: full,
  subjects: {
    snippets: after(snippetMade),
    createSnippet: { given: () => ({ name: `Snippet ${unique()}`, content: "a()" }) },
    removeSnippet: addressed("id", snippetMade)(),
    upload: { given: () => ({ file: archiveOf({ "index.html": `<h1>${unique()}</h1>` }) }) }
  }
}
