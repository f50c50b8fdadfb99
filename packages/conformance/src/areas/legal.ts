/** Legal texts: each is read as it was sent, replaced, and cleared. */
import { expect, it } from "vitest"
import { type Covered, unique } from "../subjects.ts"
import { type Store, suiteOfEmbeddedStores } from "../surface.ts"
import { pathsOf } from "./attributes/sample.ts"

const types = ["privacy", "terms", "cookies"] as const
const done = { ok: 1, err: null, errmsg: null }
const pathTo = (type: string) => `/v1.1/legal/${type}.json`
const put = async ({ send }: Store, type: string, body: object | string) => {
  const { json, status } = await send({ method: "PUT", path: pathTo(type), body })
  return status === 200 ? json : [status, pathsOf(json)]
}
const MiB = 1024 * 1024

const promises = suiteOfEmbeddedStores("legal texts", (open) => {
  it("are empty before they are set, and each is kept as it was sent", async () => {
    const store = await (await open()).withShop()
    const { api, reader, stranger } = store
    const contentOf = (type: string) => `<h1>${type}</h1>\r\n<script>a < b && "c"</script>\u00a0è 👜<p>`
    for (const type of types) {
      expect(await reader.legal[type]()).toEqual({ type, content: "" })
      expect(await put(store, type, { content: contentOf(type) })).toEqual(done)
    }
    for (const type of types) {
      expect(await reader.legal[type]()).toEqual({ type, content: contentOf(type) })
      expect((await stranger.legal[type]()).content).not.toContain(`<h1>${type}</h1>\r\n`)
    }
    expect(await api.legal.setTerms({ content: "<p>Shorter</p>" })).toEqual(done)
    expect(await api.legal.setTerms({ content: "<p>Shorter</p>" })).toEqual(done)
    expect((await reader.legal.terms()).content).toBe("<p>Shorter</p>")
    expect((await reader.legal.privacy()).content).toBe(contentOf("privacy"))
  })

  it("are cleared by an empty content, and stay without one", async () => {
    const store = await (await open()).withShop()
    const { api, reader } = store
    for (const type of types) {
      expect(await put(store, type, "content=%20")).toEqual(done)
      expect(await put(store, type, "")).toEqual([400, ["content"]])
      expect((await reader.legal[type]()).content).toBe(" ")
      expect(await put(store, type, "content=")).toEqual(done)
      expect(await reader.legal[type]()).toEqual({ type, content: "" })
    }
    expect(await api.legal.setCookies({ content: "" })).toEqual(done)
  })

  it("have up to 1 MiB, in bytes", async () => {
    const store = await (await open()).withShop()
    const content = "è".repeat(MiB / 2)
    expect(await put(store, "privacy", { content })).toEqual(done)
    expect((await store.reader.legal.privacy()).content).toBe(content)
    expect(await put(store, "privacy", { content: `${content}a` })).toEqual([400, ["content"]])
    expect((await store.reader.legal.privacy()).content).toBe(content)
  })
})

const text = () => ({ content: `<p>We keep your address to send what you order (${unique()}).</p>` })

export const legal: Covered<"legal"> = {
  suite: promises,
  subjects: {
    privacy: { given: () => ({}) },
    setPrivacy: { given: text },
    terms: { given: () => ({}) },
    setTerms: { given: text },
    cookies: { given: () => ({}) },
    setCookies: { given: text }
  }
}
