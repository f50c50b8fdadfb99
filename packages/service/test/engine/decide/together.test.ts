/** Parts of a decision that run together: their values, and the one refusal of all that refuse. */
import { Conflict, Invalid, NotEnoughStock, NotFound } from "@bottega/domain/contract"
import { Unavailable } from "@bottega/storage"
import { Effect } from "effect"
import { assert, describe, it } from "vitest"
import { together } from "../../../src/engine/decide/together.ts"

const at = (path: string) => ({ message: `${path} is wrong.`, details: [{ path, message: "is wrong" }] })
const invalid = Effect.fail(new Invalid(at("price")))
const short = Effect.fail(new NotEnoughStock(at("sku")))
const conflict = Effect.fail(new Conflict(at("status")))
const refusalOf = (parts: Parameters<typeof together>[0]) =>
  Effect.runPromise(Effect.flip(together(parts)) as Effect.Effect<unknown>)

describe("the parts of a decision", () => {
  it("give their values by name", async () => {
    const values = await Effect.runPromise(together({ one: Effect.succeed(1), other: Effect.succeed("a") }))
    assert.deepStrictEqual(values, { one: 1, other: "a" })
  })
  it("all run, and are refused with the details of all", async () => {
    const refusal = await refusalOf({ conflict, done: Effect.succeed(1), short })
    assert.instanceOf(refusal, NotEnoughStock)
    assert.deepStrictEqual(
      (refusal as NotEnoughStock).details?.map(({ path }) => path),
      ["status", "sku"]
    )
  })
  it("are refused with 400 if a parameter is wrong", async () => {
    const refusal = await refusalOf({ short, invalid })
    assert.instanceOf(refusal, Invalid)
    assert.lengthOf((refusal as Invalid).details ?? [], 2)
  })
  it("keep a refusal that is the only one", async () => {
    const only = new Conflict({ message: "It is so." })
    assert.strictEqual(await refusalOf({ done: Effect.void, only: Effect.fail(only) }), only)
  })
  it.each([
    new NotFound({ message: "The shop has no such order." }),
    new Unavailable({ reason: "unreachable" } as never)
  ])("end with a failure that is not a finding: %s", async (failure) => {
    assert.strictEqual(await refusalOf({ invalid, absent: Effect.fail(failure) }), failure)
  })
})
