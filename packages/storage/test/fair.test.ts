/** Checks who goes next in a fair queue, with work that is only counted. */
import { assert, describe, it } from "vitest"
import { FairQueue, type Owner, type Waiting } from "../src/fair.ts"

const owner = (shop: string, keySet = "k", weight?: number): Owner => ({
  shop,
  keySet,
  ...(weight === undefined ? {} : { weight })
})

const lead = 10

/** Takes items, each of which costs `work`, and gives their names. */
const served = (queue: FairQueue<string>, count: number, work = 1): ReadonlyArray<string> =>
  Array.from({ length: count }, () => {
    const { item, owner } = queue.take()!
    queue.spend(owner, work)
    return item
  })

const add = (queue: FairQueue<string>, of: Owner, count: number, order?: number): ReadonlyArray<Waiting<string>> =>
  Array.from({ length: count }, () => queue.add(of, `${of.shop}${of.keySet}`, order))

const countOf = (items: ReadonlyArray<string>, item: string): number => items.filter((one) => one === item).length

describe("a fair queue", () => {
  it("goes round shops, and within a shop round its key sets", () => {
    const queue = new FairQueue<string>(0)
    add(queue, owner("a", "1"), 100)
    add(queue, owner("a", "2"), 10)
    add(queue, owner("b", "1"), 10)
    assert.deepStrictEqual(served(queue, 8), ["a1", "b1", "a2", "b1", "a1", "b1", "a2", "b1"])
  })

  it("lets a newcomer go first, however many items of others wait and however much they used", () => {
    for (const many of [1, 300, 2500]) {
      const queue = new FairQueue<string>(lead)
      add(queue, owner("a"), many + 50)
      served(queue, 50, 4)
      queue.add(owner("b"), "new")
      queue.add(owner("a", "2"), "second")
      const first = served(queue, 2)
      assert.strictEqual(first[0], "new", `${many}`)
      assert.strictEqual(served(queue, 1).concat(first).includes("second"), true, `${many}`)
    }
  })

  it("shares work by its cost, not by its number of items", () => {
    const queue = new FairQueue<string>(0)
    add(queue, owner("a"), 100)
    add(queue, owner("b"), 100)
    const work = { ak: 0, bk: 0 }
    for (let step = 0; step < 60; step++) {
      const { item, owner } = queue.take()!
      const cost = item === "ak" ? 9 : 1
      queue.spend(owner, cost)
      work[item as "ak" | "bk"] += cost
    }
    assert.isAtMost(Math.abs(work.ak - work.bk), 9)
  })

  it("gives an owner of a lower weight less", () => {
    const queue = new FairQueue<string>(0)
    add(queue, owner("a"), 100)
    add(queue, owner("w", "k", 0.25), 100)
    const items = served(queue, 50)
    assert.strictEqual(countOf(items, "wk"), 10)
  })

  it("lets a newcomer lead by a bounded amount, after which it takes turns", () => {
    const queue = new FairQueue<string>(lead)
    add(queue, owner("a"), 1000)
    served(queue, 500)
    add(queue, owner("b"), 100)
    const items = served(queue, 30)
    assert.isAtLeast(countOf(items.slice(0, lead), "bk"), lead - 1)
    assert.isAtLeast(countOf(items.slice(lead), "ak"), 9)
  })

  it("forgets what was used while nobody waited, except that others used less", () => {
    const queue = new FairQueue<string>(lead)
    queue.spend(owner("a"), 1e6)
    queue.spend(owner("b"), 1)
    add(queue, owner("a"), 100)
    add(queue, owner("b"), 100)
    const items = served(queue, 60)
    assert.strictEqual(items[0], "bk")
    assert.isAtLeast(countOf(items, "ak"), 20)
  })

  it("ends what was begun before it begins the next of the same key set", () => {
    const queue = new FairQueue<string>(lead)
    queue.add(owner("a"), "second", 2)
    queue.add(owner("a"), "third", 3)
    queue.add(owner("a"), "first, further", 1)
    queue.add(owner("a"), "third, behind", 3)
    assert.deepStrictEqual(served(queue, 4), ["first, further", "second", "third", "third, behind"])
  })

  it("lets nobody wait for ever, even if newcomers never end", () => {
    const queue = new FairQueue<string>(lead)
    queue.spend(owner("a"), 1)
    add(queue, owner("z"), 1)
    queue.add(owner("a"), "old")
    queue.spend(owner("a"), 100)
    let waited = 0
    for (; ; waited++) {
      queue.add(owner(`new ${waited}`), "new")
      const { item, owner: of } = queue.take()!
      queue.spend(of, 1)
      if (item === "old") break
      assert.isBelow(waited, 64 * (lead + 100) + 200)
    }
    assert.isAbove(waited, 0)
  })

  it("keeps nothing of an item that was withdrawn", () => {
    const queue = new FairQueue<string>(lead)
    const items = [...add(queue, owner("a", "1"), 3), ...add(queue, owner("a", "2"), 3), ...add(queue, owner("b"), 3)]
    const [taken] = [queue.take()!]
    for (const one of items) assert.strictEqual(queue.withdraw(one), one !== taken)
    assert.strictEqual(queue.size, 0)
    assert.isUndefined(queue.take())
    for (const one of items) assert.isFalse(queue.withdraw(one))
  })

  it("remembers a bounded number of owners", () => {
    const queue = new FairQueue<string>(lead)
    for (let at = 0; at < 20_000; at++) {
      queue.spend(owner(`s${at % 50}`, `k${at}`), 1)
      queue.spend(owner(`s${at}`), 1)
      if (at % 100 === 0) {
        queue.add(owner(`s${at}`), "one")
        queue.take()
      }
    }
    // 50 shops have up to 1,000 key sets each, and there are up to 1,000 shops.
    assert.isBelow(queue.owners, 25_000)
  })
})
