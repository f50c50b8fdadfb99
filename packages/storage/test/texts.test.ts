/** Tests texts outside the heap: rows that were read stay readable, and removed texts take no room. */
import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { copyOf, TextRow, Texts } from "../src/memory/texts.ts"

const texts = fc.array(fc.string({ unit: "binary", maxLength: 40 }).map((text) => text.repeat(1 + (text.length % 400))))

describe("Texts", () => {
  it("returns every text, even of removed rows, while pages are emptied", () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 2, max: 9 }), (all, keep) => {
        const store = new Texts()
        const rounds = Array.from({ length: 40 }, (_, round) => all.map((text) => `${round} ${text}`)).flat()
        const rows = rounds.map((text, key) => store.keep(key, 1, text))
        for (const row of rows) if (row.key !== 0 && Number(row.key) % keep > 0) store.leave(row)
        assert.deepStrictEqual(
          rows.map(({ text }) => text),
          rounds
        )
      }),
      { numRuns: 30 }
    )
  })

  it("holds at most twice the size of the current texts, plus the page that is being written", () => {
    const store = new Texts()
    const text = "x".repeat(1000)
    let rows = Array.from({ length: 4000 }, (_, key) => store.keep(key, 1, text))
    // Each round changes every third row, so that no page loses all of its rows at once.
    for (let round = 0; round < 30; round++)
      rows = rows.map((row, at) => {
        if (at % 3 !== round % 3) return row
        const next = store.keep(row.key, row.version + 1, text)
        store.leave(row)
        return next
      })
    const pages = new Set(rows.map(({ page }) => page))
    const held = [...pages].reduce((sum, { bytes }) => sum + bytes.length, 0)
    assert.isAtMost(held, 2 * 4000 * 1000 + 2 * 262_144)
  })

  it("keeps a text that is longer than a page", () => {
    const text = "è".repeat(600_000)
    const store = new Texts()
    const [small, large, wide] = [
      store.keep(1, 1, "a"),
      store.keep(2, 1, text),
      store.keep(3, 1, text.replaceAll("è", "€"))
    ]
    assert.deepStrictEqual([small.text, large.text, wide.text], ["a", text, text.replaceAll("è", "€")])
    assert.instanceOf(small, TextRow)
  })

  it("holds no row that no table contains any more", () => {
    const store = new Texts()
    const rows = Array.from({ length: 100 }, (_, key) => store.keep(key, 1, "x".repeat(100)))
    for (const row of rows) if (Number(row.key) % 3 > 0) store.leave(row)
    const held = new Set(rows.flatMap(({ page }) => page.rows))
    assert.deepStrictEqual(
      rows.filter((row) => held.has(row)),
      rows.filter(({ key }) => Number(key) % 3 === 0)
    )
  })

  it("copies any text exactly", () => {
    for (const text of ["", "plain", "più", "\ud83d\ude00", "\ud83d", "a\0b€"]) assert.strictEqual(copyOf(text), text)
  })
})
