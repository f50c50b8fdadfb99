/** Tests which documents are kept after they were written, and for how long. */
import { collection } from "@bottega/domain/contract"
import { Schema } from "effect"
import { assert, describe, it } from "vitest"
import { docOf, textOf } from "../src/documents.ts"

const Note = Schema.Struct({ name: Schema.String })
const declared = () => collection("notes", Note, { key: ({ name }) => name })
const notes = declared()
const read = (of: typeof notes, text: string) => docOf(of, { key: 1, version: 1, text })

describe("a written document", () => {
  it("is given for its text if it replaced another", () => {
    const [replacing, inserted] = [{ name: "replacing" }, { name: "inserted" }]
    assert.strictEqual(read(notes, textOf(notes, replacing, true)), replacing)
    const text = textOf(notes, inserted, false)
    assert.notStrictEqual(read(notes, text), inserted)
    assert.deepStrictEqual(read(notes, text), inserted)
  })

  it("is given only to readers of its collection", () => {
    const doc = { name: "of one collection" }
    const text = textOf(notes, doc, true)
    const other = declared()
    assert.notStrictEqual(read(other, text), doc)
    assert.deepStrictEqual(read(other, text), doc)
  })

  it("is forgotten after others of two million characters, and decoded again", () => {
    const doc = { name: "first" }
    const text = textOf(notes, doc, true)
    for (let n = 0; n < 50; n++) textOf(notes, { name: `${n}`.padEnd(50_000, "x") }, true)
    assert.notStrictEqual(read(notes, text), doc)
    assert.deepStrictEqual(read(notes, text), doc)
  })

  it("is not kept if its text is long", () => {
    const doc = { name: "x".repeat(100_000) }
    assert.notStrictEqual(read(notes, textOf(notes, doc, true)), doc)
  })
})
