/** When the server refuses work: never for a burst, and not for one long turn. */
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { bounds, makeGuard } from "../src/http/overload.ts"
import { adding, echoes, given } from "./given.ts"

beforeEach(() => vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test("only when every turn is long, for several on end, and no longer than that", () => {
  let now = 0
  vi.spyOn(performance, "now").mockImplementation(() => now)
  const guard = makeGuard()
  const take = (ms: number) => {
    now += ms
    vi.advanceTimersToNextTimer()
  }
  take(500)
  for (let turns = 1; turns < bounds.turns; turns++) {
    take(500 + bounds.maxTurnMs + 1)
    expect(guard.refuses()).toBe(false)
  }
  take(500 + bounds.maxTurnMs + 1)
  expect(guard.refuses()).toBe(true)
  take(500)
  expect(guard.refuses()).toBe(false)
  guard.stop()
})

test("a refusal says when to try again, and health is answered all the same", async () => {
  vi.useRealTimers()
  const shed = { refuses: () => true, stop: () => {} }
  const server = await given({ change: adding(...echoes), guard: shed })
  const paths = ["/v1.1/echo.json", "/docs", "/docs/scalar.js", "/openapi.json"]
  for (const url of paths) {
    const answer = await server.app.inject({ url })
    expect([answer.statusCode, answer.json().error.type, answer.headers["retry-after"]]).toEqual([
      503,
      "overloaded",
      "2"
    ])
  }
  for (const url of ["/healthz", "/readyz", "/metrics"]) expect((await server.app.inject(url)).statusCode).toBe(200)
  await server.close()
})
