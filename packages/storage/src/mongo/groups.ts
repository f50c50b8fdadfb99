/**
 * Sends commits of one shop in one transaction while several are in progress: it takes as many round trips for thirty
 * commits as for one. The commits of a group write different documents and have no guards, so they do not depend on each
 * other. A refused group has applied nothing, and then each of its commits is sent alone.
 */
import type { ClientSession, MongoClient } from "mongodb"
import { times, transaction } from "./client.ts"
import type { Placed } from "./documents.ts"
import type { Outcome } from "./refusal.ts"
import type { Stripes } from "./stripes.ts"
import { committed, written } from "./writes.ts"

/** A commit that waits to be sent. */
interface Waiting {
  readonly writes: ReadonlyArray<Placed>
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
  readonly #together: (writes: ReadonlyArray<Placed>) => Promise<Outcome | "refused">
  /** By shop, while a commit of it is in progress. */
  readonly #lines = new Map<string, Line>()

  /** `together` applies the writes of several commits, all or none. */
  constructor(together: (writes: ReadonlyArray<Placed>) => Promise<Outcome | "refused">) {
    this.#together = together
  }

  /** The number of shops with a commit in progress. */
  get size(): number {
    return this.#lines.size
  }

  /** Sends a commit with `alone`, or in a group if {@link maxSending} transactions of the shop are in progress. */
  send(shop: string, writes: ReadonlyArray<Placed>, alone: () => Promise<Outcome>): Promise<Outcome> {
    const { promise, reject, resolve } = Promise.withResolvers<Outcome>()
    const line = this.#lines.get(shop) ?? { sending: 0, waiting: [] }
    this.#lines.set(shop, line)
    line.waiting.push({ writes, alone, resolve, reject })
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
      const outcome = group.length === 1 ? "refused" : await this.#together(group.flatMap(({ writes }) => writes))
      if (outcome !== "refused") for (const { resolve } of group) resolve(outcome)
      else await Promise.all(group.map(({ alone, reject, resolve }) => alone().then(resolve, reject)))
    } catch (defect) {
      // What became of the group is not known, so none of its commits may be sent again.
      for (const { reject } of group) reject(defect)
    }
  }
}

/** Applies the writes of several commits in a transaction, or none of them: `refused` if any of them fails. */
export const grouped = async (
  client: MongoClient,
  stripes: Stripes,
  writes: ReadonlyArray<Placed>
): Promise<Outcome | "refused"> => {
  const session = client.startSession()
  try {
    session.startTransaction(transaction)
    if (await areWritten(stripes, writes, session)) return await committed(session, performance.now() + times.wait)
    await session.abortTransaction().catch(() => {})
    return "refused"
  } finally {
    void session.endSession()
  }
}

/** Whether all writes were applied in a transaction; whatever happens, nothing of it can be committed yet. */
const areWritten = async (
  stripes: Stripes,
  writes: ReadonlyArray<Placed>,
  session: ClientSession
): Promise<boolean> => {
  try {
    for (const group of Map.groupBy(writes, ({ layout }) => layout).values())
      if ((await written({ stripes }, group, session)) !== undefined) return false
    return true
  } catch {
    return false
  }
}

/** Transactions of one shop in progress before further commits wait to be sent together. */
export const maxSending = 4

/** Commits in one transaction. */
const maxCommits = 32
