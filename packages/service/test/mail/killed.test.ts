/**
 * Kills processes that send messages: none is lost, and each message that arrives twice was on its way when its process died,
 * and has the Message-ID of the first one.
 */
import { spawn } from "node:child_process"
import { expect, it } from "vitest"
import { open, sweep } from "../maintenance/given.ts"
import { begin, headerOf, TestServer } from "./given.ts"

const cycles = 5
const perCycle = 12

it(`loses no message over ${cycles} kills`, async () => {
  const server = await new TestServer().listen()
  const store = open("sqlite")
  const begun = await begin(undefined, { store })
  // The process has the clock of the machine.
  begun.advance(-86_400)
  const shop = await begun.shopOf({})
  const made: Array<string> = []
  let kills = 0
  for (let cycle = 0; cycle < cycles; cycle++) {
    for (let n = 0; n < perCycle; n++) {
      const to = `buyer${cycle}.${n}@posta.it`
      made.push(to)
      await shop.order(to)
    }
    const before = server.received.length
    const child = spawn(process.execPath, [`${import.meta.dirname}/dying.ts`, store.file, String(server.port)], {
      stdio: ["ignore", "pipe", "inherit"]
    })
    const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()))
    // After another number of messages each time, in the middle of the next ones; the last process sends all that is left.
    const isLast = cycle === cycles - 1
    const enough = () =>
      isLast
        ? new Set(server.received.map(({ to }) => to[0])).size === made.length
        : server.received.length > before + cycle * 2
    await expect.poll(enough, { timeout: 120_000, interval: 2 }).toBe(true)
    if (isLast)
      await expect.poll(async () => (await shop.messages({ state: "queued" })).length, { timeout: 120_000 }).toBe(0)
    child.kill("SIGKILL")
    kills++
    await gone
  }
  const idsByRecipient = Map.groupBy(server.received, ({ to }) => to[0]!)
  expect([...idsByRecipient.keys()].sort()).toEqual([...made].sort())
  let twice = 0
  for (const messages of idsByRecipient.values()) {
    expect(new Set(messages.map(({ text }) => headerOf(text, "Message-ID"))).size).toBe(1)
    twice += messages.length - 1
  }
  const states = (await shop.messages()).map(({ state }: { state: string }) => state)
  expect(states).toEqual(made.map(() => "sent"))
  // No more than those that a process had on their way when it was killed.
  expect(twice).toBeLessThanOrEqual(kills * 4)
  console.log(`mail: ${kills} kills, ${made.length} messages, 0 lost, ${twice} repeated with the same Message-ID`)
  await begun.close()
  await server.close()
  sweep()
})
