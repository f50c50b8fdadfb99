/**
 * Begins the answer to a long change before the change ends, so that no proxy treats the silence as a failure: JSON
 * allows blanks before a value. See docs/decisions/0345.
 */
import { Effect, Fiber } from "effect"
import type { Answer } from "./answer.ts"

/** Milliseconds after which an answer begins, and between its blanks; shorter in tests. */
export const blanks = { everyMs: 10_000 }

/**
 * The answer itself if it is ready in time; otherwise one whose body is blanks until it is. Its status is 200 by then, so
 * its body fails if the change does, and the connection is cut. Stopping its reader does not stop the change.
 */
export const begunInTime = <R>(work: Effect.Effect<Answer, never, R>): Effect.Effect<Answer, never, R> =>
  Effect.gen(function* () {
    const context = yield* Effect.context<never>()
    const fiber = yield* Effect.forkDetach(work)
    const inTime = Effect.timeoutOption(Fiber.join(fiber), blanks.everyMs)
    const first = yield* inTime
    if (first._tag === "Some") return first.value
    const further = () => Effect.runPromiseWith(context)(inTime)
    const ended = Effect.runPromiseWith(context)(Effect.asVoid(Fiber.await(fiber)))
    return { status: 200, body: blanksUntil(further), ended }
  })

async function* blanksUntil(next: () => Promise<{ _tag: "None" } | { _tag: "Some"; value: Answer }>) {
  for (;;) {
    yield " "
    const came = await next()
    if (came._tag === "None") continue
    const { body, status } = came.value
    if (status !== 200 || typeof body !== "string") throw new LateRefusal(status, body)
    yield body
    return
  }
}

/** A change that was refused after its answer had begun. */
class LateRefusal extends Error {
  constructor(status: number, body: Answer["body"]) {
    super(`The change was refused with ${status} after its answer had begun: ${typeof body === "string" ? body : ""}`)
  }
}
