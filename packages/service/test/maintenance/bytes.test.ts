/** Bytes move with the shop whose documents name them, and doctor examines them. */
import { createHash } from "node:crypto"
import { DatabaseSync } from "node:sqlite"
import { collections } from "@bottega/domain/areas"
import { collection, texts } from "@bottega/domain/contract"
import { type Adapter, all, bytes, Storage } from "@bottega/storage"
import { Effect, Schema, Stream } from "effect"
import { afterAll, describe, expect, it } from "vitest"
import type { Amount } from "../../src/maintenance/amount.ts"
import { examineStore } from "../../src/maintenance/doctor.ts"
import { exportShop } from "../../src/maintenance/export.ts"
import { exportOf, furnish, importOf, names, type Opened, open, sweep, ways } from "./given.ts"

afterAll(sweep)

/** Names bytes but does not move itself: a store with an album before an import keeps the bytes that the album names. */
const albums = collection("albums", Schema.Struct({ id: Schema.Number, pictures: Schema.Array(Schema.String) }), {
  key: ({ id }) => id,
  lookups: { pictures: texts(({ pictures }) => pictures) },
  bytes: "pictures"
})

const digestOf = (content: Uint8Array) => createHash("sha256").update(content).digest("hex")

const large = Buffer.alloc(1_300_000, "a picture that takes several chunks ")
const empty = Buffer.alloc(0)
const unnamed = Buffer.from("nothing names these")

const put = (store: Opened, shop: string, content: Uint8Array) =>
  store.run(bytes.put(shop, Stream.make(content), { maxBytes: content.length }))

const commit = (store: Opened, act: (storage: Adapter) => ReturnType<Adapter["commit"]>) => store.run(Storage.use(act))

const album = (shop: string) => ({
  shop,
  collection: albums,
  key: 1,
  expect: 0,
  doc: { id: 1, pictures: [large, empty].map(digestOf) }
})

/** A store with a shop, an album and its bytes, and unreferenced bytes. */
const filled = async (name: string) => {
  const store = open(name, undefined, [albums])
  const { id: shop } = await furnish(store, 3)
  const claims = [await put(store, shop, large), await put(store, shop, empty)]
  await commit(store, ({ commit }) => commit([album(shop), ...claims.map((claim) => bytes.kept(shop, claim))]))
  const claim = await put(store, shop, unnamed)
  await commit(store, ({ commit }) => commit([bytes.kept(shop, claim)]))
  return { store, shop }
}

/** A store in which an album of a shop that does not exist yet names its bytes. */
const awaiting = async (name: string, shop: string) => {
  const store = open(name, undefined, [albums])
  await commit(store, ({ commit }) => commit([album(shop)]))
  return store
}

const sizes = (store: Opened, shop: string) =>
  store.run(
    Effect.gen(function* () {
      const found = (yield* all(shop, bytes.contents)).map(({ doc }) => doc)
      for (const content of found) expect(yield* bytes.isWhole(shop, content)).toBe(true)
      return found.map(({ size }) => size).sort((one, other) => one - other)
    })
  )

const left = (store: Opened, shop: string) => store.run(Effect.all([all(shop, bytes.uploads), all(shop, bytes.claims)]))

const examine = async (store: Opened) => {
  const reported: Array<string> = []
  const { checked, notes, wrong } = await store.run(examineStore({ onWrong: (sentence) => reported.push(sentence) }))
  return { checked, notes, reported, wrong }
}

describe.each(ways())("from %s to %s", (from, to) => {
  it("the bytes that documents name move with them, and no others", async () => {
    const { shop, store } = await filled(from)
    const text = await exportOf(store, shop)
    expect(JSON.parse(text.split("\n")[0]!)).toMatchObject({ format: 2 })
    expect(JSON.parse(text.trimEnd().split("\n").at(-1)!).counts).toMatchObject({ bytes: 2 })
    const target = await awaiting(to, shop)
    await importOf(target, text)
    expect(await sizes(target, shop)).toEqual([0, large.length])
    expect(await left(target, shop)).toEqual([[], []])
    expect((await examine(target)).reported).toEqual([])
    expect((await importOf(target, text))[0]).toMatchObject({ already: true })
    await Promise.all([store.close(), target.close()])
  })
})

it("a shop without bytes is written in the first format, which older programs read", async () => {
  const store = open("memory")
  const { id } = await furnish(store, 1)
  expect(JSON.parse((await exportOf(store, id)).split("\n")[0]!)).toMatchObject({ format: 1 })
})

describe("an import that is interrupted among bytes", () => {
  it("continues with incomplete bytes, and leaves nothing of its first run", async () => {
    const { shop, store } = await filled("sqlite")
    const lines = (await exportOf(store, shop)).trimEnd().split("\n")
    const first = lines.findIndex((line) => line.includes('"base64"'))
    for (let cut = first; cut < lines.length; cut++) {
      const target = await awaiting("memory", shop)
      const part = lines.slice(0, cut).map((line) => `${line}\n`)
      await expect(importOf(target, part.join(""))).rejects.toThrow("it was cut off")
      expect(await left(target, shop)).toEqual([[], []])
      const [done] = await importOf(target, `${lines.join("\n")}\n`)
      expect(done!.already).toBe(false)
      expect(await sizes(target, shop)).toEqual([0, large.length])
    }
    await store.close()
  })

  it("removes what it stored when it is restarted", async () => {
    const { shop, store } = await filled("memory")
    const text = await exportOf(store, shop)
    const lines = text.trimEnd().split("\n")
    const target = await awaiting("memory", shop)
    await expect(importOf(target, `${lines.slice(0, -1).join("\n")}\n`)).rejects.toThrow("it was cut off")
    const other = text.replace('"at":"2', '"at":"1')
    await expect(importOf(target, other)).rejects.toThrow("begun with another file")
    const restarted = other.replace(/"sha256":"[0-9a-f]{64}"/, `"sha256":"${digestOf(Buffer.from(bodyOf(other)))}"`)
    await importOf(target, restarted, { restart: true })
    expect(await sizes(target, shop)).toEqual([0, large.length])
  })
})

describe("a file whose bytes are wrong", () => {
  const wrong = async (change: (lines: Array<string>, first: number) => void) => {
    const { shop, store } = await filled("memory")
    const lines = (await exportOf(store, shop)).trimEnd().split("\n")
    const first = lines.findIndex((line) => line.includes('"from":0') && line.includes(`"size":${large.length}`))
    change(lines, first)
    const target = await awaiting("memory", shop)
    const error = await importOf(target, `${lines.join("\n")}\n`).catch(({ message }: Error) => message)
    expect(await target.run(all(shop, bytes.uploads))).toEqual([])
    return { error, first: first + 1 }
  }
  const piece = (line: string, change: (piece: Record<string, unknown>) => object) =>
    JSON.stringify(change(JSON.parse(line)))

  it("is refused with the line that shows it", async () => {
    const left = await wrong((lines, at) => lines.splice(at + 1, 1))
    expect(left.error).toContain(`Line ${left.first + 1} does not continue the bytes of the previous lines.`)
    const changed = await wrong((lines, at) => {
      lines[at] = piece(lines[at]!, (one) => ({ ...one, base64: `AAAA${String(one["base64"]).slice(4)}` }))
    })
    expect(changed.error).toContain(`Line ${changed.first + 2} ends bytes whose SHA-256 is not the declared one.`)
    const longer = await wrong((lines, at) => {
      lines[at + 2] = piece(lines[at + 2]!, (one) => ({ ...one, base64: `AAAA${one["base64"]}` }))
    })
    expect(longer.error).toContain(`Line ${longer.first + 2} has more bytes than its declared ${large.length}.`)
    const none = await wrong((lines, at) => {
      lines[at] = piece(lines[at]!, (one) => ({ ...one, base64: "" }))
    })
    expect(none.error).toContain(`Line ${none.first} has none of its declared bytes.`)
    const broken = await wrong((lines, at) => lines.splice(at + 1, 2))
    expect(broken.error).toMatch(
      /Line \d+ (does not continue|comes before the end of) the bytes of the lines before it/
    )
  })
})

describe.each(names)("doctor in %s", (name) => {
  it("counts the files that an export moves, and not those of snapshots and uploads that are not finished", async () => {
    const { shop, store } = await filled(name)
    const claim = await put(store, shop, Buffer.from("the lines of a snapshot"))
    const snapshot = { name: "A", at: 1, documents: 1, bytes: 6, digest: claim.sha256, files: [digestOf(large)] }
    const doc = { shop, collection: collections.snapshots, key: "A", expect: 0, doc: snapshot }
    await commit(store, ({ commit }) => commit([doc, bytes.kept(shop, claim)]))
    await put(store, shop, Buffer.from("claimed"))
    let moved: Amount | undefined
    const options = { shop, program: "0.0.0", still: true, onEnd: (amount: Amount) => void (moved = amount) }
    await store.run(Stream.runDrain(exportShop(options)))
    expect(await store.run(examineStore({ onWrong: () => {} }))).toMatchObject({ ...moved, files: 2 })
    await store.close()
  })

  it("reports bytes that are missing, damaged, or unreferenced", async () => {
    const { shop, store } = await filled(name)
    const whole = await examine(store)
    expect(whole).toMatchObject({ reported: [], wrong: 0 })
    expect(whole.checked).toContain(
      "All bytes that documents name are there, and have the SHA-256 that they are named by."
    )
    expect(whole.notes).toEqual([`Stored files that no document names: 1, with ${unnamed.length} bytes in all.`])
    const content = (await store.run(bytes.find(shop, digestOf(large))))!
    await store.run(Storage.use(({ chunks }) => chunks.write(shop, content.upload, 1, Buffer.alloc(524_288, "x"))))
    const gone = { shop, collection: bytes.contents, key: digestOf(empty), expect: 1, doc: undefined }
    await commit(store, ({ commit }) => commit([gone]))
    expect((await examine(store)).reported).toEqual([
      `Shop ${shop}: albums 1 names the bytes ${digestOf(empty)}, which do not exist.`,
      `Shop ${shop}: the bytes ${digestOf(large)} lack a part, or have another SHA-256.`
    ])
    await expect(exportOf(store, shop)).rejects.toThrow(`The bytes ${digestOf(large)} cannot be read`)
    await store.close()
  })
})

it("doctor does not look for the bytes of a document of another form, and checks those of the others", async () => {
  const { shop, store } = await filled("sqlite")
  const { sha256: digest } = (await store.run(bytes.find(shop, digestOf(large))))!
  const id = "5f0c3a2b0e1f4a0000000001"
  const image = {
    id,
    digest,
    size: large.length,
    type: "image/png",
    width: 1,
    height: 1,
    thumbnail: digest,
    created: 1
  }
  const write = { shop, collection: collections.images, key: id, expect: 0, doc: image }
  const gone = { shop, collection: bytes.contents, key: digestOf(empty), expect: 1, doc: undefined }
  await commit(store, ({ commit }) => commit([write, gone]))
  const database = new DatabaseSync(store.file)
  for (const change of ["json_remove(doc, '$.thumbnail')", "json_set(doc, '$.thumbnail', 7)"]) {
    database.exec(`update images set doc = ${change}`)
    const { reported } = await examine(store)
    expect(reported).toContain(`Shop ${shop}: images ${id} does not fit its schema.`)
    expect(reported.filter((sentence) => /bytes|files could/.test(sentence))).toEqual([
      `Shop ${shop}: albums 1 names the bytes ${digestOf(empty)}, which do not exist.`
    ])
  }
  database.close()
  await store.close()
})

/** The lines that the digest of a file covers: all but the last. */
const bodyOf = (text: string): string => text.slice(0, text.trimEnd().lastIndexOf("\n") + 1)
