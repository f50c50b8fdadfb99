/** Checks an address before it is stored. Each call checks it again, because what a name leads to may change. */
import { Effect } from "effect"
import { destination, hostNotFound } from "./address.ts"

/** How long a check may take. The name of a host is looked up for a part of it. */
export const addressDeadlineMs = 5000
const lookupMs = 3000

/**
 * Why an address may not be stored, as the end of a sentence about it; `undefined` if it may. A host that cannot be looked up now is
 * accepted: its name server may be down, or the receiver not be set up yet. The names of machines on a local network are refused.
 */
export const reasonBlocked = (url: string): Effect.Effect<string | undefined> =>
  destination(url, lookupMs).pipe(
    Effect.as(undefined),
    Effect.catchTag("NotCallable", ({ reason }) =>
      Effect.succeed(reason === hostNotFound && !isLocal(url) ? undefined : reason)
    )
  )

const isLocal = (url: string): boolean => /^[^.]*\.?$|\.(localhost|local|internal)\.?$/.test(new URL(url).hostname)
