/** The stream of a page: what it does with its connection. */
import { expect, it, vi } from "vitest"

const streams = { opened: 0, ended: 0 }

vi.mock("../src/call/client.ts", () => ({
  operationsById: new Map([["follow.entries", {}]]),
  call: async () => ({ headers: { link: '<http://shop.example/follow?after=a>; rel="next"' } }),
  listed: async function* () {
    streams.opened++
    try {
      // More than are drawn together, and then an answer that goes on.
      for (let n = 0; n < 2000; n++) yield { id: String(n), topic: "requests", after: String(n) }
      await new Promise(() => {})
    } finally {
      streams.ended++
    }
  }
}))
vi.stubGlobal("location", { href: "http://shop.example/console" })
vi.stubGlobal("document", { hidden: false, addEventListener: () => {}, removeEventListener: () => {} })

it("ends an answer of which it takes no more, before it asks for another one", async () => {
  const { Follower } = await import("../src/call/follow.ts")
  const before: Array<number> = []
  const reload = async () => void before.push(streams.opened - streams.ended)
  const follower = new Follower({ topic: "requests", reload, onEntries: () => {} })
  follower.start()
  await expect.poll(() => before.length, { timeout: 60_000 }).toBeGreaterThan(1)
  follower.stop()
  expect(before.slice(0, 2)).toEqual([0, 0])
})
