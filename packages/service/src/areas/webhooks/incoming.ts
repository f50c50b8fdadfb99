/** Finds what is to be delivered: the commits of this process as they are made, those of others in the queue. */
import { bucketOf, eventQueue, type Outgoing, outbox, type Pending } from "@bottega/domain/contract"
import { get, installation, type Storage, type Unavailable, type Write } from "@bottega/storage"
import { Effect } from "effect"
import { monotonicMs, type Shares } from "../../engine/background/shares.ts"
import { remove, type WriteDraft } from "../../engine/decide/change.ts"
import { Look } from "./look.ts"
import type { Recoveries } from "./recoveries.ts"
import { woken } from "./recovery.ts"
import type { Settler } from "./settler.ts"
import type { Works } from "./works.ts"

/** What is used to find and to begin. */
export interface IncomingTools {
  readonly lookMs: number
  readonly shares: Shares
  readonly works: Works
  readonly settler: Settler
  readonly recoveries: Recoveries
  /** Lets something go on by itself. */
  readonly fork: (effect: Effect.Effect<void, unknown, Storage>) => Effect.Effect<void, never, Storage>
}

/** The entries without a work that one look handles. */
const maxOthers = 64

/** The works and receivers that one process finds. */
export class Incoming {
  readonly #tools: IncomingTools
  readonly #look = new Look()
  #lookAtMs = 0
  #isHandling = false

  constructor(tools: IncomingTools) {
    this.#tools = tools
  }

  /** When the queue is to be read again. */
  get lookAtMs(): number {
    return this.#lookAtMs
  }

  /** Takes what this process has just committed. */
  notice(writes: ReadonlyArray<Write>): void {
    const { shares, works } = this.#tools
    // The clock was moved.
    if (writes.length === 0) this.#lookAtMs = 0
    for (const { collection, doc, expect, shop, text } of writes) {
      if (collection === eventQueue && (doc as Pending | undefined)?.webhook !== undefined) this.#lookAtMs = 0
      const outgoing = doc as Outgoing | undefined
      if (collection !== outbox || expect !== 0 || outgoing?.pending !== true) continue
      if (!shares.held.includes(bucketOf(shop))) continue
      const row = { key: outgoing.id, version: 1, text: text ?? outbox.encode(outgoing) }
      works.add({ shop, outgoing, row })
    }
  }

  /** Reads what other processes have left, and what is due for receivers; true if entries without a work were found. */
  get looked(): Effect.Effect<boolean, Unavailable, Storage> {
    return Effect.gen({ self: this }, function* () {
      const { lookMs, recoveries, shares, works } = this.#tools
      this.#lookAtMs = (yield* monotonicMs) + lookMs
      const { held } = shares
      const isKnown = (shop: string, id: string) => works.isKnown(shop, id)
      const found = yield* this.#look.step({ held, isKnown, room: (shop) => works.room(shop) })
      for (const work of found.works) works.add(work)
      // A long queue of known works is not read again at once.
      if (!found.isWhole && found.works.length > 0 && works.hasRoom) this.#lookAtMs = 0
      if (found.others.length > 0) yield* this.#handled(found.others.slice(0, maxOthers))
      for (const { id, shop } of yield* recoveries.due(held)) yield* recoveries.run(shop, id)
      return found.others.length > 0
    })
  }

  /**
   * Handles entries without a work beside what is delivered: each waits for the commit in progress, and on a busy machine some
   * dozens of them take seconds.
   */
  #handled(others: ReadonlyArray<Pending>): Effect.Effect<void, never, Storage> {
    return Effect.suspend(() => {
      // Those that are left are found by the next look.
      if (this.#isHandling) return Effect.void
      this.#isHandling = true
      const all = Effect.forEach(others, (one) => this.#asked(one), { discard: true })
      return this.#tools.fork(
        Effect.ensuring(
          all,
          Effect.sync(() => void (this.#isHandling = false))
        )
      )
    })
  }

  /** Removes an entry whose document is gone, or one that asks to look at a webhook, which is then due. */
  #asked({ key, shop, webhook }: Pending): Effect.Effect<void, Unavailable, Storage> {
    const { settler } = this.#tools
    const make = Effect.gen(function* () {
      const entry = yield* get(installation, eventQueue, key, { latest: true })
      if (entry === undefined) return true
      const drafts: Array<WriteDraft> = [remove(eventQueue, entry, installation)]
      if (webhook !== undefined) drafts.push(...(yield* woken(shop, webhook)))
      return yield* settler.written(shop, drafts)
    })
    return settler.again(shop, make)
  }
}
