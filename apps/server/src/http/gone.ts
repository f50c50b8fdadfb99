/** Notices a caller who leaves before the answer. */
import type { ServerResponse } from "node:http"
import { Effect } from "effect"

/** Ends once the connection of a response is closed. */
export const gone = (response: ServerResponse): Effect.Effect<void> =>
  Effect.callback((resume) => {
    if (response.destroyed) return resume(Effect.void)
    const closed = () => resume(Effect.void)
    response.once("close", closed)
    return Effect.sync(() => response.off("close", closed))
  })
