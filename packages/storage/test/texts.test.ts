/** Tests texts outside the heap: rows that were read stay readable, and removed texts take no room. */
import { randomBytes } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { copyOf, TextRow, Texts } from "../src/memory/texts.ts"

const pageBytes = 32_768

const heldBy = (rows: ReadonlyArray<TextRow>): number =>
  [...new Set(rows.map(({ page }) => page))].reduce((sum, { held }) => sum + held, 0)

const texts = fc.array(fc.string({ unit: "binary", maxLength: 40 }).map((text) => text.repeat(1 + (text.length % 400))))

describe("Texts", () => {
  it("returns every text, even of removed rows, while pages are emptied", () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 2, max: 9 }), fc.constantFrom(0, 65_536), (all, keep, plainBytes) => {
        const store = new Texts(plainBytes)
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
    const held = [...pages].reduce((sum, page) => sum + page.held, 0)
    assert.isAtMost(held, 2 * 4000 * 1000 + 2 * 262_144)
  })

  it.each([undefined, 0])("keeps a text that is longer than a page, with at most %s plain bytes", (plainBytes) => {
    const text = "è".repeat(600_000)
    const store = new Texts(plainBytes)
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

  it("packs pages that nobody reads to less than a third, and reads every text of them", () => {
    const store = new Texts(0)
    const order = (key: number) =>
      JSON.stringify({ key, buyer: `buyer${key % 7}`, items: [key * 31, "Caffettiera", "31.90"] })
    const rows = Array.from({ length: 5000 }, (_, key) => store.keep(key, 1, order(key)))
    const written = rows.reduce((sum, { length }) => sum + length, 0)
    assert.isBelow(heldBy(rows), written / 3)
    for (const { key, text } of rows) assert.strictEqual(text, order(Number(key)))
  })

  it("keeps the pages plain that are read, and the newest ones", () => {
    const store = new Texts(4 * pageBytes)
    let first: TextRow | undefined
    const rows = Array.from({ length: 200 }, (_, key) => {
      const row = store.keep(key, 1, "x".repeat(pageBytes / 2))
      if (key > 1) assert.strictEqual(first?.text.length, pageBytes / 2)
      first ??= row
      return row
    })
    const isPlain = ({ page }: TextRow) => page.held >= page.size
    assert.deepStrictEqual([rows[0]!, rows[100]!, rows.at(-1)!].map(isPlain), [true, false, true])
    assert.isAtMost(new Set(rows.filter(isPlain).map(({ page }) => page)).size, 5)
  })

  it("leaves a page plain that packing makes no smaller", () => {
    const store = new Texts(0)
    const noise = () => randomBytes(1000).toString("latin1")
    const texts = Array.from({ length: 200 }, noise)
    const rows = texts.map((text, key) => store.keep(key, 1, text))
    assert.isAtMost(heldBy(rows), 201 * 1000 + pageBytes)
    assert.deepStrictEqual(
      rows.map(({ text }) => text),
      texts
    )
  })

  it("copies any text exactly", () => {
    for (const text of ["", "plain", "più", "\ud83d\ude00", "\ud83d", "a\0b€"]) assert.strictEqual(copyOf(text), text)
  })
})
