/**
 * Plays a recording against a store: each call in turn, with the ids and the key sets of this run, and with the same time between
 * calls, for which the store's clock is moved.
 */
import { answerOf, pathOf, type TransportResponse } from "@bottega/domain/contract"
import { textWithout } from "../areas/requests/shown.ts"
import { type Embedded, type Operate, operator } from "../embedded.ts"
import { type Pair, pairsFor } from "./callers.ts"
import { type Difference, differencesOf } from "./differences.ts"
import { IdMap } from "./ids.ts"
import { mappedForm, mappedJson } from "./mapped.ts"
import { nextIn, type RecordedCall, recordedIn } from "./recorded.ts"
import { entryBounds } from "./scanner.ts"
import { Timing } from "./timing.ts"

/** A difference, with the call whose answers differ. */
export interface PlayedDifference extends Difference {
  /** The number of the call's entry in the recording, from 1. */
  readonly call: number
  readonly method: string
  readonly path: string
}

/** The entries that were not played for one reason. */
export interface LeftOut {
  /** The end of a sentence: `is not a call of an operation of shops`. */
  readonly why: string
  readonly entries: number
  /** The number of the first of them. */
  readonly first: number
}

/** The result of playing a recording. */
export interface Played {
  /** The calls that were made. */
  readonly calls: number
  /** The first 1,000 differences; empty if the run is like the recording. */
  readonly differences: ReadonlyArray<PlayedDifference>
  readonly leftOut: ReadonlyArray<LeftOut>
  /** False if the file is incomplete; its whole entries were played. */
  readonly isWhole: boolean
}

/**
 * Plays the calls of an HTTP Archive: one that `bottega serve --record` wrote, or one of another server of this API, which a browser
 * or a proxy saved. Rejects with a sentence if the file is not an archive.
 */
export const playRecording = async (
  store: Pick<Embedded, "transport" | "shop" | "token">,
  file: string
): Promise<Played> => {
  const operate = operator(store.transport, store.token)
  const pairs = await pairsFor(operate, store.shop, file)
  try {
    return await new Run(store, operate, pairs).play(file)
  } finally {
    for (const { key } of pairs.values()) await operate("DELETE", "/keys/key.json", { key, all: "1" })
  }
}

const maxDifferences = 1000

class Run {
  readonly #store: Pick<Embedded, "transport">
  readonly #pairs: ReadonlyMap<string, Pair>
  readonly #timing: Timing
  readonly #ids = new IdMap()
  readonly #differences: Array<PlayedDifference> = []
  readonly #leftOut = new Map<string, { entries: number; readonly first: number }>()
  #calls = 0

  constructor(store: Pick<Embedded, "transport">, operate: Operate, pairs: ReadonlyMap<string, Pair>) {
    this.#store = store
    this.#pairs = pairs
    this.#timing = new Timing(operate)
  }

  async play(file: string): Promise<Played> {
    const calls = recordedIn(file)
    try {
      for (;;) {
        const next = await calls.next()
        if (next.done) {
          const leftOut = [...this.#leftOut].map(([why, counted]) => ({ why, ...counted }))
          return { calls: this.#calls, differences: this.#differences, leftOut, isWhole: next.value }
        }
        if ("why" in next.value) this.#leaveOut(next.value.n, next.value.why)
        else await this.#call(next.value)
      }
    } finally {
      // After a failure this closes the file.
      await calls.return(false)
    }
  }

  #leaveOut(n: number, why: string): void {
    const counted = this.#leftOut.get(why) ?? { entries: 0, first: n }
    counted.entries++
    this.#leftOut.set(why, counted)
  }

  async #call(call: RecordedCall): Promise<void> {
    const pair = this.#pairs.get(call.caller)
    if (pair === undefined) return this.#leaveOut(call.n, "is of one key set more than a run has")
    await this.#timing.before(call)
    const answer = await this.#send(call, pair)
    await this.#timing.after(call)
    this.#calls++
    for (const difference of this.#compare(call, answer)) {
      if (this.#differences.length >= maxDifferences) return
      const { endpoint, n } = call
      this.#differences.push({ call: n, method: endpoint.method, path: pathOf(endpoint), ...difference })
    }
  }

  async #send({ body, endpoint, headers, query }: RecordedCall, pair: Pair): Promise<PlayedAnswer> {
    const mapped = /json/i.test(headers["content-type"] ?? "") ? mappedJson : mappedForm
    const sent = {
      method: endpoint.method,
      path: pathOf(endpoint),
      query: mappedForm(query, endpoint, this.#ids),
      headers: { ...headers, key: pair.key, exchange: pair.exchange },
      body: body === undefined || endpoint.method === "GET" ? undefined : mapped(body, endpoint, this.#ids)
    }
    const response = await this.#store.transport(sent).catch(() => undefined)
    if (response === undefined) return { status: 0, text: undefined, next: undefined }
    return { status: response.status, text: await textOf(response), next: nextIn(response.headers["link"]) }
  }

  #compare(call: RecordedCall, played: PlayedAnswer): ReadonlyArray<Difference> {
    // Whether the change was made is not known of a call without an answer.
    if (call.status === 0) return []
    if (call.status !== played.status)
      return [{ at: "status", recorded: call.status, played: played.status }, ...whyRefused(played)]
    if (call.next !== undefined && played.next !== undefined) this.#ids.page(call.next, played.next)
    if (call.answer === undefined || played.text === undefined) return []
    const shape = call.status < 300 ? answerOf(call.endpoint) : undefined
    const origins = { recorded: call.origin, played: playedOrigin }
    const comparing = { ids: this.#ids, times: this.#timing.shift, origins }
    return differencesOf(jsonOf(call.answer), jsonOf(played.text), shape, comparing)
  }
}

/** The beginning of addresses in answers of a store in this process. */
const playedOrigin = "http://embedded"

interface PlayedAnswer {
  readonly status: number
  /** `undefined` if it is longer than that of a recording may be. */
  readonly text: string | undefined
  readonly next: string | undefined
}

const textOf = async (response: TransportResponse): Promise<string | undefined> => {
  let text: string | undefined = ""
  // A change may go on for as long as its answer does, so the answer is read to its end.
  for await (const piece of response.pieces())
    if (text !== undefined) text = text.length + piece.length > entryBounds.characters ? undefined : text + piece
  return text
}

const whyRefused = ({ text }: PlayedAnswer): ReadonlyArray<Difference> => {
  const answer = text === undefined ? undefined : (jsonOf(text) as { readonly err?: unknown } | null)
  return typeof answer?.err === "string" ? [{ at: "err", recorded: undefined, played: answer.err.slice(0, 500) }] : []
}

/** The value of an answer without secrets, which a recording does not have either; a text that is not JSON is its own value. */
const jsonOf = (answer: string): unknown => {
  const text = textWithout(answer) ?? ""
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
