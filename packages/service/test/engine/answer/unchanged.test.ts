/** Tests how long the answer to a read is repeated. */
import { collections } from "@bottega/domain/areas"
import type { Collection } from "@bottega/domain/contract"
import { assert, it } from "vitest"
import { ReadCache } from "../../../src/engine/answer/read-cache.ts"

const { brands, orders, shops } = collections

const answer = (body: string) => ({ status: 200, body })
const store = () => {
  const commits = new Map<string, number>()
  return {
    revision: ({ name }: Pick<Collection, "name">) => commits.get(name) ?? 0,
    commit: ({ name }: Pick<Collection, "name">) => void commits.set(name, (commits.get(name) ?? 0) + 1)
  }
}

/** Sources of an answer that reads orders. */
const ofOrders = (answers: ReadCache) => {
  const sources = answers.begun()!
  sources.add(orders)
  return sources
}

it("repeats an answer until a collection that it was made from changes, or the caller's", () => {
  for (const changed of [orders, shops, collections.keySets]) {
    const kept = store()
    const answers = new ReadCache(kept)
    answers.keep(ofOrders(answers), "a", answer("1"))
    kept.commit(brands)
    assert.strictEqual(answers.find("a")?.body, "1")
    assert.isUndefined(answers.find("b"))
    kept.commit(changed)
    assert.isUndefined(answers.find("a"))
  }
})

it("never repeats an answer whose collections changed while it was made", () => {
  const kept = store()
  const answers = new ReadCache(kept)
  const sources = ofOrders(answers)
  kept.commit(orders)
  answers.keep(sources, "a", answer("old"))
  assert.isUndefined(answers.find("a"))
})

it("keeps neither refusals nor streams, nor anything of a store that cannot tell", () => {
  const answers = new ReadCache(store())
  answers.keep(ofOrders(answers), "a", { status: 404, body: "{}" })
  answers.keep(ofOrders(answers), "b", { status: 200, body: (async function* () {})() })
  assert.isUndefined(answers.find("a") ?? answers.find("b"))
  assert.isUndefined(new ReadCache({}).begun())
})

it("holds sixteen million characters at the most, and the latest answer to each question", () => {
  const answers = new ReadCache(store())
  const body = "x".repeat(200_000)
  for (let n = 0; n < 100; n++) {
    answers.keep(ofOrders(answers), "again", answer(body))
    answers.keep(ofOrders(answers), `q${n}`, answer(body))
  }
  const held = Array.from({ length: 100 }, (_, n) => answers.find(`q${n}`)).filter((one) => one !== undefined)
  assert.isAtMost(held.length * body.length, 16 * 1024 * 1024)
  assert.isAtLeast(held.length * body.length, 15 * 1024 * 1024)
  assert.isDefined(answers.find("q99"))
  assert.isDefined(answers.find("again"))
})
