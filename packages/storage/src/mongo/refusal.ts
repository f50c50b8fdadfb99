/** Finds out what it means that the store refused a commit. */
import { type Stale, Taken, Unavailable } from "../storage.ts"
import { type Placed, staleOf } from "./documents.ts"
import { isConflict, isDuplicate, Trouble, troubleWithin } from "./errors.ts"
import { refusing } from "./indexes.ts"
import { type Commit, judge } from "./judge.ts"
import type { Stripes } from "./stripes.ts"

/** How a try ended; `undefined` if all of it was applied. */
export type Outcome = Stale | Taken | Trouble | undefined

/** Why a commit was refused by the store with an error, or because a document had another version. */
export const refusalOf = async (
  stripes: Stripes,
  commit: Commit,
  placed: Placed | undefined,
  error: unknown
): Promise<Outcome> => {
  const index = placed !== undefined && isDuplicate(error) ? refusing(placed.layout, error.message) : undefined
  if (isDuplicate(error) && index === undefined) throw error
  if (commit.writes.length === 1 && index === "key") return staleOf(commit.writes[0]!)
  try {
    const refusal = await judge(commit)
    if (refusal !== undefined) return refusal
    if (await stripes.learn(commit.writes)) return again
    // What only adds documents replaces no version that the other transaction could replace first.
    const onlyAdds = commit.writes.every(({ write }) => write.expect === 0)
    return onlyAdds && isConflict(error) ? troubleWithin(error) : assumed(commit.writes, placed, index)
  } catch (failure) {
    return troubleWithin(failure)
  }
}

/** The document's guarded state was not as assumed; the retry knows it. */
export const again = new Trouble(
  new Unavailable({ reason: "busy", cause: "the document is being guarded" }),
  false,
  true
)

/**
 * The meaning of a refusal that can no longer be reproduced: the conflicting commit is gone, or is still in progress.
 */
const assumed = (
  commit: ReadonlyArray<Placed>,
  placed: Placed | undefined,
  index: string | undefined
): Stale | Taken => {
  if (placed === undefined || index === undefined || index === "key")
    return staleOf(placed ?? commit.find(({ write }) => write.expect > 0) ?? commit[0]!)
  const { collection, key, shop } = placed.write
  return new Taken({ shop, collection: collection.name, lookup: index, key })
}
