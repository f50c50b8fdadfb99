/**
 * Numbers the states of each collection as the readers of this process see them. What was read may be used again while its
 * collection's number stays the same, whichever process writes.
 */
import type { Collection } from "@bottega/domain/contract"
import type { Connection } from "./connection.ts"
import type { HeldFile } from "./hold.ts"
import type { Watch } from "./watch.ts"

/** The changes that readers of a file can see. */
export class Revisions {
  readonly #held: Pick<HeldFile, "shared">
  readonly #watch: Pick<Watch, "replaced">
  readonly #writer: Connection
  /** How often this process has changed each collection, by its name. */
  readonly #own = new Map<string, number>()
  /** Collections that are changed in the open transaction. */
  readonly #changed = new Set<string>()
  /** How often another process, or a connection that writes no documents, was found to have committed. */
  #others = 0
  #version: unknown
  /** The header of the log's index when it was last read, and the space for the next. */
  #seen = Buffer.alloc(headerBytes)
  #next = Buffer.alloc(headerBytes)
  #isCurrent = false

  constructor(writer: Connection, held: Pick<HeldFile, "shared">, watch: Pick<Watch, "replaced">) {
    this.#writer = writer
    this.#held = held
    this.#watch = watch
    this.#look()
  }

  /** A number that rises with any commit to a collection, of any process; it never repeats. */
  of({ name }: Pick<Collection, "name">): number {
    if (!this.#isCurrent) this.#look()
    return this.#others + (this.#own.get(name) ?? 0)
  }

  /** How often another process has committed. Within a transaction of its own, `now` looks whatever was seen before. */
  others(now = false): number {
    if (now || !this.#isCurrent) this.#look()
    return this.#others
  }

  /** Notes that a collection is changed in the open transaction. */
  change({ name }: Pick<Collection, "name">): void {
    this.#changed.add(name)
  }

  /** Gives changed collections new numbers, at the end of a transaction; one that failed may be durable all the same. */
  end(): void {
    for (const name of this.#changed) this.#own.set(name, (this.#own.get(name) ?? 0) + 1)
    this.#changed.clear()
  }

  /**
   * Looks for commits of other processes, once for everything that runs without a break: what arrives after such a commit
   * was answered is handled after the break.
   */
  #look(): void {
    if (!this.#isCurrent) void broken.then(this.#expire)
    this.#isCurrent = true
    if (this.#hasOthers()) this.#others++
  }

  readonly #expire = (): void => {
    this.#isCurrent = false
  }

  #hasOthers(): boolean {
    // Nothing may be used again then: a read refuses.
    if (this.#watch.replaced !== undefined) return true
    try {
      return this.#isOtherHeader() && this.#isOtherVersion()
    } catch {
      // The next read says what is wrong.
      return true
    }
  }

  /**
   * Every commit of any process changes the header of the log's index, which all of them share. Reading it takes half as
   * long as the fastest statement, and no locks. See "WAL-Index File Format" in SQLite's documentation.
   */
  #isOtherHeader(): boolean {
    const length = this.#held.shared(this.#next)
    if (length === headerBytes && this.#next.equals(this.#seen)) return false
    const seen = this.#seen
    this.#seen = this.#next
    this.#next = seen
    return true
  }

  /** The connection that writes numbers the commits of all other connections, and none of its own. */
  #isOtherVersion(): boolean {
    const version = this.#writer.get("pragma data_version")![0]
    if (version === this.#version) return false
    this.#version = version
    return true
  }
}

/** The header is there twice, because it is not written at once. */
const headerBytes = 2 * 48

const broken = Promise.resolve()
