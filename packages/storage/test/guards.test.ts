import { assert, describe, it } from "@effect/vitest"
import { failedGuard } from "../src/guards.ts"
import { maxRows, type Query, type Row } from "../src/storage.ts"
import { shop, things } from "./things.ts"

describe("a guard of an absence", () => {
  it("reads what it excepts once, however many documents it finds", () => {
    const rows = Array.from({ length: maxRows }, (_, key): Row => ({ key, version: 1, text: "" }))
    let reads = 0
    const except = new Proxy(
      rows.map(({ key }) => key),
      {
        get: (target, name) => {
          if (typeof name === "string" && /^\d+$/.test(name)) reads++
          return Reflect.get(target, name)
        }
      }
    )
    // biome-ignore lint/correctness/useYield: all is found in one step
    const find = function* (_shop: string, _collection: unknown, { after }: Query) {
      return after === undefined ? rows : []
    }
    const guard = { shop, collection: things, on: "tags", eq: "t", except }
    assert.strictEqual(failedGuard([guard], find), undefined)
    assert.strictEqual(reads, maxRows)
  })
})
