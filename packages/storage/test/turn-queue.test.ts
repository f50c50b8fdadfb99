/** Checks how the turns of an event loop are divided, with a loop and a clock of the test's own. */
import { assert, describe, it } from "vitest"
import { Calling, Turns } from "../src/turns.ts"

/** Turns whose loop goes on when the test says so. */
const given = () => {
  let nowMs = 0
  let begins: Array<() => void> = []
  const turns = new Turns(
    { turn: 100, turnMs: 1 },
    () => nowMs,
    (begin) => void begins.push(begin)
  )
  const pass = (): boolean => {
    const now = begins
    begins = []
    for (const begin of now) begin()
    return begins.length > 0
  }
  const last = () => {
    let count = 0
    while (pass()) count++
    return count
  }
  return { turns, pass, last, work: (ms: number) => void (nowMs += ms) }
}

const callOf = (shop: string, keySet = "k"): Calling => new Calling({ shop, keySet })

describe("the turns of an event loop", () => {
  it("do what fits at once, without a queue", () => {
    const { turns } = given()
    const done: Array<number> = []
    for (const one of [1, 2, 3]) assert.isUndefined(turns.enter(callOf("a"), () => void done.push(one)))
    assert.deepStrictEqual([done, turns.waiting], [[1, 2, 3], 0])
  })

  it("begin a newcomer in the next turn, however many steps of another key set wait", () => {
    for (const many of [3, 300, 2500]) {
      const { pass, turns } = given()
      const done: Array<string> = []
      const add = (calling: Calling) =>
        turns.enter(calling, () => {
          turns.spend(100)
          done.push(calling.owner.shop)
        })
      for (let at = 0; at < many; at++) add(callOf("a"))
      pass()
      pass()
      const before = done.length
      add(callOf("b"))
      pass()
      assert.deepStrictEqual(done.slice(before), ["b"], `${many}`)
    }
  })

  it("let a call that was begun go on before later ones of its key set begin", () => {
    const { last, turns } = given()
    const done: Array<string> = []
    const step = (calling: Calling, name: string, left: number) => () => {
      turns.spend(100)
      done.push(`${name}${left}`)
      if (left > 1) turns.wait(calling, step(calling, name, left - 1))
    }
    for (const name of ["x", "y", "z"]) {
      const calling = callOf("a")
      turns.enter(calling, step(calling, name, 3))
    }
    last()
    assert.deepStrictEqual(done, ["x3", "x2", "x1", "y3", "y2", "y1", "z3", "z2", "z1"])
  })

  it("count the time of a step that counts nothing itself", () => {
    const { pass, turns, work } = given()
    const done: Array<string> = []
    const add = (calling: Calling) =>
      turns.enter(calling, () => {
        work(5)
        done.push(calling.owner.shop)
      })
    for (let at = 0; at < 50; at++) add(callOf("a"))
    assert.strictEqual(done.length, 1)
    for (let at = 0; at < 9; at++) pass()
    assert.strictEqual(done.length, 10)
    add(callOf("b"))
    pass()
    assert.strictEqual(done.at(-1), "b")
  })

  it("count the work of a step within a step once", () => {
    const { turns, work } = given()
    const [outer, inner] = [callOf("a"), callOf("b")]
    turns.enter(outer, () => {
      work(0.01)
      turns.enter(inner, () => work(0.02))
    })
    assert.closeTo(turns.spent, 30, 0.001)
  })

  it("keep nothing of a step that was withdrawn, and end when nobody waits", () => {
    const { last, turns } = given()
    const done: Array<string> = []
    turns.enter(callOf("a"), () => turns.spend(100))
    const withdrawn = Array.from({ length: 100 }, () => turns.wait(callOf("a"), () => void done.push("withdrawn")))
    turns.wait(callOf("a"), () => void done.push("waited"))
    for (const withdraw of withdrawn) withdraw()
    assert.strictEqual(turns.waiting, 1)
    assert.isBelow(last(), 4)
    for (const withdraw of withdrawn) withdraw()
    assert.deepStrictEqual([done, turns.waiting, turns.isOpen], [["waited"], 0, true])
  })

  it("go on after a step that throws", () => {
    const { last, pass, turns } = given()
    const done: Array<string> = []
    turns.enter(callOf("a"), () => turns.spend(100))
    turns.wait(callOf("a"), () => {
      throw new Error("broken")
    })
    turns.wait(callOf("a"), () => void done.push("next"))
    assert.throws(pass, "broken")
    last()
    assert.deepStrictEqual(done, ["next"])
  })
})
