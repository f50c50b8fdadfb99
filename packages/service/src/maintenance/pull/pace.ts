/**
 * Keeps a pull slower than the source's limits: at most so many calls a second, a tenth of a large quota left to the shop's
 * other applications, and no call before a limit that refused one admits the next.
 */
import type { IncomingHttpHeaders } from "node:http"
import { Clock, Data, Effect } from "effect"

/** The source's quota is used up, and the source does not say when it begins again. */
export class QuotaReached extends Data.TaggedError("QuotaReached")<{ readonly left: number; readonly quota: number }> {}

/** A quota of so many calls or more is that of all calls together; a smaller one belongs to one operation. */
const leastQuota = 1000
/** The part of such a quota that a pull leaves to others. */
const leftShare = 0.1
/** The longest wait that a header can ask for, in seconds. */
const maxWaitSeconds = 86_400

/** What a wait is for, and how long it is. */
export interface Waiting {
  readonly reason: "limit" | "quota"
  readonly ms: number
}

/** Gives each call its turn. */
export class Pace {
  readonly #gapMs: number
  readonly #onWait: (waiting: Waiting) => void
  #nextMs = 0
  #closedUntilMs = 0
  readonly #closedUntilMsByPath = new Map<string, number>()
  #reached: QuotaReached | undefined
  #quota: Position | undefined

  /** `rate` is in calls a second; `onWait` is called for waits of more than a second. */
  constructor(rate: number, onWait: (waiting: Waiting) => void) {
    this.#gapMs = 1000 / rate
    this.#onWait = onWait
  }

  /** What a pull may use of the source's quota, now and in a whole window; `undefined` if the source has not shown it. */
  get quota(): { readonly quota: number; readonly usable: number; readonly usableDaily: number } | undefined {
    if (this.#quota === undefined) return undefined
    const { left, quota } = this.#quota
    return { quota, usable: Math.max(0, left - quota * leftShare), usableDaily: quota * (1 - leftShare) }
  }

  /** Waits for the turn of a call of an operation. */
  turn(path: string): Effect.Effect<void, QuotaReached> {
    return Effect.gen({ self: this }, function* () {
      for (;;) {
        if (this.#reached !== undefined) return yield* this.#reached
        const now = yield* Clock.currentTimeMillis
        const pathMs = (this.#closedUntilMsByPath.get(path) ?? 0) - now
        const closedMs = Math.max(this.#closedUntilMs - now, pathMs)
        if (closedMs <= 0) {
          const atMs = Math.max(now, this.#nextMs)
          this.#nextMs = atMs + this.#gapMs
          if (atMs > now) yield* Effect.sleep(atMs - now)
          return
        }
        if (closedMs > 1000) this.#onWait({ reason: pathMs >= closedMs ? "limit" : "quota", ms: closedMs })
        yield* Effect.sleep(closedMs)
      }
    })
  }

  /** Notes what the headers of an answer say about the limits of an operation. */
  noted(path: string, status: number, headers: IncomingHttpHeaders): Effect.Effect<void> {
    return Effect.map(Clock.currentTimeMillis, (now) => {
      const position = positionOf(headers)
      if (status === 429)
        this.#closedUntilMsByPath.set(path, now + 1000 * (secondsOf(headers["retry-after"]) ?? defaultWaitSeconds))
      if (status === 509) this.#end(now, secondsOf(headers["retry-after"]), position)
      if (position === undefined || status === 429 || status === 509) return
      const { left, quota, resetSeconds } = position
      if (quota >= leastQuota) this.#quota = position
      if (quota >= leastQuota && left <= quota * leftShare) this.#end(now, resetSeconds, position)
      if (quota < leastQuota && left <= 0 && resetSeconds !== undefined)
        this.#closedUntilMsByPath.set(path, now + 1000 * resetSeconds)
    })
  }

  #end(now: number, seconds: number | undefined, position: Position | undefined): void {
    if (seconds !== undefined) this.#closedUntilMs = Math.max(this.#closedUntilMs, now + 1000 * (seconds + 1))
    else this.#reached = new QuotaReached({ left: position?.left ?? 0, quota: position?.quota ?? 0 })
  }
}

/** How long a call waits after 429 if the answer does not say it: the window that the specification names. */
const defaultWaitSeconds = 60

interface Position {
  readonly left: number
  readonly quota: number
  /** When the window begins again, in seconds from now, if the server says it. */
  readonly resetSeconds: number | undefined
}

/** The tightest limit: of `X-Service-Limit`, with the time of the item of `RateLimit` that has the same number left. */
const positionOf = (headers: IncomingHttpHeaders): Position | undefined => {
  const [, left, quota] = /^\s*(\d{1,15})\/(\d{1,15})\s*$/.exec(String(headers["x-service-limit"] ?? "")) ?? []
  if (left === undefined || quota === undefined) return undefined
  const items = String(headers["ratelimit"] ?? "")
    .slice(0, 2000)
    .split(",")
  const item = items.find((one) => new RegExp(`;\\s*r=${left}(?!\\d)`).test(one))
  return { left: Number(left), quota: Number(quota), resetSeconds: secondsOf(/;\s*t=(\d{1,9})/.exec(item ?? "")?.[1]) }
}

/** A number of seconds of a header, as far as anyone would wait; `undefined` for anything else. */
const secondsOf = (text: string | undefined): number | undefined =>
  text !== undefined && /^\s*\d{1,9}\s*$/.test(text) ? Math.min(maxWaitSeconds, Number(text)) : undefined
