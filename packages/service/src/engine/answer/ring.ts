/**
 * The last requests of this process, for its operator and the people of its shops: kept in memory, and gone when the process ends.
 * What is kept exists already, and nothing of it is formatted before someone reads it.
 */
import { newProcessId } from "../ids.ts"

/** How much is kept: requests, the characters of all their texts, and those of one body or answer. */
export const ringBounds = { requests: 2000, characters: 32 * 1024 * 1024, ofOneText: 64 * 1024 }

/** What was sent and answered, as it was; texts that are too long, and files, are absent. */
export interface Exchanged {
  /** The path with its query. */
  readonly url: string
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  /** `null` if there was a body that is not kept. */
  readonly body: string | null | undefined
  readonly answer: string | undefined
  /** The cursor of the next page, where there may be one. */
  readonly next?: string | undefined
}

/** A request that was answered. */
export interface AnsweredRequest {
  readonly requestId: string
  readonly method: string
  /** Without its query. */
  readonly path: string
  readonly status: number
  readonly ms: number
  readonly shop?: string | undefined
  /** The owner of its share: the id of its key set, or the name of its person. */
  readonly keySet?: string | undefined
  /** The public half of its pair. */
  readonly key?: string | undefined
  readonly ip: string
  /** Absent unless bodies are kept, for a caller of no shop, and once a person of the shop was erased. */
  exchanged?: Exchanged | undefined
}

/** A request in its place: `at` and `machineAt`, which no moved clock changes, in milliseconds; `n` counts from 1. */
export interface Kept {
  readonly n: number
  readonly at: number
  readonly machineAt: number
  readonly request: AnsweredRequest
  readonly characters: number
}

/** The last requests of a process. */
export class RequestRing {
  /** Names this ring among those of all processes. */
  readonly id = newProcessId()
  /** Whether what was sent and answered is kept too. */
  readonly hasBodies: boolean
  readonly #now: () => number
  readonly #machineNow: () => number
  readonly #kept: Array<Kept | undefined> = []
  readonly #listeners = new Set<(kept: Kept) => void>()
  /** The number of the last one, and of the oldest that is kept. */
  #last = 0
  #oldest = 1
  #characters = 0

  constructor(now: () => number, hasBodies: boolean, machineNow = now) {
    this.#now = now
    this.#machineNow = machineNow
    this.hasBodies = hasBodies
  }

  /** The number of the last request; 0 before the first. */
  get last(): number {
    return this.#last
  }

  /** How many listeners there are. */
  get listeners(): number {
    return this.#listeners.size
  }

  /** The characters of all texts that are kept. */
  get characters(): number {
    return this.#characters
  }

  add(request: AnsweredRequest): void {
    const characters = request.exchanged === undefined ? 0 : charactersOf(request.exchanged)
    const n = ++this.#last
    const kept = { n, at: this.#now(), machineAt: this.#machineNow(), request, characters }
    if (n - this.#oldest >= ringBounds.requests) this.#drop()
    this.#kept[n % ringBounds.requests] = kept
    this.#characters += characters
    while (this.#characters > ringBounds.characters) this.#drop()
    for (const listener of this.#listeners) listener(kept)
  }

  #drop(): void {
    const at = this.#oldest++ % ringBounds.requests
    this.#characters -= this.#kept[at]?.characters ?? 0
    this.#kept[at] = undefined
  }

  /** Those with lower numbers, the newest first. */
  *before(n: number): Generator<Kept> {
    for (let at = Math.min(n - 1, this.#last); at >= this.#oldest; at--) yield this.#kept[at % ringBounds.requests]!
  }

  /** Those with higher numbers, the oldest first; `undefined` if the first of them is not kept any more, or was never to come. */
  after(n: number): Iterable<Kept> | undefined {
    return n >= this.#oldest - 1 && n <= this.#last ? this.#from(n + 1) : undefined
  }

  *#from(n: number): Generator<Kept> {
    for (let at = n; at <= this.#last; at++) yield this.#kept[at % ringBounds.requests]!
  }

  /** Those of all numbers, the newest first. */
  all(): Generator<Kept> {
    return this.before(Number.POSITIVE_INFINITY)
  }

  /** Forgets what was sent to a shop and answered, up to an instant of the machine's clock in milliseconds. */
  forget(shop: string, upTo: number): void {
    for (const { machineAt, request } of this.all())
      if (request.shop === shop && machineAt <= upTo) request.exchanged = undefined
  }

  /** Calls a listener for each further request, until the result is called. */
  listen(listener: (kept: Kept) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
}

const charactersOf = ({ answer = "", body, headers, url }: Exchanged): number => {
  let sum = url.length + (body?.length ?? 0) + answer.length
  for (const name in headers) sum += name.length + String(headers[name]).length
  return sum
}

/** A text if it is short enough to be kept. */
export const keptText = (text: string | undefined): string | undefined =>
  text !== undefined && text.length <= ringBounds.ofOneText ? text : undefined
