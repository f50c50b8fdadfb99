/**
 * Commits, and retries as long as that may help. After a try whose outcome is unknown, the retry reveals it: if the
 * retry applies, the first try was not applied, because each names the versions that it replaces; if it is refused,
 * nobody knows.
 */
import { setTimeout as sleep } from "node:timers/promises"
import { Stale, type Taken, Unavailable } from "../storage.ts"
import { times } from "./client.ts"
import { staleOf as staleWrite } from "./documents.ts"
import { Trouble, unavailable } from "./errors.ts"
import type { CommitGroups, Groupable } from "./groups.ts"
import { type RowGuard, rowGuardsOf, staleOf } from "./guards.ts"
import { type Commit, judge } from "./judge.ts"
import type { Outcome } from "./refusal.ts"
import type { CommitsInProgress } from "./underway.ts"
import { alone, isThere, together, type Place as WritingPlace } from "./writes.ts"

/** The resources that commits use. */
interface Place extends WritingPlace {
  readonly groups: CommitGroups
}

/** Commits writes; returns the refusal or the failure if they are not acknowledged. */
export const commit = async (
  place: Place,
  underway: CommitsInProgress,
  commit: Commit
): Promise<Stale | Taken | Unavailable | undefined> =>
  place.pulse.inTime(sentOrJudged(place, underway, commit), "unknown", times.queue)

/** An unsent commit is refused for its first conflicting write, as if it had been sent. */
const sentOrJudged = async (
  place: Place,
  underway: CommitsInProgress,
  commit: Commit
): Promise<Stale | Taken | Unavailable | undefined> => {
  let sent = false
  const send = () => {
    sent = true
    return tried(place, commit)
  }
  const outcome = await underway.send(commit.writes, send, (placed) =>
    place.commits.send(() => isThere(placed)).catch(() => true)
  )
  return sent || !(outcome instanceof Stale) ? outcome : firstOf(commit, outcome)
}

/** The first refusal among the writes before the one that is known to be stale; otherwise that one's. */
const firstOf = async ({ guards, writes }: Commit, known: Stale): Promise<Stale | Taken> => {
  const { collection, key, shop } = known
  const before = writes.findIndex(
    ({ layout, write }) => layout.name === collection && write.key === key && write.shop === shop
  )
  if (before === 0 && guards.length === 0) return known
  try {
    return (await judge({ guards, writes: writes.slice(0, before) })) ?? known
  } catch {
    return known
  }
}

const tried = async (place: Place, commit: Commit) => {
  const until = performance.now() + times.wait
  let uncertain = false
  for (let tries = 1; ; tries++) {
    const outcome = await attempt(place, commit, until)
    if (!(outcome instanceof Trouble)) return outcome !== undefined && uncertain ? unknown(outcome) : outcome
    uncertain ||= outcome.uncertain
    const isLate = performance.now() > until && tries >= (outcome.reason === "busy" ? minConflicts : minTries)
    if (!outcome.again || isLate)
      return uncertain ? unknown(outcome.cause) : (contended(commit, outcome) ?? unavailable(outcome.cause))
    await sleep(pauseMs)
  }
}

/** A commit that only ever met conflicts is stale: the caller's retry lasts longer than this one. */
const contended = ({ guards, writes }: Commit, { again, reason }: Trouble): Stale | undefined => {
  if (!again || reason !== "busy") return undefined
  const held = guards.find(({ guard }) => "row" in guard)
  return held === undefined ? staleWrite(writes[0]!) : staleOf(held.guard as RowGuard)
}

/** A failure that names its own reason, because the server did not answer or is not there, ends the tries. */
const attempt = (place: Place, commit: Commit, until: number): Promise<Outcome> =>
  attempted(place, commit, until).catch((error) => {
    if (error instanceof Unavailable) return new Trouble(error, error.reason === "unknown", false)
    throw error
  })

const attempted = async (place: Place, commit: Commit, until: number): Promise<Outcome> => {
  const { guards, writes } = commit
  const [first] = writes
  if (writes.length === 1 && guards.length === 0 && !place.stripes.knows(first!)) return alone(place, first!)
  const { shop } = first!.write
  const groupable = groupableOf(place, commit, shop)
  return groupable === undefined
    ? together(place, commit, until)
    : place.groups.send(shop, groupable, () => together(place, commit, until))
}

/** Not if it guards an absence, which is read in a snapshot, or writes a document with stripes, which it closes first. */
const groupableOf = ({ stripes }: Place, { guards, writes }: Commit, shop: string): Groupable | undefined => {
  const rows = rowGuardsOf(guards)
  const isGroupable =
    writes.length <= maxGroupedWrites &&
    writes.every((placed) => placed.write.shop === shop && !stripes.knows(placed)) &&
    rows.length === guards.length &&
    rows.every(({ guard }) => guard.shop === shop)
  return isGroupable ? { writes, guards: rows } : undefined
}

/** A commit with more writes takes long enough by itself. */
const maxGroupedWrites = 16

/** Milliseconds between tries. */
const pauseMs = 20

/**
 * If this process stood still while a connection broke, the time is over before the first try has failed. Where there is no
 * server, the second one ends at once.
 */
const minTries = 2

/** A server that answers slowly leaves time for few tries, and few conflicts do not show that a document stays taken. */
const minConflicts = 16

const unknown = (cause: unknown): Unavailable => new Unavailable({ reason: "unknown", cause })
