/**
 * Counts what the answers that are being made hold: each page of rows that a call reads, until it reads the next one or its
 * answer has been sent. A call waits before it reads if its caller's share is used up, and holds nothing meanwhile. See
 * docs/decisions/0440.
 */
import { type Collection, Overloaded } from "@bottega/domain/contract"
import { lengthOf, type Query, type Row, type Unavailable } from "@bottega/storage"
import { Effect } from "effect"

/** Counts the bytes of a call against its caller's share, for a transport that bounds them. */
export interface Room {
  /** Takes bytes if the share has room for them. */
  readonly take: (bytes: number) => boolean
  /** Takes bytes whether or not the share has room for them. */
  readonly add: (bytes: number) => void
  /** Ends when the bytes were taken, or when nobody waits for the answer any more. */
  readonly taken: (bytes: number) => Effect.Effect<void>
  readonly give: (bytes: number) => void
}

/**
 * The bytes that each character of a row's text takes: the text, the document decoded from it, the item's text, and the
 * part of it that is being sent.
 */
const bytesPerCharacter = 4

/**
 * How many characters a row is expected to have before it is read: as many as those of the last page of its collection, on
 * average. A wrong expectation costs a second read at most.
 */
const expectedCharacters = new WeakMap<Collection, number>()
const firstExpectation = 1024

/** How long a call waits for room before its answer has begun. */
const waitTimeout = "10 seconds"

type Rows = Effect.Effect<ReadonlyArray<Row>, Unavailable>

/** A page of a list that a call reads. */
interface Page {
  readonly collection: Collection
  readonly found: Rows
}

/** The memory that one call holds for its answer. */
export class Held {
  readonly #room: Room
  /** For the page, and for what the handler keeps beside it. */
  #bytes = 0
  #keptBytes = 0
  /** Whether the answer has begun to be sent, after which the call cannot be refused. */
  isBegun = false

  constructor(room: Room) {
    this.#room = room
  }

  /**
   * The rows of a query. A page of a list is read once there is room for it, and the previous page is released then. A
   * query for a few documents is not counted, because the answer made from them is counted as soon as it is sent.
   */
  reading(collection: Collection, { characters, limit }: Query, found: Rows): Rows {
    if (characters === undefined) return found
    return Effect.suspend(() => {
      this.#room.give(this.#bytes)
      this.#bytes = 0
      const each = expectedCharacters.get(collection) ?? firstExpectation
      const bytes = Math.max(each, Math.min(limit * each, characters)) * bytesPerCharacter
      const page = { collection, found }
      return this.#room.take(bytes) ? this.#read(page, bytes) : this.#readLater(page, bytes)
    })
  }

  /** Counts what a handler keeps beside the page that it reads, instead of what it kept before. */
  keep(bytes: number): void {
    this.#room.add(bytes - this.#keptBytes)
    this.#keptBytes = bytes
  }

  #read(page: Page, bytes: number): Rows {
    this.#bytes = bytes
    return Effect.flatMap(page.found, (rows) => {
      const characters = rows.reduce((sum, row) => sum + lengthOf(row), 0)
      const used = characters * bytesPerCharacter
      if (rows.length > 0) expectedCharacters.set(page.collection, Math.ceil(characters / rows.length))
      if (used <= bytes) this.#room.give(bytes - used)
      else if (!this.#room.take(used - bytes)) {
        // Rows without room are dropped and read again later, because a waiting call must hold nothing.
        this.#room.give(bytes)
        this.#bytes = 0
        return this.#readLater(page, used)
      }
      this.#bytes = used
      return Effect.succeed(rows)
    })
  }

  #readLater(page: Page, bytes: number): Rows {
    const taken = this.#room.taken(bytes)
    const waited = this.isBegun ? taken : Effect.timeoutOrElse(taken, { duration: waitTimeout, orElse: refused })
    return Effect.flatMap(waited, () => this.#read(page, bytes))
  }
}

// Handlers need not declare this refusal: it passes through them like a failure of the store.
const refused = () =>
  Effect.fail(
    new Overloaded({
      message: "Too many bytes of answers to this caller are being made; try again later.",
      retryAfter: 2
    })
  ) as Effect.Effect<never, never>
