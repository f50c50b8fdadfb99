/** Messages whose text is not made: by a template that takes too much, and by a program that has too much to do. */
import { retryOnConflict, Storage } from "@bottega/storage"
import { Clock, Effect } from "effect"
import { afterEach, expect, it } from "vitest"
import { mailWorker } from "../../src/areas/mail/worker.ts"
import type { Slow } from "../../src/engine/decide/slow.ts"
import { NotDone } from "../../src/slow/not-done.ts"
import { filling } from "../../src/templates/kind.ts"
import { begin, settingsFor } from "./given.ts"

const closing: Array<() => Promise<unknown>> = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** The message of an order after one run in which slow work ends like this; nothing listens at the server's port. */
const after = async (run: Slow["Service"]["run"]) => {
  const begun = await begin(settingsFor(1))
  closing.push(begun.close)
  const shop = await begun.shopOf({})
  await shop.order("anna@posta.it")
  const worker = mailWorker(settingsFor(1), () => ({ run }))
  await Effect.runPromise(
    worker
      .run(retryOnConflict, Effect.void)
      .pipe(Effect.provideService(Storage, begun.storage), Effect.provideService(Clock.Clock, begun.clock))
  )
  const [{ attempts, next_at, state }] = await shop.messages()
  const waitsMs = next_at === null ? null : Date.parse(next_at) - begun.now()
  return { state, waitsMs, replies: attempts.map(({ reply }: { reply: string }) => reply) }
}

const notDone = (reason: NotDone["reason"]) => after(() => Effect.fail(new NotDone({ reason, retryAfter: 1 })))

it("fails at once, with the reason, if its template takes too much time or memory", async () => {
  const late = "The template cannot be filled: it takes too much time."
  expect(await notDone("late")).toEqual({ state: "failed", waitsMs: null, replies: [late] })
  const large = await after(<_, Out>() => Effect.succeed(filling.overMemory as Out))
  expect(large).toEqual({
    state: "failed",
    waitsMs: null,
    replies: ["The template cannot be filled: it takes too much memory (the message)"]
  })
})

it.each(["full", "closing"] as const)("waits ten seconds, without an attempt, if the lane is %s", async (reason) => {
  expect(await notDone(reason)).toEqual({ state: "queued", waitsMs: 10_000, replies: [] })
})

it.each(["crashed", "failed"] as const)("is tried by the schedule if the work has %s", async (reason) => {
  const { replies, state, waitsMs } = await notDone(reason)
  expect({ replies, state }).toEqual({ state: "queued", replies: ["The text could not be made at this time."] })
  expect(waitsMs).toBeGreaterThanOrEqual(4500)
})
