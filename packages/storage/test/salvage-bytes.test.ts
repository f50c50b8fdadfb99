/** Every page of a file with bytes damaged in turn: only the bytes that lie on it are lost. */
import { closeSync, copyFileSync, openSync, rmSync, writeSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Stream } from "effect"
import { own } from "../src/adapters.ts"
import * as bytes from "../src/bytes.ts"
import { layer } from "../src/sqlite/salvage.ts"
import * as sqlite from "../src/sqlite.ts"
import { Storage } from "../src/storage.ts"
import { file } from "./file.ts"
import { digestOf } from "./pictures.ts"
import { shop } from "./things.ts"

const size = 8192
const contents = Array.from({ length: 12 }, (_, n) => Buffer.alloc(1000 + 9000 * (n % 4), `content ${n} `))

/** A file with bytes in chunks of 3,000 bytes and of 20,000, some of which lie on several pages, after others were removed. */
const made = Effect.gen(function* () {
  const location = yield* file
  const filled = Effect.gen(function* () {
    yield* bytes.put(shop, Stream.make(Buffer.alloc(50_000, "gone")), { maxBytes: 50_000, chunkBytes: 3000 })
    yield* bytes.sweep(shop, -1)
    yield* bytes.sweep(shop, -1)
    for (const [n, content] of contents.entries())
      yield* bytes.put(shop, Stream.make(content), { maxBytes: 50_000, chunkBytes: n % 2 === 0 ? 3000 : 20_000 })
  })
  yield* Effect.scoped(
    Effect.flatMap(sqlite.make(location, own), (store) => Effect.provideService(filled, Storage, store))
  )
  return location
})

/** The SHA-256 of all bytes that are whole. */
const salvaged = (location: string) =>
  Effect.gen(function* () {
    const whole: Array<string> = []
    for (const content of contents) {
      const found = yield* bytes.find(shop, digestOf(content))
      if (found !== undefined && (yield* bytes.isWhole(shop, found))) whole.push(found.sha256)
    }
    return whole
  }).pipe(Effect.provide(Layer.fresh(layer(location, own, () => {}))), Effect.scoped)

const pagesOf = (location: string) => {
  const database = new DatabaseSync(location)
  const pages = database.prepare("select name, pageno, pagetype from dbstat").all()
  database.close()
  return pages.map(({ name, pageno, pagetype }) => ({
    page: Number(pageno),
    name: String(name),
    costs: pagetype !== "internal" && ["bottega_chunks", "bytes"].includes(String(name))
  }))
}

describe("a damaged file with bytes", () => {
  it.live("gives all of them but those of the page that was damaged", () =>
    Effect.gen(function* () {
      const location = yield* made
      let lost = 0
      for (const { costs, name, page } of pagesOf(location)) {
        if (name === "sqlite_schema") continue
        const copy = `${location}.copy`
        copyFileSync(location, copy)
        const opened = openSync(copy, "r+")
        writeSync(opened, Buffer.alloc(size, 0xa7), 0, size, (page - 1) * size)
        closeSync(opened)
        const whole = yield* salvaged(copy)
        if (!costs) assert.strictEqual(whole.length, contents.length, `page ${page} of ${name}`)
        lost += contents.length - whole.length
        for (const end of ["", "-wal", "-shm"]) rmSync(copy + end, { force: true })
      }
      assert.isAtLeast(lost, contents.length)
    }).pipe(Effect.scoped)
  )
})
