/** Tests who shares a read, with reads that end when the test says so. */
import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { nameOf, SharedReads } from "../src/mongo/shared-reads.ts"

/** Reads whose results the test gives, in the order in which they began. */
const controlled = () => {
  const reads = new SharedReads<number>()
  const begun: Array<PromiseWithResolvers<number>> = []
  const ask = (name = "a name") =>
    reads.read(name, () => {
      const read = Promise.withResolvers<number>()
      begun.push(read)
      return read.promise
    })
  return { reads, begun, ask }
}

/** Resolves once everything that follows from settled promises has happened. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

describe("a shared read", () => {
  it("is joined by those who ask before it begins, not by those who ask later", async () => {
    const { ask, begun } = controlled()
    const first = ask()
    const [second, third] = [ask(), ask()]
    assert.lengthOf(begun, 1)
    begun[0]!.resolve(1)
    await settled()
    const fourth = ask()
    assert.lengthOf(begun, 2)
    begun[1]!.resolve(2)
    await settled()
    begun[2]!.resolve(3)
    assert.deepStrictEqual(await Promise.all([first, second, third, fourth]), [1, 2, 2, 3])
    assert.lengthOf(begun, 3)
  })

  it("fails for all who share it and for nobody else, and the next caller asks again", async () => {
    const { ask, begun, reads } = controlled()
    const asked = [ask(), ask(), ask()]
    begun[0]!.reject(new Error("first"))
    await settled()
    begun[1]!.reject(new Error("second"))
    const reasons = (await Promise.allSettled(asked)).map((one) => one.status === "rejected" && one.reason.message)
    assert.deepStrictEqual(reasons, ["first", "second", "second"])
    await settled()
    assert.strictEqual(reads.size, 0)
    const next = ask()
    begun[2]!.resolve(7)
    assert.strictEqual(await next, 7)
  })

  it("shows what was written before its caller asked, and leaves nothing behind", async () => {
    const step = fc.constantFrom("ask", "write", "end")
    const isNew = fc.asyncProperty(
      fc.array(fc.tuple(step, fc.constantFrom("a", "b")), { maxLength: 40 }),
      async (steps) => {
        const reads = new SharedReads<number>()
        const begun: Array<() => void> = []
        const asked: Array<Promise<{ readonly wanted: number; readonly found: number }>> = []
        let written = 0
        for (const [kind, name] of steps) {
          if (kind === "write") written++
          else if (kind === "end") begun.shift()?.()
          else {
            const wanted = written
            // A read shows the state in which it began.
            const read = reads.read(name, () => {
              const found = written
              return new Promise((resolve) => begun.push(() => resolve(found)))
            })
            asked.push(read.then((found) => ({ wanted, found })))
          }
          await settled()
        }
        for (; begun.length > 0; await settled()) begun.shift()!()
        for (const { found, wanted } of await Promise.all(asked)) assert.isAtLeast(found, wanted)
        assert.strictEqual(reads.size, 0)
      }
    )
    await fc.assert(isNew, { numRuns: 50 })
  })
})

describe("the name of a question", () => {
  it("differs for all numbers and texts that differ", () => {
    const values = [
      0,
      "0",
      Number.POSITIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
      Number.NaN,
      "Infinity",
      null,
      "null",
      "\ud800"
    ]
    assert.strictEqual(new Set(values.map((eq) => nameOf([{ eq }]))).size, values.length)
  })
})
