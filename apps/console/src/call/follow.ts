/** What happens in the shop while a page is in view: one stream for each page, opened again after it ends. */
import { call, listed, operationsById } from "./client.ts"

/** An entry of the stream. */
export interface Entry {
  readonly id: string
  readonly topic: string
  readonly after: string
}

interface Followed {
  readonly topic: string
  /** Reads the list that the entries change; called before each stream, and while there is none. */
  readonly reload: (signal: AbortSignal) => Promise<void>
  /** Called with all entries that arrived since it was called last. */
  readonly onEntries: (entries: ReadonlyArray<Entry>) => void
}

const entries = operationsById.get("follow.entries")!
/** A page that nobody looks at for so long lets its stream go. */
const hiddenMs = 60_000
const pausesMs = { first: 1000, last: 30_000 }
/** If more arrive between two drawings, the list is read again. */
const maxAtOnce = 1000

/** Follows one topic. */
export class Follower {
  readonly #followed: Followed
  #end: AbortController | undefined
  #hiding: ReturnType<typeof setTimeout> | undefined
  #pending: Array<Entry> = []
  #drawnAtMs = Number.NEGATIVE_INFINITY
  #pauseMs = pausesMs.first

  constructor(followed: Followed) {
    this.#followed = followed
  }

  start(): void {
    document.addEventListener("visibilitychange", this.#look)
    this.#open()
  }

  stop(): void {
    document.removeEventListener("visibilitychange", this.#look)
    clearTimeout(this.#hiding)
    this.#close()
  }

  readonly #look = (): void => {
    clearTimeout(this.#hiding)
    if (document.hidden) this.#hiding = setTimeout(() => this.#close(), hiddenMs)
    else this.#open()
  }

  #open(): void {
    if (this.#end !== undefined) return
    this.#end = new AbortController()
    void this.#follow(this.#end.signal)
  }

  #close(): void {
    this.#end?.abort()
    this.#end = undefined
    this.#pending = []
  }

  async #follow(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      // Without a stream the list is still read, now and then.
      const place = await this.#place(signal).catch(() => undefined)
      await this.#followed.reload(signal).catch(() => {})
      if (place !== undefined) await this.#read(place, signal).catch(() => {})
      await passed(this.#pauseMs, signal)
      this.#pauseMs = Math.min(this.#pauseMs * 2, pausesMs.last)
    }
  }

  /** The place where the stream begins, taken before the list is read, so that nothing is missed between the two. */
  async #place(signal: AbortSignal): Promise<string | undefined> {
    const { headers } = await call(entries, { topics: this.#followed.topic, limit: "0" }, { signal, retries: 0 })
    const [, address] = /<([^>]+)>/.exec(headers["link"] ?? "") ?? []
    return address === undefined ? undefined : (new URL(address, location.href).searchParams.get("after") ?? undefined)
  }

  async #read(after: string, signal: AbortSignal): Promise<void> {
    for await (const entry of listed(entries, { topics: this.#followed.topic, after }, signal)) {
      if (signal.aborted) return
      this.#pauseMs = pausesMs.first
      this.#pending.push(entry as Entry)
      if (this.#pending.length > maxAtOnce) return this.#drop()
      if (this.#pending.length === 1) await this.#show(signal)
    }
  }

  #drop(): void {
    this.#pending = []
  }

  /**
   * The first entry after a pause is drawn at once, those in quick succession together. Nothing is read until then, so that the browser
   * hands over in one piece what arrives meanwhile; each piece costs as much as many entries.
   */
  async #show(signal: AbortSignal): Promise<void> {
    const waitMs = this.#drawnAtMs + drawMs - performance.now()
    if (waitMs > 0) await passed(waitMs, signal)
    // After all that has arrived.
    setTimeout(() => {
      this.#drawnAtMs = performance.now()
      const shown = this.#pending
      this.#pending = []
      if (!signal.aborted && shown.length > 0) this.#followed.onEntries(shown)
    })
  }
}

/** Nobody reads more than four changes a second, and each makes the browser lay out and paint the page. */
const drawMs = 250

const passed = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener("abort", end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener("abort", end)
  })
