/**
 * Checks every document that a service writes: its text decodes to an equal document, and nobody changes it afterwards.
 * Stores rely on both when they give a written document to readers without decoding it.
 */
import assert from "node:assert/strict"
import type { Adapter } from "@bottega/storage"

/** The same store, which throws on a commit of a document that would be read otherwise, and freezes all others. */
export const faithful = (storage: Adapter): Adapter => ({
  ...storage,
  commit: (writes, guards) => {
    for (const { collection, doc } of writes) {
      if (doc === undefined) continue
      assert.deepStrictEqual(doc, collection.decode(collection.encode(doc)), `${collection.name} is read otherwise`)
      freeze(doc)
    }
    return storage.commit(writes, guards)
  }
})

const freeze = (value: unknown): void => {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return
  Object.freeze(value)
  for (const inner of Object.values(value)) freeze(inner)
}
