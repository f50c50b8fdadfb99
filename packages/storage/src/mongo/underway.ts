/**
 * Commits of this process that are on their way, and what they last wrote. One that would replace a version of a document
 * that is gone, or is just being replaced, is not sent: a hundred writers of one document would otherwise keep the server
 * busy with what cannot be.
 */
import { Stale, type Taken, type Unavailable, type Write } from "../storage.ts"
import { type Placed, staleOf } from "./documents.ts"

/** How a commit ended: with nothing when it was applied. */
type Outcome = Stale | Taken | Unavailable | undefined

/** A write on its way, and how its commit ends; one that cannot be sent at all has no say. */
interface Way {
  readonly write: Write
  readonly ended: Promise<Outcome | Error>
}

/** The commits of one store that are on their way. */
export class Underway {
  readonly #ways = new Map<string, Way>()
  /** The versions of the documents last written, the oldest first. */
  readonly #written = new Map<string, number>()

  /**
   * Sends a commit once no other is at the documents that it writes, and gives its outcome; gives that a write of it is
   * stale instead when another commit found the same version gone, or replaced it itself. Whether a version `isThere` is
   * asked where another was refused, and where this process has written a later one: others may have made it anew.
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
        // What refused it may have been a commit of another process, and that one may have written this document too.
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
    if (this.#written.size > remembered) this.#written.delete(this.#written.keys().next().value!)
  }

  #met(writes: ReadonlyArray<Placed>): { readonly placed: Placed; readonly way: Way } | undefined {
    for (const placed of writes) {
      const way = this.#ways.get(nameOf(placed.write))
      if (way !== undefined) return { placed, way }
    }
    return undefined
  }
}

/** Documents whose version is remembered; those that many write at once are among the last. */
const remembered = 1000

const nameOf = ({ collection: { name }, key, shop }: Write): string => `${name}\n${shop}\n${typeof key}\n${key}`

/** Whether the version that a write would replace is gone, by how another commit ended that wrote the same document. */
const isGone = (mine: Write, other: Write, outcome: Outcome | Error): boolean => {
  if (mine.expect !== other.expect) return false
  // That there was no document to remove replaced none.
  if (outcome === undefined) return other.expect > 0 || other.doc !== undefined
  const { collection, key, shop } = other
  return (
    outcome instanceof Stale && outcome.collection === collection.name && outcome.key === key && outcome.shop === shop
  )
}
