import { assert, it } from "vitest"
import { ReadCache } from "../src/engine/read-cache.ts"

const answer = (body: string) => ({ status: 200, body })
const store = () => {
  let commits = 0
  return { revision: () => commits, commit: () => void commits++ }
}

it("repeats an answer until the store changes", () => {
  const kept = store()
  const answers = new ReadCache(kept)
  answers.keep(answers.begun(), "a", answer("1"))
  assert.strictEqual(answers.find("a")?.body, "1")
  assert.isUndefined(answers.find("b"))
  kept.commit()
  assert.isUndefined(answers.find("a"))
})

it("keeps no answer if the store changed while it was made", () => {
  const kept = store()
  const answers = new ReadCache(kept)
  const begun = answers.begun()
  kept.commit()
  answers.keep(begun, "a", answer("old"))
  assert.isUndefined(answers.find("a"))
})

it("keeps neither refusals nor streams, nor anything of a store that cannot tell", () => {
  const answers = new ReadCache(store())
  answers.keep(answers.begun(), "a", { status: 404, body: "{}" })
  answers.keep(answers.begun(), "b", { status: 200, body: (async function* () {})() })
  assert.isUndefined(answers.find("a") ?? answers.find("b"))
  const blind = new ReadCache({})
  blind.keep(blind.begun(), "a", answer("1"))
  assert.isUndefined(blind.find("a"))
})

it("holds sixteen million characters at the most", () => {
  const answers = new ReadCache(store())
  const body = "x".repeat(200_000)
  for (let n = 0; n < 100; n++) answers.keep(answers.begun(), `q${n}`, answer(body))
  const held = Array.from({ length: 100 }, (_, n) => answers.find(`q${n}`)).filter((one) => one !== undefined)
  assert.isAtMost(held.length * body.length, 16 * 1024 * 1024)
  assert.isDefined(answers.find("q99"))
})
