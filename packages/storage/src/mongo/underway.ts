/**
 * The commits of this process that are in progress, and what they last wrote. A commit is not sent if a version that it
 * would replace is gone or is just being replaced; otherwise a hundred writers of one document would keep the server
 * busy with commits that must fail.
 */
import { Stale, type Taken, type Unavailable, type Write } from "../storage.ts"
import { type Placed, staleOf } from "./documents.ts"

/** How a commit ended: `undefined` if it was applied. */
type Outcome = Stale | Taken | Unavailable | undefined

/** A write in progress and its commit's outcome; a commit that could not be sent at all does not count. */
interface Way {
  readonly write: Write
  readonly ended: Promise<Outcome | Error>
}

/** The commits of one store that are in progress. */
export class CommitsInProgress {
  readonly #ways = new Map<string, Way>()
  /** The versions of the documents last written, the oldest first. */
  readonly #written = new Map<string, number>()

  /**
   * Sends a commit once no other one is writing its documents, and returns its outcome. It returns `Stale` without
   * sending if another commit replaced a version or found it gone. The store is asked with `isThere` if another commit
   * was refused for a different reason, or if this process has written a later version, because another process may
   * have created the document again.
   */
  async send(
    writes: ReadonlyArray<Placed>,
    commit: () => Promise<Outcome>,
    isThere: (placed: Placed) => Promise<boolean>
  ): Promise<Outcome> {
    for (let asked = false; ; ) {
      const met = this.#met(writes)
      if (met !== undefined) {
        const outcome = await met.way.ended
        if (isGone(met.placed.write, met.way.write, outcome)) return staleOf(met.placed)
        // The commit that refused it may belong to another process, which may have written this document too.
        if (outcome !== undefined && !(await isThere(met.placed))) return staleOf(met.placed)
      } else if (asked) break
      else {
        asked = true
        for (const placed of writes) if (this.#isOld(placed) && !(await isThere(placed))) return staleOf(placed)
      }
    }
    const sent = commit()
    const ended = sent.catch((error: Error) => error)
    for (const { write } of writes) this.#ways.set(nameOf(write), { write, ended })
    try {
      const outcome = await sent
      if (outcome === undefined) for (const { write } of writes) this.#note(write)
      return outcome
    } finally {
      for (const { write } of writes) this.#ways.delete(nameOf(write))
    }
  }

  #isOld({ write }: Placed): boolean {
    return write.expect < (this.#written.get(nameOf(write)) ?? 0)
  }

  #note(write: Write): void {
    const name = nameOf(write)
    this.#written.delete(name)
    if (write.expect > 0 && write.doc !== undefined) this.#written.set(name, write.expect + 1)
    if (this.#written.size > maxRemembered) this.#written.delete(this.#written.keys().next().value!)
  }

  #met(writes: ReadonlyArray<Placed>): { readonly placed: Placed; readonly way: Way } | undefined {
    for (const placed of writes) {
      const way = this.#ways.get(nameOf(placed.write))
      if (way !== undefined) return { placed, way }
    }
    return undefined
  }
}

/** Documents whose version is remembered; documents with many writers are among the last ones. */
const maxRemembered = 1000

const nameOf = ({ collection: { name }, key, shop }: Write): string => `${name}\n${shop}\n${typeof key}\n${key}`

/** Whether the version that a write would replace is gone, given how another commit of the same document ended. */
const isGone = (mine: Write, other: Write, outcome: Outcome | Error): boolean => {
  if (mine.expect !== other.expect) return false
  // Removing an absent document replaces nothing.
  if (outcome === undefined) return other.expect > 0 || other.doc !== undefined
  const { collection, key, shop } = other
  return (
    outcome instanceof Stale && outcome.collection === collection.name && outcome.key === key && outcome.shop === shop
  )
}
