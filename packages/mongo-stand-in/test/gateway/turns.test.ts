import { setTimeout as sleep } from "node:timers/promises"
import { assert, it } from "vitest"
import { Turns } from "../../src/gateway/turns.ts"

it("commands of one session run one at a time, also after a failure; other sessions do not wait", async () => {
  const turns = new Turns()
  const order: Array<string> = []
  const work = (name: string, fails: boolean) => async () => {
    order.push(`${name} begins`)
    await sleep(1)
    order.push(`${name} ends`)
    if (fails) throw new Error(name)
  }
  const first = turns.take("a", work("1", true)).catch(() => undefined)
  await Promise.all([first, turns.take("a", work("2", false)), turns.take("b", async () => order.push("other"))])
  assert.deepStrictEqual(order, ["1 begins", "other", "1 ends", "2 begins", "2 ends"])
})

it("a repeated write is applied once and gets the same answer", async () => {
  const turns = new Turns()
  let done = 0
  const write = async () => Buffer.from([++done])
  const send = (number: bigint) => turns.once("a", number, write)
  const answers = await Promise.all([send(1n), send(1n), send(1n), send(2n), send(2n)])
  assert.deepStrictEqual(
    answers.map(([byte]) => byte),
    [1, 1, 1, 2, 2]
  )
  assert.deepStrictEqual(await turns.once("b", 2n, write), Buffer.from([3]))
})

it("a failed write can be repeated under its number", async () => {
  const turns = new Turns()
  await turns.once("a", 1n, () => Promise.reject(new Error("no"))).catch(() => undefined)
  assert.deepStrictEqual(await turns.once("a", 1n, async () => Buffer.from([1])), Buffer.from([1]))
})

it("an ended session's answer is dropped", async () => {
  const turns = new Turns()
  await turns.once("a", 1n, async () => Buffer.from([1]))
  turns.end(["a"])
  assert.deepStrictEqual(await turns.once("a", 1n, async () => Buffer.from([2])), Buffer.from([2]))
})
