/** Tests what a look for commits of other processes costs, and that it works on a file system without shared memory. */
import { StatementSync } from "node:sqlite"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { vi } from "vitest"
import { ownFormat } from "../src/format.ts"
import { Connection } from "../src/sqlite/connection.ts"
import { holdFile } from "../src/sqlite/hold.ts"
import { Revisions } from "../src/sqlite/revisions.ts"
import { start } from "../src/sqlite/start.ts"
import { layout } from "../src/sqlite/tables.ts"
import { file } from "./file.ts"
import { things } from "./things.ts"

/** Ends what runs without a break, within the same turn of the event loop. */
const aBreak = () => Promise.resolve()
const change = "update bottega_generation set number = number + 1"

/** The revisions of a file, the connection that they belong to, and another one. */
const opened = Effect.gen(function* () {
  const location = yield* file
  const held = holdFile(location)
  const writer = start(location, [layout(things)], ownFormat)
  const other = new Connection(location, "write")
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      for (const one of [writer, other]) one.close()
      held.release()
    })
  )
  return { held, writer, other }
})

const place = { replaced: undefined }

for (const [where, shared] of [
  ["the index of the log is a file", undefined],
  ["there is no such file", () => 0]
] as const)
  it.live(`sees every commit of another connection, and takes none of its own for one, where ${where}`, () =>
    Effect.gen(function* () {
      const { held, other, writer } = yield* opened
      const revisions = new Revisions(writer, shared === undefined ? held : { shared }, place)
      const next = Effect.promise(async () => {
        await aBreak()
        return revisions.of(things)
      })
      for (let round = 0; round < 5; round++) {
        const before = yield* next
        writer.run(change)
        assert.strictEqual(yield* next, before)
        other.run(change)
        assert.strictEqual(yield* next, before + 1)
        writer.run("begin immediate")
        writer.run(change)
        assert.strictEqual(yield* next, before + 1)
        writer.run("commit")
        assert.strictEqual(yield* next, before + 1)
        // A commit between two of its own.
        writer.run(change)
        other.run(change)
        writer.run(change)
        assert.strictEqual(yield* next, before + 2)
      }
    }).pipe(Effect.scoped)
  )

it.live("looks once between two breaks, with one read of 96 bytes, and asks SQLite only after a commit", () =>
  Effect.gen(function* () {
    const { held, other, writer } = yield* opened
    const asked = vi.spyOn(StatementSync.prototype, "get")
    let looks = 0
    const shared = (into: Buffer) => {
      looks++
      assert.strictEqual(into.length, 96)
      return held.shared(into)
    }
    const revisions = new Revisions(writer, { shared }, place)
    const costs = async (committed: boolean) => {
      await aBreak()
      if (committed) other.run(change)
      const before = [looks, asked.mock.calls.length] as const
      for (let n = 0; n < 100; n++) revisions.of(things)
      return [looks - before[0], asked.mock.calls.length - before[1]]
    }
    for (let round = 0; round < 3; round++) {
      assert.deepStrictEqual(yield* Effect.promise(() => costs(false)), [1, 0])
      assert.deepStrictEqual(yield* Effect.promise(() => costs(true)), [1, 1])
    }
    asked.mockRestore()
  }).pipe(Effect.scoped)
)

it.live("gives everything a new number at each look while the store is not where it was opened", () =>
  Effect.gen(function* () {
    const { held, writer } = yield* opened
    const revisions = new Revisions(writer, held, { replaced: new Error() as never })
    const first = revisions.of(things)
    yield* Effect.promise(aBreak)
    assert.isAbove(revisions.of(things), first)
  }).pipe(Effect.scoped)
)
