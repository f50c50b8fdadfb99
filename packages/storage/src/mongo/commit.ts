/**
 * Commits, tried again while that may help. After a try of which nobody knows whether it was applied, the next one tells:
 * where it applies, the first was not, for each names the versions that it replaces; where it is refused, nobody knows.
 */
import { setTimeout as sleep } from "node:timers/promises"
import type { MongoClient } from "mongodb"
import { Stale, type Taken, Unavailable } from "../storage.ts"
import { times } from "./client.ts"
import type { Placed } from "./documents.ts"
import { Trouble } from "./errors.ts"
import { judge } from "./judge.ts"
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
  pulse.inTime(sentOrJudged(client, pulse, underway, writes), "unknown")

/** Who is not sent is refused for the first of the writes that speaks against it, as one who was sent. */
const sentOrJudged = async (
  client: MongoClient,
  pulse: Pulse,
  underway: Underway,
  writes: ReadonlyArray<Placed>
): Promise<Stale | Taken | Unavailable | undefined> => {
  let sent = false
  const send = () => {
    sent = true
    return tried(client, pulse, writes)
  }
  const outcome = await underway.send(writes, send, isThere)
  return sent || !(outcome instanceof Stale) ? outcome : firstOf(writes, outcome)
}

/** What speaks against the writes before the one that is known to be stale; else that. */
const firstOf = async (writes: ReadonlyArray<Placed>, known: Stale): Promise<Stale | Taken> => {
  const { collection, key, shop } = known
  const before = writes.findIndex(
    ({ layout, write }) => layout.name === collection && write.key === key && write.shop === shop
  )
  if (before === 0) return known
  try {
    return (await judge(writes.slice(0, before))) ?? known
  } catch {
    return known
  }
}

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
