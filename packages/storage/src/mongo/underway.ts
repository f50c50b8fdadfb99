/**
 * Commits of this process that are on their way. One that would replace the same version of a document as another waits
 * for that one's end, and is stale without being sent when it was applied: a hundred writers of one document would
 * otherwise keep the server busy with what cannot be.
 */
import type { Stale, Write } from "../storage.ts"
import { type Placed, staleOf } from "./documents.ts"

/** A write on its way, and whether it came to be applied. */
interface Way {
  readonly write: Write
  readonly applied: Promise<boolean>
}

/** The commits of one store that are on their way. */
export class Underway {
  readonly #ways = new Map<string, Way>()

  /**
   * Sends a commit, which gives its refusal or failure, or nothing when it was applied, once no other is at the documents
   * that it writes; gives that a write of it is stale instead when another commit was applied meanwhile that replaced the same.
   */
  async send<A>(writes: ReadonlyArray<Placed>, commit: () => Promise<A | undefined>): Promise<A | Stale | undefined> {
    for (let met = this.#met(writes); met !== undefined; met = this.#met(writes)) {
      const { placed, way } = met
      if ((await way.applied) && isReplaced(placed.write, way.write)) return staleOf(placed)
    }
    const sent = commit()
    const applied = sent.then(
      (refused) => refused === undefined,
      () => false
    )
    for (const { write } of writes) this.#ways.set(nameOf(write), { write, applied })
    try {
      return await sent
    } finally {
      for (const { write } of writes) this.#ways.delete(nameOf(write))
    }
  }

  #met(writes: ReadonlyArray<Placed>): { readonly placed: Placed; readonly way: Way } | undefined {
    for (const placed of writes) {
      const way = this.#ways.get(nameOf(placed.write))
      if (way !== undefined) return { placed, way }
    }
    return undefined
  }
}

const nameOf = ({ collection: { name }, key, shop }: Write): string => `${name}\n${shop}\n${typeof key}\n${key}`

/** Whether nothing is left of the version that a write would replace; that there was no document to remove replaced none. */
const isReplaced = (mine: Write, other: Write): boolean =>
  mine.expect === other.expect && (other.expect > 0 || other.doc !== undefined)
