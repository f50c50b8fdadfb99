import { contract } from "@bottega/domain/areas"
import { describe, expect, it } from "vitest"
import { isMeant } from "../src/meant.ts"
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

  it("is asked about, naming what goes, and only a yes lets it on", async () => {
    expect(await isMeant(asked("keys", "revoke", "abc"), { key: "abc" }, answering(false))).toBe(false)
    expect(await isMeant(asked("keys", "revoke", "abc"), { key: "abc" }, answering(true))).toBe(true)
    expect(questions[0]).toBe(
      "keys revoke --key abc: Revoke a pair, at once and for good; the other pairs of its key set stay valid, unless all is 1. Go on?"
    )
  })

  it("is not asked about with --yes, or where nobody can be asked; nothing else ever is", async () => {
    const never = answering(false)
    expect(await isMeant(asked("keys", "revoke", "abc", "--yes"), { key: "abc" }, never)).toBe(true)
    expect(await isMeant(asked("keys", "revoke", "abc"), { key: "abc" }, undefined)).toBe(true)
    expect(await isMeant(asked("shops", "create", "A"), { name: "A" }, never)).toBe(true)
  })
})
