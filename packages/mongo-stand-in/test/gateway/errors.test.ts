import pg from "pg"
import { assert, describe, it } from "vitest"
import { CommandError, codeOf, isBroken, isConflict, refusal, translated, unpacked } from "../../src/gateway/errors.ts"
import { read } from "../../src/gateway/wire.ts"

const failed = (code: string): pg.DatabaseError => {
  const error = new pg.DatabaseError(`it failed with ${code}`, 0, "error")
  error.code = code
  return error
}

/** Packs an SQLSTATE as the extension does in a write error. */
const packed = (state: string): number =>
  [...state].reduce((sum, character, index) => sum + (character.charCodeAt(0) - 48) * 64 ** index, 0)

describe("a code", () => {
  it("of the extension becomes MongoDB's", () => {
    const found = { M0001: 2, M0008: 26, M000E: 43, M000F: 48, M000R: 85, M000S: 86, M0016: 263, M001C: 11000 }
    for (const [state, code] of Object.entries(found)) assert.strictEqual(codeOf(state), code, state)
    assert.strictEqual(codeOf("MZZZZ"), 8)
  })

  it("of PostgreSQL becomes MongoDB's", () => {
    const states = ["40001", "40P01", "55P03", "23505", "23P01", "42P01", "57014", "53100", "XX000"]
    assert.deepStrictEqual(states.map(codeOf), [112, 112, 112, 11000, 11000, 26, 50, 14031, 1])
  })

  it("survives packing into an integer", () => {
    for (const state of ["M001C", "40001", "23P01", "53100", "M0000"])
      assert.strictEqual(unpacked(packed(state)), state)
  })
})

describe("a failed command", () => {
  it("has the label for a retry after a conflict in a transaction, and only then", () => {
    assert.deepStrictEqual(refusal(failed("40001"), true).labels, ["TransientTransactionError"])
    assert.deepStrictEqual(refusal(failed("40001"), false).labels, [])
    assert.deepStrictEqual(refusal(failed("23505"), true).labels, [])
    const { errorLabels, code, ok } = read(refusal(failed("40P01"), true).bytes)
    assert.deepStrictEqual([errorLabels, code, ok], [["TransientTransactionError"], 112, 0])
  })

  it("keeps its own code, and has a code for an unexpected error", () => {
    assert.strictEqual(refusal(new CommandError(59, "no"), true).code, 59)
    assert.strictEqual(refusal(new TypeError("no"), false).code, 1)
  })
})

describe("a write's errors", () => {
  const answer = (state: string) => ({
    n: 0,
    writeErrors: [{ index: 0, code: packed(state), errmsg: "Duplicate key violation: Index 'by code'" }]
  })

  it("name the index as MongoDB does", () => {
    const [error] = translated(answer("M001C"), "shop.docs", false)["writeErrors"]
    assert.strictEqual(error.code, 11000)
    assert.strictEqual(error.errmsg, "E11000 duplicate key error collection: shop.docs index: by code dup key")
  })

  it("fail the command after a conflict", () => {
    assert.throws(() => translated(answer("40001"), "shop.docs", true), CommandError)
  })
})

it("a broken connection, a failed statement and a conflict are distinguished", () => {
  for (const state of ["57P01", "57P02", "57P03", "08006"]) assert.isTrue(isBroken(failed(state)), state)
  for (const state of ["40001", "23505", "57014"]) assert.isFalse(isBroken(failed(state)), state)
  assert.isTrue(isBroken(new Error("Connection terminated unexpectedly")))
  assert.deepStrictEqual(
    ["40001", "40P01", "55P03", "23505"].map((state) => isConflict(failed(state))),
    [true, true, true, false]
  )
})
