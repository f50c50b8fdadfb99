/** Begins works in groups of a shop: plans them together, sends each, and hands what became of it to be committed. */
import type { Storage } from "@bottega/storage"
import { Effect } from "effect"
import { Plans } from "./plan.ts"
import { precedingOf } from "./preceding.ts"
import type { Sending } from "./sending.ts"
import type { Settler } from "./settler.ts"
import { nameOf, type Work } from "./work.ts"
import type { Works } from "./works.ts"

/** The works in progress, and those of one shop. */
const maxRunning = 1024
const maxRunningOfShop = 512
/** The works that are planned together. */
const maxPlanned = 64

/** What groups use. */
export interface GroupTools {
  readonly works: Works
  readonly sending: Sending
  readonly settler: Settler
  /** Lets something go on by itself. */
  readonly fork: (effect: Effect.Effect<void, unknown, Storage>) => Effect.Effect<void, never, Storage>
  /** Called when there may be more to begin. */
  readonly onRoom: () => void
}

/** The groups of one process. */
export class Groups {
  readonly #tools: GroupTools
  readonly #plans = new Plans()
  /** Called when works that were parked are committed or dropped. */
  readonly #drained = new Map<string, () => void>()

  constructor(tools: GroupTools) {
    this.#tools = tools
  }

  /** Begins as many works as there is room for, the shops in turn. */
  begin(mayBegin: (shop: string) => boolean): Effect.Effect<void, never, Storage> {
    return Effect.suspend(() => {
      const bounds = { running: maxRunning, ofShop: maxRunningOfShop, together: maxPlanned }
      const groups = [...this.#tools.works.take(bounds, mayBegin)]
      return Effect.forEach(groups, ([shop, works]) => this.#tools.fork(this.#group(shop, works)), { discard: true })
    })
  }

  /** Sends what was parked; ends once it is committed or dropped. */
  drain(works: ReadonlyArray<Work>): Effect.Effect<void, never, Storage> {
    const one = (work: Work) =>
      Effect.callback<void>((resume) => {
        const name = nameOf(work)
        this.#drained.set(name, () => {
          this.#drained.delete(name)
          resume(Effect.void)
        })
        if (!this.#tools.works.add(work)) this.#drained.get(name)?.()
        this.#tools.onRoom()
      })
    return Effect.forEach(works, one, { concurrency: "unbounded", discard: true })
  }

  /** Forgets what waits of some shops, because another process does it now. */
  drop(isOf: (shop: string) => boolean): void {
    for (const work of this.#tools.works.drop(isOf)) this.#drained.get(nameOf(work))?.()
  }

  /** Ends a work: it is committed, or it stays pending in the store, where it is found again. */
  end(work: Work): void {
    this.#tools.works.end(work)
    this.#drained.get(nameOf(work))?.()
    if (this.#tools.works.isWaiting) this.#tools.onRoom()
  }

  /** Plans some works of a shop and begins their calls. */
  #group(shop: string, works: ReadonlyArray<Work>): Effect.Effect<void, never, Storage> {
    return Effect.gen({ self: this }, function* () {
      const free = yield* this.#free(shop, works)
      const targets = yield* this.#plans.of(shop, free)
      const { sending, settler } = this.#tools
      for (const [at, work] of free.entries())
        sending.begin(work, targets[at]!, (finished) =>
          finished === undefined ? this.end(work) : settler.add(finished)
        )
    }).pipe(
      Effect.catchCause(() =>
        Effect.sync(() => {
          for (const work of works) this.end(work)
        })
      )
    )
  }

  /** The works that follow no pending one; the others are put behind it. */
  readonly #free = Effect.fnUntraced(
    { self: this },
    function* (this: Groups, shop: string, works: ReadonlyArray<Work>) {
      const preceding = yield* precedingOf(shop, works)
      if (preceding.size === 0) return works
      for (const [work, before] of preceding) this.#tools.works.putBehind(work, before)
      this.#tools.onRoom()
      return works.filter((work) => !preceding.has(work))
    }
  )
}
