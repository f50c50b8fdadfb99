/**
 * The calls of one lane of a work, one after another. It needs no fiber: nearly every call needs nothing of the store, and a process
 * makes thousands of them a second.
 */
import { type AttemptResult, deliveryId, isDelivered, type Webhook } from "@bottega/domain/areas/webhooks"
import type { Storage, Unavailable } from "@bottega/storage"
import { Effect } from "effect"
import type { Lines } from "./lines.ts"
import { type Payload, payloadOf, storedPayloadOf } from "./payload.ts"
import type { EndOfLane } from "./progress.ts"
import type { Fate, Fated, Target, Work } from "./work.ts"

/**
 * The end of an attempt; undefined if this process may no longer send, `void` if there is nothing to send any more, `unsent` if its turn
 * did not come.
 */
export type EndOfAttempt = AttemptResult | "void" | "unsent" | undefined

/** A call that went on after its work was finished. `id` is that of the delivery. */
export interface LateEnd {
  readonly work: Work
  readonly webhook: string
  readonly id: string
  /** Undefined if there was no attempt. */
  readonly result: AttemptResult | "void" | undefined
}

/** What a lane uses. */
export interface LaneTools {
  /** How long the other deliveries of a document wait for a call, in milliseconds. */
  readonly firstMs: number
  readonly lines: Lines
  /** The deliveries whose calls go on after their work was finished. */
  readonly late: Set<string>
  /** Begins an attempt; the result ends it early. */
  readonly attempt: (shop: string, webhook: Webhook, payload: Payload, ended: (end: EndOfAttempt) => void) => () => void
  /** Lets something go on by itself; a failure of it is logged. */
  readonly run: (effect: Effect.Effect<void, Unavailable, Storage>) => void
  readonly onLate: (end: LateEnd) => Effect.Effect<void, never, Storage>
}

/** One lane in progress. */
export class Lane {
  readonly #tools: LaneTools
  readonly #work: Work
  readonly #targets: ReadonlyArray<Target>
  readonly #end: EndOfLane
  readonly #over: (lane: Lane) => void
  readonly #made: Array<Fated> = []
  /** Ends what is being waited for, without a further step. */
  #stop: () => void = () => {}
  #isStopped = false

  /** Each target gets a fate; `end` is called with them, and `over` when nothing is in progress any more. */
  constructor(
    tools: LaneTools,
    work: Work,
    targets: ReadonlyArray<Target>,
    { end, over }: { readonly end: EndOfLane; readonly over: (lane: Lane) => void }
  ) {
    this.#tools = tools
    this.#work = work
    this.#targets = targets
    this.#end = end
    this.#over = over
  }

  /** Gives the next targets their fates, up to one that is to be called; after one that was not delivered the others wait. */
  begin(): void {
    for (;;) {
      const target = this.#targets[this.#made.length]
      if (target === undefined) return void this.#ended(this.#made)
      const { plan } = target
      const isFirst = this.#made.every(goesOn)
      if (isFirst && plan === "send") return void this.#guarded(() => this.#enter(target))
      this.#made.push({ ...target, fate: isFirst && plan !== "send" ? { is: plan } : fateAfter(target) })
    }
  }

  /** Ends the call in progress; what became of the lane stays unknown. */
  stop(): void {
    this.#isStopped = true
    this.#stop()
  }

  #enter(target: Target): void {
    const { lines } = this.#tools
    // It may be held at once, and then there is something else to end.
    let stopWaiting = () => {}
    this.#stop = () => stopWaiting()
    stopWaiting = lines.enter(this.#work.shop, target.webhook.id, (isHeld) =>
      this.#guarded(() => (isHeld ? this.#call(target) : this.#fated(target, { is: "later" })))
    )
  }

  /** Calls a webhook in its place, and leaves that; after a while the lane ends without the call. */
  #call(target: Target): void {
    const { firstMs, late, lines } = this.#tools
    const { shop, outgoing } = this.#work
    const { n, webhook } = target
    const id = deliveryId(outgoing.id, n, webhook.id)
    const timer = setTimeout(() => {
      late.add(id)
      lines.countLate(shop, webhook.id, 1)
      this.#end([...this.#made, ...this.#targets.slice(this.#made.length).map(lateOrAfter)])
    }, firstMs)
    const leave = () => {
      clearTimeout(timer)
      lines.leave(webhook.id)
      if (late.delete(id)) lines.countLate(shop, webhook.id, -1)
    }
    this.#stop = leave
    this.#attempt(target, leave, (result) => {
      if (this.#isStopped) return
      const made = result === "unsent" ? undefined : result
      if (late.has(id)) return this.#lateEnd({ work: this.#work, webhook: webhook.id, id, result: made }, leave)
      leave()
      if (result === undefined) return this.#ended(undefined)
      this.#fated(target, fateOf(result))
    })
  }

  #attempt(target: Target, leave: () => void, ended: (end: EndOfAttempt) => void): void {
    const { attempt, run } = this.#tools
    const { outgoing, shop } = this.#work
    const { event, n, webhook } = target
    const send = (payload: Payload | undefined) => {
      if (this.#isStopped) return
      if (payload === undefined) return ended("void")
      // It may end at once, and then the next call of the lane has begun.
      let end = () => {}
      this.#stop = () => {
        end()
        leave()
      }
      end = attempt(shop, webhook, payload, (result) => this.#guarded(() => ended(result)))
    }
    if (event.of === undefined) return void send(storedPayloadOf(outgoing, n, webhook))
    const read = Effect.map(payloadOf(shop, outgoing, n, webhook), (payload) => this.#guarded(() => send(payload)))
    run(Effect.onError(read, () => Effect.sync(() => this.#failed())))
  }

  #fated(target: Target, fate: Fate): void {
    this.#made.push({ ...target, fate })
    this.begin()
  }

  #lateEnd(end: LateEnd, leave: () => void): void {
    this.#stop = () => {}
    const over = Effect.sync(() => {
      leave()
      this.#over(this)
    })
    this.#tools.run(Effect.ensuring(this.#tools.onLate(end), over))
  }

  #ended(made: ReadonlyArray<Fated> | undefined): void {
    this.#stop = () => {}
    this.#over(this)
    this.#end(made)
  }

  /** A defect must not leave a work in progress for ever: it stays in the store, where it is found again. */
  #guarded(step: () => void): void {
    try {
      step()
    } catch (error) {
      this.#tools.run(Effect.die(error))
      this.#failed()
    }
  }

  #failed(): void {
    if (this.#isStopped) return
    this.#stop()
    this.#ended(undefined)
  }
}

const fateOf = (result: AttemptResult | "void" | "unsent"): Fate => {
  if (result === "unsent") return { is: "later" }
  return result === "void" ? { is: "void" } : { is: "ended", result }
}

/** Whether the next event of the lane may be sent. */
const goesOn = ({ fate }: Fated): boolean =>
  fate.is === "void" || (fate.is === "ended" && isDelivered(fate.result.attempt))

/** The fate of a target after one that was not delivered. */
const fateAfter = ({ plan }: Target): Fate => ({ is: plan === "send" ? "wait" : plan })

/** The fates of a target that is late, and of those after it. */
const lateOrAfter = (target: Target, at: number): Fated => ({
  ...target,
  fate: at === 0 ? { is: "late" } : fateAfter(target)
})
