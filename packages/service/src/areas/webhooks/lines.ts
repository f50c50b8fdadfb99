/** Bounds the calls of works: few at a time to each webhook, and fewer to one that does not answer. */

/** The calls to one webhook at a time; fewer while its last ones were not prompt, so that many that hang hold few places. */
const maxCalls = 16
const maxCallsAtFirst = 2
/** The late calls of a webhook with which it gets no more. */
const maxLate = 8
/** The late calls of a shop with which its webhooks that have late calls get no more. */
const maxLateOfShop = 64
/** The webhooks of which it is remembered that they are prompt. */
const maxPrompt = 10_000

interface Line {
  calls: number
  late: number
  readonly waiting: Set<() => void>
}

/** The calls in progress of one process, by webhook. */
export class Lines {
  readonly #waitMs: number
  readonly #lines = new Map<string, Line>()
  readonly #lateOfShop = new Map<string, number>()
  /** The webhooks whose last call was not late. */
  readonly #prompt = new Set<string>()

  /** A call waits so many milliseconds for a place. */
  constructor(waitMs: number) {
    this.#waitMs = waitMs
  }

  /**
   * Takes a place for a call to a webhook, at once or soon: `entered` is called with whether there is one. The result ends the
   * wait, and then `entered` is not called.
   */
  enter(shop: string, webhook: string, entered: (isHeld: boolean) => void): () => void {
    const line = this.#lines.get(webhook) ?? { calls: 0, late: 0, waiting: new Set() }
    this.#lines.set(webhook, line)
    if (line.late > 0 && (line.late >= maxLate || (this.#lateOfShop.get(shop) ?? 0) >= maxLateOfShop)) entered(false)
    else if (line.calls >= this.#width(webhook)) return this.#wait(line, entered)
    else {
      line.calls++
      entered(true)
    }
    return () => {}
  }

  /** Ends a call and lets others begin. */
  leave(webhook: string): void {
    const line = this.#lines.get(webhook)!
    line.calls--
    if (line.late === 0) this.#notePrompt(webhook)
    for (const begin of line.waiting) {
      if (line.calls >= this.#width(webhook)) break
      line.waiting.delete(begin)
      line.calls++
      begin()
    }
    this.#forget(webhook, line)
  }

  /** Counts a call that has become late, or a late one that has ended. */
  countLate(shop: string, webhook: string, by: 1 | -1): void {
    if (by === 1) this.#prompt.delete(webhook)
    const line = this.#lines.get(webhook)!
    line.late += by
    this.#forget(webhook, line)
    const ofShop = (this.#lateOfShop.get(shop) ?? 0) + by
    if (ofShop > 0) this.#lateOfShop.set(shop, ofShop)
    else this.#lateOfShop.delete(shop)
  }

  #width(webhook: string): number {
    return this.#prompt.has(webhook) ? maxCalls : maxCallsAtFirst
  }

  #notePrompt(webhook: string): void {
    if (this.#prompt.size >= maxPrompt) this.#prompt.clear()
    this.#prompt.add(webhook)
  }

  #wait(line: Line, entered: (isHeld: boolean) => void): () => void {
    const begin = () => {
      clearTimeout(timer)
      entered(true)
    }
    const stop = () => {
      clearTimeout(timer)
      line.waiting.delete(begin)
    }
    const timer = setTimeout(() => {
      stop()
      entered(false)
    }, this.#waitMs)
    line.waiting.add(begin)
    return stop
  }

  #forget(webhook: string, line: Line): void {
    if (line.calls === 0 && line.late === 0 && line.waiting.size === 0) this.#lines.delete(webhook)
  }
}
