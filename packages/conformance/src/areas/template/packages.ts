/** The package of a template: who may upload it, in which form, what is refused, and that nothing of a refused one is kept. */
import { expect, it } from "vitest"
import type { Answer, Store, Suite } from "../../surface.ts"
import { archiveOf, zipOf } from "./archive.ts"

const path = "/v1.1/template/package.json"
const upload = (store: Store, file: Blob | string, more: Readonly<Record<string, string>> = {}): Promise<Answer> => {
  const data = new FormData()
  if (typeof file === "string") data.append("file", file)
  else data.append("file", file, "template.zip")
  return store.send({ method: "POST", path, body: data, headers: more })
}
const partner = async (open: () => Promise<Store>) => (await open()).withShop({ partner_owned: true })

/** Registers the promises of packages. */
export const packages: Suite["register"] = (open) => {
  it("are taken as a file of multipart data, and replaced by the next one", async () => {
    const store = await partner(open)
    const file = archiveOf({ "index.html": "<h1>Bottega</h1>", "assets/style.css": "h1 {}" })
    expect(await store.api.template.upload({ file })).toEqual({ upload: "completed" })
    expect(await store.api.template.upload({ file })).toEqual({ upload: "completed" })
    expect(await store.api.template.upload({ file: archiveOf({ "index.html": "<h2>New</h2>" }) })).toEqual({
      upload: "completed"
    })
  })

  it("are taken of calls at once, one after another", async () => {
    const store = await partner(open)
    const twin = await store.twin()
    const answers = await Promise.all(
      [store, twin, store, twin].map(({ api }, n) => api.template.upload({ file: archiveOf({ "a.html": `${n}` }) }))
    )
    expect(answers).toEqual(answers.map(() => ({ upload: "completed" })))
  })

  it("are forbidden for a shop that is no partner's, and for a key set that reads", async () => {
    const file = archiveOf({ "index.html": "" })
    const plain = await open()
    await expect(plain.api.template.upload({ file })).rejects.toMatchObject({ status: 403 })
    const store = await partner(open)
    await expect(store.reader.template.upload({ file })).rejects.toMatchObject({ status: 403 })
  })

  it("are one file under the name file", async () => {
    const store = await partner(open)
    const text = await upload(store, "PK")
    expect([text.status, text.json.error.details[0]]).toEqual([400, { path: "file", message: "must be a file" }])
    const none = await store.send({ method: "POST", path, body: "file=PK" })
    expect(none.status).toBe(415)
    const { json, status } = await store.send({ method: "POST", path })
    expect([status, json.error.details]).toEqual([400, [{ path: "file", message: "is required" }]])
  })

  it("are refused with a sentence that names the entry", async () => {
    const store = await partner(open)
    const refused = async (bytes: Buffer) => (await upload(store, new Blob([new Uint8Array(bytes)]))).json.error.message
    expect(await refused(zipOf({ "index.html": "", "../outside.html": "x" }))).toBe(
      'file has the entry "../outside.html", whose name has the part "..".'
    )
    expect(await refused(Buffer.from("no archive"))).toMatch(/^file is not a zip archive that can be read/)
    expect(await refused(zipOf({}))).toMatch("holds no file")
    const broken = zipOf({ "a.html": "text", "b.html": "more" })
    broken.write("m", broken.indexOf("text"))
    expect(await refused(broken)).toMatch('has the entry "a.html", whose checksum is wrong')
  })

  it("are bound to their content by an idempotency key", async () => {
    const store = await partner(open)
    const again = (text: string) => upload(store, archiveOf({ "index.html": text }), { "idempotency-key": "package" })
    expect([(await again("a")).status, (await again("a")).status, (await again("b")).status]).toEqual([200, 200, 422])
  })
}
