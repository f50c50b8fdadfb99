/** Tests which documents are kept after they were written, and for how long. */
import { collection } from "@bottega/domain/contract"
import { Schema } from "effect"
import { assert, describe, it } from "vitest"
import { docOf, textOf } from "../src/documents.ts"

const Note = Schema.Struct({ name: Schema.String })
const declared = () => collection("notes", Note, { key: ({ name }) => name })
const notes = declared()
const written = (doc: typeof Note.Type, replaces: boolean) => textOf({ collection: notes, doc }, replaces)
const read = (of: typeof notes, text: string) => docOf(of, { key: of.decode(text).name, version: 1, text })

describe("a written document", () => {
  it("is not encoded again if its writer has its text", () => {
    assert.strictEqual(textOf({ collection: notes, doc: { name: "a" }, text: "the text" }, false), "the text")
  })

  it("is given for its text if it replaced another", () => {
    const [replacing, inserted] = [{ name: "replacing" }, { name: "inserted" }]
    assert.strictEqual(read(notes, written(replacing, true)), replacing)
    const text = written(inserted, false)
    assert.notStrictEqual(read(notes, text), inserted)
    assert.deepStrictEqual(read(notes, text), inserted)
  })

  it("is not given for a copy of its row with another text", () => {
    const row = { key: "a", version: 1, text: notes.encode({ name: "a" }) }
    docOf(notes, row)
    assert.deepStrictEqual(docOf(notes, { ...row, text: notes.encode({ name: "b" }) }), { name: "b" })
  })

  it("is given only to readers of its collection", () => {
    const doc = { name: "of one collection" }
    const text = written(doc, true)
    const other = declared()
    assert.notStrictEqual(read(other, text), doc)
    assert.deepStrictEqual(read(other, text), doc)
  })

  it("is not given for another text of its key", () => {
    const text = written({ name: "two shops have it" }, true)
    const other = text.replace("}", ',"more":1}')
    assert.deepStrictEqual(read(notes, other), { name: "two shops have it", more: 1 } as never)
  })

  it("is forgotten after others of half a million characters, and decoded again", () => {
    const doc = { name: "first" }
    const text = written(doc, true)
    for (let n = 0; n < 12; n++) written({ name: `${n}`.padEnd(50_000, "x") }, true)
    assert.notStrictEqual(read(notes, text), doc)
    assert.deepStrictEqual(read(notes, text), doc)
  })
})
