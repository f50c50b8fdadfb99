import { contract } from "@bottega/domain/areas"
import { describe, expect, it } from "vitest"
import { isConfirmed } from "../src/confirm.ts"
import { parse } from "../src/parse.ts"

const asked = (...line: ReadonlyArray<string>) => {
  const parsed = parse(contract, line, [])
  if (parsed._tag !== "Asked") throw new Error(JSON.stringify(parsed))
  return parsed.asked
}

describe("a removal", () => {
  const questions: Array<string> = []
  const answering = (yes: boolean) => async (question: string) => {
    questions.push(question)
    return yes
  }

  it("needs a yes to a question that names what is removed", async () => {
    expect(await isConfirmed(asked("keys", "revoke", "abc"), { key: "abc" }, answering(false))).toBe(false)
    expect(await isConfirmed(asked("keys", "revoke", "abc"), { key: "abc" }, answering(true))).toBe(true)
    expect(questions[0]).toBe(
      "keys revoke --key abc: Revoke a pair, at once and for good; the other pairs of its key set stay valid, unless all is 1. Continue?"
    )
  })

  it("needs none with --yes or without a terminal, and nothing else needs one", async () => {
    const never = answering(false)
    expect(await isConfirmed(asked("keys", "revoke", "abc", "--yes"), { key: "abc" }, never)).toBe(true)
    expect(await isConfirmed(asked("keys", "revoke", "abc"), { key: "abc" }, undefined)).toBe(true)
    expect(await isConfirmed(asked("shops", "create", "A"), { name: "A" }, never)).toBe(true)
  })
})
