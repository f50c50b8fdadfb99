/** Tests what is kept of rows that were read: recent values, of a bounded size, and nothing of a list's rows. */
import { collection } from "@bottega/domain/contract"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema, Stream } from "effect"
import fc from "fast-check"
import { docOf } from "../src/documents.ts"
import { allRows, itemsOf } from "../src/pages.ts"
import { Recent } from "../src/recent.ts"
import * as sqlite from "../src/sqlite.ts"
import type { Row } from "../src/storage.ts"
import { file } from "./file.ts"
import { adding, shop, things } from "./things.ts"

const rowOf = (key: number, text = "{}"): Row => ({ key, version: 1, text })

describe("Recent", () => {
  it("keeps what was used last, and values of at most twice the maximum", () => {
    const use = fc.record({ at: fc.nat(30), characters: fc.integer({ min: 1, max: 20 }) })
    fc.assert(
      fc.property(fc.array(use, { maxLength: 200 }), fc.integer({ min: 1, max: 100 }), (uses, maxCharacters) => {
        const recent = new Recent<number>(maxCharacters)
        const rows = Array.from({ length: 31 }, (_, key) => rowOf(key))
        const characters = new Map<Row, number>()
        for (const use of uses) {
          const row = rows[use.at]!
          const known = recent.get(row)
          if (known !== undefined) assert.strictEqual(known, use.at)
          else {
            characters.set(row, use.characters)
            recent.keep(row, use.at, use.characters)
          }
          assert.strictEqual(recent.get(row), use.at)
        }
        const kept = rows.filter((row) => recent.get(row) !== undefined)
        const sum = kept.reduce((all, row) => all + characters.get(row)!, 0)
        // The last value of a generation may exceed it.
        assert.isAtMost(sum, 2 * (maxCharacters + 20))
      })
    )
  })
})

describe("docOf", () => {
  const counted = (decodings: Array<string>) => {
    const plain = collection("counted", Schema.Struct({ id: Schema.Number }), { key: ({ id }) => id })
    return {
      ...plain,
      decode: (text: string) => {
        decodings.push(text)
        return plain.decode(text)
      }
    }
  }

  it("keeps the document of a row that is read again, until many others were", () => {
    const decodings: Array<string> = []
    const of = counted(decodings)
    const row = rowOf(1, '{"id":1}')
    for (let n = 0; n < 5; n++) assert.deepStrictEqual(docOf(of, row), { id: 1 })
    assert.strictEqual(decodings.length, 2)
    const long = `{"id":2}${" ".repeat(100_000)}`
    for (let n = 0; n < 30; n++) {
      const other = rowOf(2, long)
      for (let times = 0; times < 2; times++) docOf(of, other)
    }
    decodings.length = 0
    docOf(of, row)
    assert.strictEqual(decodings.length, 1)
  })

  it("does not keep documents that are read once, as those of a long list are", () => {
    const of = counted([])
    const hot = rowOf(1, '{"id":1}')
    docOf(of, hot)
    const kept = docOf(of, hot)
    for (let n = 0; n < 30; n++) docOf(of, rowOf(2, `{"id":2}${" ".repeat(100_000)}`))
    assert.strictEqual(docOf(of, hot), kept)
  })
})

describe("a long list", () => {
  it("gives every item of its pages, of which some are empty", () =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.array(fc.nat())), async (pages) => {
        const items = await Effect.runPromise(Stream.runCollect(itemsOf(Stream.fromIterable(pages))))
        assert.deepStrictEqual([...items], pages.flat())
      })
    ))

  it.live("does not replace the rows that the cache of a file holds", () =>
    Effect.gen(function* () {
      const store = yield* sqlite.make(yield* file, [things])
      yield* store.commit([adding(0)])
      for (let id = 1; id <= 24; id++) yield* store.commit([adding(id, { status: "x".repeat(1024 * 1024) })])
      const one = store.find(shop, things, { where: [{ on: "key", eq: 0 }], limit: 1 })
      const [before] = yield* one
      const read = yield* Stream.runCount(allRows((of, query) => store.find(shop, of, query), things))
      assert.deepStrictEqual([read, (yield* one)[0] === before], [25, true])
    })
  )
})
