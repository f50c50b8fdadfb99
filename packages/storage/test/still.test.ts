import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { collection } from "@bottega/domain/collection"
import { expect, it } from "@effect/vitest"
import { Effect, Exit, Layer, Schema } from "effect"
import { adapters } from "../src/adapters.ts"
import { list } from "../src/derived.ts"
import { Storage } from "../src/storage.ts"

const notes = collection("notes", Schema.Struct({ id: Schema.String }), { key: ({ id }) => id })
const put = (id: string) =>
  Storage.use(({ commit }) => commit([{ shop: "s", collection: notes, key: id, expect: 0, doc: { id } }]))
const ids = Effect.map(list("s", notes), (found) => found.map(({ doc }) => doc.id))

it.live.each(adapters.filter(({ still }) => still !== undefined))(
  "$name, opened to be looked at, is as it was when it was opened, and takes nothing",
  ({ open, still }) =>
    Effect.gen(function* () {
      const folder = yield* Effect.acquireRelease(
        Effect.sync(() => mkdtempSync(join(tmpdir(), "bottega-still-"))),
        (made) => Effect.sync(() => rmSync(made, { recursive: true, force: true }))
      )
      const file = join(folder, "store")
      const writing = yield* Layer.build(open(file, [notes]))
      yield* Effect.provideContext(put("before"), writing)
      const held = yield* Layer.build(still!(file, [notes]))
      expect(yield* Effect.provideContext(ids, held)).toEqual(["before"])
      yield* Effect.provideContext(put("meanwhile"), writing)
      expect(yield* Effect.provideContext(ids, held)).toEqual(["before"])
      expect(yield* Effect.provideContext(ids, writing)).toEqual(["before", "meanwhile"])
      const before = readFileSync(file)
      expect(Exit.isFailure(yield* Effect.exit(Effect.provideContext(put("never"), held)))).toBe(true)
      expect(readFileSync(file).equals(before)).toBe(true)
    }).pipe(Effect.scoped)
)
