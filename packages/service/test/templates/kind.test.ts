/** The thread that fills templates: one that takes too long is ended, and nobody else notices. */
import { Effect } from "effect"
import { afterAll, expect, it } from "vitest"
import { Lane } from "../../src/slow/lane.ts"
import { filling } from "../../src/templates/kind.ts"
import type { Fill } from "../../src/templates/limits.ts"

const lane = new Lane()
afterAll(() => lane.close())
const run = (message: string) => {
  const items = Array.from({ length: 1600 }, (_, n) => ({ n }))
  const variables = { order: { items } } satisfies Fill["variables"]
  const job = {
    subject: "a",
    message,
    variables,
    locale: "it_IT",
    timezone: "Europe/Rome",
    currency: "EUR",
    isTrial: true
  }
  return Effect.runPromise(
    Effect.catch(lane.run(filling, { shop: "a", keySet: "k" }, job), ({ reason }) => Effect.succeed(reason))
  )
}

it("fills templates in a thread", async () => {
  expect(await run("{{ order.items.size }}")).toEqual({ filled: { subject: "a", text: "1600", html: "1600" } })
  const wrong = { in: "message", line: 2, reason: "undefined variable: order.nope" }
  expect(await run("\n{{ order.nope }}")).toEqual({ wrong: [wrong] })
})

it("ends one that compares long lists again and again, while the server goes on", async () => {
  let turns = 0
  const turning = setInterval(() => turns++)
  // Every piece compares 1,600 members, which no limit of Liquid counts: all of them take ten seconds and more.
  const compares = "{% case order.items %}{% when order.items %}{% endcase %}".repeat(60)
  const late = run(`{% for i in order.items limit: 1600 %}${compares}{% endfor %}`)
  const next = run("b")
  expect(await late).toBe("late")
  expect(await next).toEqual({ filled: { subject: "a", text: "b", html: "b" } })
  clearInterval(turning)
  expect(turns).toBeGreaterThan(10)
  await expect.poll(() => lane.report).toMatchObject([{ kind: "templates", replaced: 1, running: 0, waiting: 0 }])
})
