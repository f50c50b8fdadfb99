/** Makes the calls of works, in lanes that go on by themselves if a call of them does not answer soon. */
import type { AttemptResult, Webhook } from "@bottega/domain/areas/webhooks"
import type { Storage, Unavailable } from "@bottega/storage"
import { Effect } from "effect"
import { type Poster, poster } from "../../outbound/post.ts"
import { attempted, beginAttempt } from "./attempt.ts"
import { Lane, type LaneTools, type LateEnd } from "./lane.ts"
import { Lines } from "./lines.ts"
import type { Payload } from "./payload.ts"
import { type OnFinished, Progress } from "./progress.ts"
import type { Target, Work } from "./work.ts"

/** The bounds of calls, in milliseconds. */
export interface CallBounds {
  /** The time of a call. */
  readonly callMs: number
  /** How long the other deliveries of a document wait for a call. */
  readonly firstMs: number
}

/** What calls ask and tell. */
export interface SendingEvents {
  /** Whether this process may send for a shop now. */
  readonly mayBegin: (shop: string) => boolean
  /** Lets something go on by itself; a failure of it is logged. */
  readonly run: (effect: Effect.Effect<void, Unavailable, Storage>) => void
  readonly onLate: (end: LateEnd) => Effect.Effect<void, never, Storage>
}

/** The calls of one process. */
export class Sending {
  readonly #bounds: CallBounds
  readonly #events: SendingEvents
  readonly #tools: LaneTools
  readonly #lanes = new Set<Lane>()
  #poster: Poster | undefined
  /** The deliveries whose calls go on after their work was finished. */
  readonly late = new Set<string>()

  constructor(bounds: CallBounds, events: SendingEvents) {
    this.#bounds = bounds
    this.#events = events
    const { firstMs } = bounds
    const { onLate, run } = events
    const attempt: LaneTools["attempt"] = (shop, webhook, payload, ended) => {
      if (this.#poster !== undefined && this.mayBegin(shop)) {
        const end = beginAttempt(this.#poster, { shop, webhook, payload, withinMs: bounds.callMs }, ended)
        return () => end("was interrupted")
      }
      ended(undefined)
      return () => {}
    }
    this.#tools = { firstMs, lines: new Lines(firstMs), late: this.late, attempt, run, onLate }
  }

  /** Takes the clock and the rules for addresses of the run; nothing is sent before. */
  get begun(): Effect.Effect<void> {
    return Effect.map(poster, (one) => void (this.#poster = one))
  }

  mayBegin(shop: string): boolean {
    return this.#events.mayBegin(shop)
  }

  /** Begins the calls of a work, each lane in sequence. Once all its targets have a fate it is finished. */
  begin(work: Work, targets: ReadonlyArray<Target>, onFinished: OnFinished): void {
    if (targets.length === 0) return void onFinished({ work, targets: [] })
    const progress = new Progress(work, onFinished)
    const over = (lane: Lane) => void this.#lanes.delete(lane)
    const lanes = lanesOf(targets).map((some) => new Lane(this.#tools, work, some, { end: progress.lane(), over }))
    for (const lane of lanes) {
      this.#lanes.add(lane)
      lane.begin()
    }
  }

  /** Makes one attempt and waits for its end; undefined if it could not be made. */
  attempt(shop: string, webhook: Webhook, payload: Payload): Effect.Effect<AttemptResult | undefined> {
    return Effect.suspend(() => {
      if (!this.mayBegin(shop)) return Effect.undefined
      const made = attempted({ shop, webhook, payload, withinMs: this.#bounds.callMs })
      return Effect.map(made, (end) => (end === "unsent" ? undefined : end))
    })
  }

  /** Ends the calls in progress. */
  end(): void {
    for (const lane of this.#lanes) lane.stop()
    this.#lanes.clear()
  }
}

/** The targets of each lane. Events without an order have a lane each. */
const lanesOf = (targets: ReadonlyArray<Target>): ReadonlyArray<ReadonlyArray<Target>> => {
  if (targets.length === 1) return [targets]
  return [...Map.groupBy(targets, ({ event, n, webhook }) => `${webhook.id}/${event.orderID ?? n}`).values()]
}
