/** What `/metrics` says of the event loop. */
import { setTimeout } from "node:timers/promises"
import { afterAll, beforeAll, expect, test } from "vitest"
import { given } from "./given.ts"

let server: Awaited<ReturnType<typeof given>>
beforeAll(async () => {
  server = await given()
})
afterAll(() => server.close())

const longest = async (): Promise<number> => {
  const { body } = await server.app.inject({ url: "/metrics" })
  return Number(/^bottega_event_loop_delay_max_seconds (\S+)$/m.exec(body)![1])
}

test("the longest hold of the event loop is shown", async () => {
  await longest()
  // The counts are written once in a second.
  await setTimeout(1000)
  for (const end = performance.now() + 400; performance.now() < end; );
  await setTimeout(100)
  // Less than was held: the hold begins between two ticks of the watching timer.
  expect(await longest()).toBeGreaterThan(0.3)
})
