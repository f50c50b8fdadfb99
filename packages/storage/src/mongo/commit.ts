/**
 * Commits, tried again while that may help. After a try of which nobody knows whether it was applied, the next one tells:
 * where it applies, the first was not, for each names the versions that it replaces; where it is refused, nobody knows.
 */
import { setTimeout as sleep } from "node:timers/promises"
import type { MongoClient } from "mongodb"
import { type Stale, type Taken, Unavailable } from "../storage.ts"
import { times } from "./client.ts"
import type { Placed } from "./documents.ts"
import { Trouble } from "./errors.ts"
import type { Pulse } from "./pulse.ts"
import type { Underway } from "./underway.ts"
import { alone, isThere, together } from "./writes.ts"

/** Commits writes; gives the refusal, or the failure, where they are not acknowledged. */
export const commit = async (
  client: MongoClient,
  pulse: Pulse,
  underway: Underway,
  writes: ReadonlyArray<Placed>
): Promise<Stale | Taken | Unavailable | undefined> =>
  pulse.inTime(
    underway.send(writes, () => tried(client, pulse, writes), isThere),
    "unknown"
  )

const tried = async (client: MongoClient, pulse: Pulse, writes: ReadonlyArray<Placed>) => {
  const until = performance.now() + times.wait
  for (let uncertain = false; ; ) {
    const outcome = writes.length === 1 ? await alone(client, pulse, writes[0]!) : await together(client, writes, until)
    if (!(outcome instanceof Trouble)) return outcome !== undefined && uncertain ? unknown(outcome) : outcome
    uncertain ||= outcome.uncertain
    const { again, cause, reason } = outcome
    if (!again || performance.now() > until) return uncertain ? unknown(cause) : new Unavailable({ reason, cause })
    await sleep(pause)
  }
}

/** Milliseconds between tries. */
const pause = 20

const unknown = (cause: unknown): Unavailable => new Unavailable({ reason: "unknown", cause })
