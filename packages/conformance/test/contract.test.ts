/** Compares the contract with the specification's table: every difference must be listed here with its reason. */
import { contract, unserved } from "@bottega/domain/areas"
import { describe, expect, it } from "vitest"
import { compare } from "../src/compared.ts"
import { departures } from "./departures.ts"

const { differences, missing, unknown } = compare(contract)

describe("the contract", () => {
  it("has every operation of the specification that is not listed as unserved", () => {
    expect([...missing].sort()).toEqual([...unserved].sort())
  })

  it("has no operation that the specification and its companions do not name", () => {
    expect(unknown).toEqual([])
  })

  const named = new Set([...Object.keys(differences), ...Object.keys(departures)])
  it.each([...named].sort())("differs from the table exactly as listed: %s", (name) => {
    expect(differences[name] ?? []).toEqual(Object.keys(departures[name] ?? {}))
  })
})
