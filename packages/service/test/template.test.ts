/** The package of a template in the store: what is kept of it, what is not, and that it moves with its shop. */
import { createHash } from "node:crypto"
import { collections } from "@bottega/domain/areas"
import { all, bytes } from "@bottega/storage"
import { Effect } from "effect"
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest"
import { trusted } from "../src/engine/trusted.ts"
import { inProcessTransport } from "../src/in-process.ts"
import { examineStore } from "../src/maintenance/doctor.ts"
import { makeService } from "../src/service.ts"
import { zip } from "./archives/zip.ts"
import { exportOf, furnish, importOf, type Opened, open, sweep } from "./maintenance/given.ts"

const archiveOf = (text: string) => zip([{ name: "index.html", data: text }])
const sha256 = (content: Uint8Array) => createHash("sha256").update(content).digest("hex")

describe.each(["memory", "sqlite"])("a package in %s", (adapter) => {
  let store: Opened
  let shop: string
  let upload: (archive: Buffer) => Promise<number>
  let close: () => Promise<unknown>

  beforeEach(async () => {
    store = open(adapter)
    const demo = await furnish(store, 1)
    shop = demo.id
    const service = await store.run(makeService())
    const partner = { ...demo, partner_owned: true }
    const transport = inProcessTransport(trusted(service, partner), (effect) => Effect.runPromise(effect))
    upload = async (archive) => {
      const body = new FormData()
      body.append("file", new Blob([new Uint8Array(archive)]), "theme.zip")
      const sent = { method: "POST", path: "/v1.1/template/package.json", query: "", headers: {}, body }
      return (await transport(sent)).status
    }
    close = () => store.run(service.close)
  })
  afterEach(async () => {
    await close()
    await store.close()
  })

  const kept = async (one = store) => {
    const packages = await one.run(all(shop, collections.packages))
    const contents = await one.run(all(shop, bytes.contents))
    return { packages: packages.map(({ doc }) => doc), digests: contents.map(({ doc }) => doc.sha256) }
  }

  it("is one document that names the archive, until the next one replaces both in one commit", async () => {
    const [first, second] = [archiveOf("one"), archiveOf("two")]
    expect(await upload(first)).toBe(200)
    expect(await kept()).toMatchObject({
      packages: [{ id: "package", digest: sha256(first), size: first.length, files: 1, unpackedBytes: 3 }],
      digests: [sha256(first)]
    })
    expect(await upload(second)).toBe(200)
    expect(await kept()).toMatchObject({ packages: [{ digest: sha256(second) }], digests: [sha256(second)] })
    expect(await store.run(all(shop, bytes.claims))).toEqual([])
  })

  it("keeps nothing of an archive that is refused, and stays as it was", async () => {
    const first = archiveOf("one")
    await upload(first)
    const before = await kept()
    for (const wrong of [
      zip([{ name: "../a", data: "x" }]),
      zip([{ name: "a", data: "x", crc: 1 }]),
      Buffer.from("PK")
    ])
      expect(await upload(wrong)).toBe(400)
    expect(await kept()).toEqual(before)
    expect([await store.run(all(shop, bytes.claims)), await store.run(all(shop, bytes.uploads))]).toEqual([[], []])
  })

  it("moves with its shop, and is examined", async () => {
    await upload(archiveOf("one"))
    const wrong: Array<string> = []
    await store.run(examineStore({ onWrong: (sentence) => wrong.push(sentence) }))
    expect(wrong).toEqual([])
    const other = open("memory")
    await importOf(other, await exportOf(store, shop))
    expect(await kept(other)).toEqual(await kept())
    await other.close()
  })
})

afterAll(sweep)
