/** The stream of a page: what it does with its connection. */
import { afterEach, expect, it, vi } from "vitest"

const streams = { opened: 0, ended: 0 }
/** How many entries have arrived, and how many were read. More than a thousand are not drawn together. */
const arrived = { count: 2000, read: 0, more: () => {} }

vi.mock("../src/call/client.ts", () => ({
  operationsById: new Map([["follow.entries", {}]]),
  call: async () => ({ headers: { link: '<http://shop.example/follow?after=a>; rel="next"' } }),
  listed: async function* () {
    streams.opened++
    try {
      arrived.read = 0
      for (;;) {
        while (arrived.read < arrived.count) yield { id: String(arrived.read++), topic: "requests", after: "" }
        await new Promise<void>((resolve) => {
          arrived.more = resolve
        })
      }
    } finally {
      streams.ended++
    }
  }
}))
vi.stubGlobal("location", { href: "http://shop.example/console" })
vi.stubGlobal("document", { hidden: false, addEventListener: () => {}, removeEventListener: () => {} })

afterEach(() => void vi.useRealTimers())

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

it("draws together what has arrived, and reads one more entry until it may draw again", async () => {
  const { Follower } = await import("../src/call/follow.ts")
  vi.useFakeTimers()
  arrived.count = 300
  const drawn: Array<number> = []
  const onEntries = (entries: ReadonlyArray<unknown>) => void drawn.push(entries.length)
  const follower = new Follower({ topic: "requests", reload: async () => {}, onEntries })
  follower.start()
  await vi.advanceTimersByTimeAsync(1)
  expect(drawn).toEqual([300])
  arrived.count = 700
  arrived.more()
  await vi.advanceTimersByTimeAsync(100)
  expect([drawn, arrived.read]).toEqual([[300], 301])
  await vi.advanceTimersByTimeAsync(200)
  expect(drawn).toEqual([300, 400])
  follower.stop()
})
