/**
 * Sends commits of one shop in one transaction while several are in progress: it takes as many round trips for thirty
 * commits as for one. The commits of a group write different documents, and what several guard is guarded once: each event guards
 * the list of its shop's webhooks. A refused group has applied nothing, and then each of its commits is sent alone.
 */
import type { ClientSession } from "mongodb"
import { times, transaction } from "./client.ts"
import type { Placed } from "./documents.ts"
import { Trouble, troubleWithin } from "./errors.ts"
import type { PlacedRowGuard } from "./guards.ts"
import type { Outcome } from "./refusal.ts"
import type { Held, Stripes } from "./stripes.ts"
import type { Transactions } from "./transactions.ts"
import { written } from "./writes.ts"

/** A commit that may share a transaction; it guards no absence. */
export interface Groupable {
  readonly writes: ReadonlyArray<Placed>
  readonly guards: ReadonlyArray<PlacedRowGuard>
}

/** A commit that waits to be sent. */
interface Waiting {
  readonly commit: Groupable
  readonly alone: () => Promise<Outcome>
  readonly resolve: (outcome: Outcome) => void
  readonly reject: (defect: unknown) => void
}

interface Line {
  sending: number
  readonly waiting: Array<Waiting>
}

/** The commits of a store that may be sent together. */
export class CommitGroups {
  readonly #together: (commit: Groupable) => Promise<Outcome | "refused">
  /** By shop, while a commit of it is in progress. */
  readonly #lines = new Map<string, Line>()

  /** `together` applies several commits as one, completely or not at all. */
  constructor(together: (commit: Groupable) => Promise<Outcome | "refused">) {
    this.#together = together
  }

  /** The number of shops with a commit in progress. */
  get size(): number {
    return this.#lines.size
  }

  /** Sends a commit with `alone`, or in a group if {@link maxSending} transactions of the shop are in progress. */
  send(shop: string, commit: Groupable, alone: () => Promise<Outcome>): Promise<Outcome> {
    const { promise, reject, resolve } = Promise.withResolvers<Outcome>()
    const line = this.#lines.get(shop) ?? { sending: 0, waiting: [] }
    this.#lines.set(shop, line)
    line.waiting.push({ commit, alone, resolve, reject })
    this.#advance(shop, line)
    return promise
  }

  #advance(shop: string, line: Line): void {
    if (line.waiting.length === 0) {
      if (line.sending === 0) this.#lines.delete(shop)
    } else if (line.sending < maxSending) {
      line.sending++
      void this.#sent(line.waiting.splice(0, maxCommits)).then(() => {
        line.sending--
        this.#advance(shop, line)
      })
    }
  }

  async #sent(group: ReadonlyArray<Waiting>): Promise<void> {
    try {
      const outcome = group.length === 1 ? "refused" : await this.#together(asOne(group.map(({ commit }) => commit)))
      if (outcome !== "refused") for (const { resolve } of group) resolve(outcome)
      else await Promise.all(group.map(({ alone, reject, resolve }) => alone().then(resolve, reject)))
    } catch (defect) {
      // The outcome of the group is unknown, so none of its commits may be sent again.
      for (const { reject } of group) reject(defect)
    }
  }
}

const asOne = (commits: ReadonlyArray<Groupable>): Groupable => ({
  writes: commits.flatMap(({ writes }) => writes),
  guards: [...new Map(commits.flatMap(({ guards }) => guards.map((one) => [nameOf(one), one] as const))).values()]
})

/** Of two versions of a document one is gone, and then the group is refused: only one of them is guarded twice. */
const nameOf = ({ guard: { row, shop }, layout: { name } }: PlacedRowGuard): string =>
  JSON.stringify([shop, name, row.key, row.version])

/** Applies several commits in a transaction, or none of them: `refused` if nothing was applied. `held` are the stripes of their guards. */
export const grouped = async (
  transactions: Transactions,
  stripes: Stripes,
  writes: ReadonlyArray<Placed>,
  held: ReadonlyArray<Held>
): Promise<Outcome | "refused"> => {
  const isReady = await stripes.ready(held).then(
    (refused) => refused === undefined,
    () => false
  )
  if (!isReady) return "refused"
  const outcome = await transactions.run(transaction, performance.now() + times.wait, async (session) => {
    const refused = await refusedBy(stripes, writes, held, session)
    if (refused !== undefined) await session.abortTransaction().catch(() => {})
    return refused
  })
  return outcome instanceof Trouble && !outcome.uncertain ? "refused" : outcome
}

/** Writes in a transaction; returns why it could not. A defect is reported to its commit, once that is sent alone. */
const refusedBy = async (
  stripes: Stripes,
  writes: ReadonlyArray<Placed>,
  held: ReadonlyArray<Held>,
  session: ClientSession
): Promise<Trouble | "refused" | undefined> => {
  try {
    const isGuarded = await stripes.written(held, session).catch(troubleWithin)
    if (isGuarded !== true) return isGuarded === false ? "refused" : isGuarded
    for (const group of Map.groupBy(writes, ({ layout }) => layout).values()) {
      const refused = await written({ stripes }, group, session)
      if (refused !== undefined) return refused instanceof Trouble ? refused : "refused"
    }
    return undefined
  } catch {
    return "refused"
  }
}

/** Transactions of one shop in progress before further commits wait to be sent together. */
export const maxSending = 4

/** Commits in one transaction. */
const maxCommits = 32
