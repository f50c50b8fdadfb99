/** How the gallery's files are served: to anyone, whole or in part. */
import { expect, it } from "vitest"
import type { Suite } from "../../surface.ts"
import { base64, fileAt, pathOf, png, sha256 } from "./sample.ts"

/** Registers the promises of the served files. */
export const files: Suite["register"] = (open) => {
  it("serves no file under another shop or another digest, and says so as everything does", async () => {
    const { api, send, stranger } = await open()
    const { original } = await api.gallery.create({ base64: base64(png()) })
    const elsewhere = await stranger.gallery.create({ base64: base64(png()) })
    const { digest, shop } = fileAt(original)
    const wrong = [
      `/images/${shop}/${"0".repeat(64)}`,
      `/images/${fileAt(elsewhere.original).shop}/${digest}`,
      `/images/${shop}/${digest.toUpperCase()}`,
      `/images/${shop}/${digest.slice(0, 60)}%2f..`,
      `/images/nobody/${digest}`
    ]
    for (const one of wrong)
      expect((await send({ method: "GET", path: one, as: "nobody" })).json.error.type).toBe("not_found")
    for (const one of [`/images/${shop}`, `/images/${shop}/${digest}/`, `/v1.1/images/${shop}/${digest}`])
      expect((await send({ method: "GET", path: one, as: "nobody" })).json.error.type).toBe("unknown_path")
    const posted = await send({ method: "POST", path: `/images/${shop}/${digest}`, as: "nobody" })
    expect(posted.json.error.type).toBe("method_not_allowed")
  })

  it("sends a part of a file, or no body to a client that has it", async () => {
    const { api, send } = await open()
    const bytes = Buffer.concat([png(), Buffer.alloc(1_200_000, "padding")])
    const { original } = await api.gallery.create({ base64: base64(bytes) })
    const ask = async (headers: Record<string, string>) =>
      send({ method: "GET", path: pathOf(original), as: "nobody", headers })
    const etag = `"${sha256(bytes)}"`
    const size = bytes.length
    const parts: ReadonlyArray<readonly [range: string, from: number, to: number]> = [
      ["bytes=0-0", 0, 1],
      ["bytes=700000-", 700_000, size],
      ["bytes=-5", size - 5, size],
      [`bytes=524287-524288`, 524_287, 524_289],
      [`bytes=5-${size * 2}`, 5, size],
      [`bytes=-${size * 2}`, 0, size]
    ]
    for (const [range, from, to] of parts) {
      const { headers, status } = await ask({ range, "if-range": etag })
      expect([status, headers["content-range"], headers["content-length"]], range).toEqual([
        206,
        `bytes ${from}-${to - 1}/${size}`,
        String(to - from)
      ])
    }
    for (const range of ["bytes=5-2", "bytes=-", "lines=1-2", "bytes=0-1,5-6", "bytes=a-"])
      expect((await ask({ range })).status, range).toBe(200)
    expect((await ask({ range: "bytes=0-1", "if-range": '"another"' })).status).toBe(200)
    for (const range of [`bytes=${size}-`, "bytes=-0"]) {
      const { headers, json, status } = await ask({ range })
      expect([status, headers["content-range"], json.error.type]).toEqual([
        416,
        `bytes */${size}`,
        "range_not_satisfiable"
      ])
    }
    for (const tags of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const { headers, status, text } = await ask({ "if-none-match": tags, range: "bytes=0-1" })
      expect([status, headers["etag"], headers["content-type"], text], tags).toEqual([304, etag, undefined, ""])
    }
    expect((await ask({ "if-none-match": '"another"' })).status).toBe(200)
  })
}
