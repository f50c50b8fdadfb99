/** What refusals are called in Italian. */
import { refusals } from "@bottega/domain/contract"
import { expect, it } from "vitest"
import { it as italian } from "../src/words/it.ts"

it("has a sentence for each refusal of the contract", () => {
  expect(refusals.map(({ kind }) => kind.type).filter((type) => !(type in italian.refusals))).toEqual([])
})
