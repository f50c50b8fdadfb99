/** A caller who leaves while a change is prepared: nothing more is done for it. */
import { post } from "@bottega/domain/contract"
import { Deferred, Effect, Schema } from "effect"
import { expect, test } from "vitest"
import { adding, given, opened, operation } from "./given.ts"

const slow = post("/slow.json", { summary: "Slow.", output: Schema.Unknown })

test("a change that is being prepared is abandoned with its connection", async () => {
  const begun = Effect.runSync(Deferred.make<void>())
  let interrupted = false
  let decided = false
  const stages = {
    deadlineMs: 60_000,
    prepare: () =>
      Effect.andThen(Deferred.succeed(begun, undefined), Effect.never).pipe(
        Effect.onInterrupt(() => Effect.sync(() => (interrupted = true)))
      ),
    decide: () => {
      decided = true
      return Effect.succeed({ answer: {}, writes: [] })
    }
  }
  const server = await given({ change: adding(operation(slow, { stages } as never)) })
  const { writing } = await opened(server)
  const url = await server.listen(0, "127.0.0.1")
  const controller = new AbortController()
  const left = fetch(`${url}/v1.1/slow.json`, { method: "POST", headers: writing, signal: controller.signal })
  await Effect.runPromise(Deferred.await(begun))
  controller.abort()
  await expect(left).rejects.toThrow()
  await expect.poll(() => server.log.lines.at(-1)).toMatchObject({ path: "/v1.1/slow.json", status: 499 })
  expect([interrupted, decided, server.log.defects]).toEqual([true, false, []])
  await server.close()
})
