/** Looks at the queue of all shops, a few shops at a time, for what is due. */
import { collections } from "@bottega/domain/areas"
import type { Queued } from "@bottega/domain/areas/mail"
import { docOf, installation, Storage, type Unavailable } from "@bottega/storage"
import { Clock, Effect } from "effect"
import type { TurnsOfShops } from "../../engine/background/turns-of-shops.ts"
import { maxTogether } from "./kept.ts"
import type { Pace } from "./pace.ts"

const { mailQueue } = collections

/** The shops whose entries are read at once. */
const maxShops = 64

/** Adds what is due to the turns of shops. */
export class Look {
  readonly #turns: TurnsOfShops<Queued>
  readonly #pace: Pace
  /** The messages that are on their way. */
  readonly #running: ReadonlyMap<string, unknown>
  /** The shop after which the next look begins. */
  #from = ""

  constructor(turns: TurnsOfShops<Queued>, pace: Pace, running: ReadonlyMap<string, unknown>) {
    this.#turns = turns
    this.#pace = pace
    this.#running = running
  }

  /** Reads what is due of the next shops; says whether anything waits for its turn. */
  get refill(): Effect.Effect<boolean, Unavailable, Storage> {
    return Effect.gen({ self: this }, function* () {
      const seen = new Set<string>()
      while (seen.size < maxShops) {
        const shop: string | undefined = (yield* this.#shopAfter(this.#from)) ?? (yield* this.#shopAfter(""))
        if (shop === undefined || seen.has(shop)) break
        seen.add(shop)
        this.#from = shop
        if (!this.#turns.has(shop)) yield* this.#read(shop)
      }
      return this.#turns.size > 0
    })
  }

  #read(shop: string): Effect.Effect<void, Unavailable, Storage> {
    return Effect.gen({ self: this }, function* () {
      const { find } = yield* Storage
      yield* this.#pace.know(shop)
      const due = { on: "due", lte: yield* Clock.currentTimeMillis } as const
      const where = [{ on: "shop", eq: shop }, due] as const
      // As it is before the read: an attempt that ends during it leaves an entry that was read as it no longer is.
      const running = new Set(this.#running.keys())
      const limit = maxTogether + running.size
      const rows = yield* find(installation, mailQueue, { where, sort: { by: "due" }, limit, latest: true })
      const entries = rows.map((row) => docOf(mailQueue, row))
      this.#turns.add(
        shop,
        entries.filter(({ id }) => !running.has(id))
      )
    })
  }

  /** The next shop with a queue, in the order of their ids. */
  #shopAfter(shop: string): Effect.Effect<string | undefined, Unavailable, Storage> {
    return Storage.use(({ find }) => {
      const where = [{ on: "shop", gt: shop }] as const
      const query = { where, sort: { by: "shop" }, limit: 1, latest: true } as const
      return Effect.map(find(installation, mailQueue, query), ([row]) => row && docOf(mailQueue, row).shop)
    })
  }
}
