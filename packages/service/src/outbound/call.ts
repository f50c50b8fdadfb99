/**
 * A call that waits for its turn, is sent, and ends once. It needs one timer and no fiber, because a process makes thousands of
 * calls a second.
 */
import type { Destination } from "./address.ts"
import { Answer, type PostResponse } from "./answer.ts"
import type { Connections } from "./connections.ts"
import { networkOf } from "./ip.ts"
import { inTurn, Places } from "./places.ts"

/** A request to send, and its limits. */
export interface PostRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** On whose behalf, such as `questions/<shop>`. Each has places of its own, and its turn where places are shared. */
  readonly caller: string
  /** The shop of a caller, if it has many. All of them together have a share of the places, and one turn. */
  readonly shop?: string | undefined
  /** Milliseconds for the name's resolution and for the call, up to the last byte of the answer. */
  readonly within: number
  /** Whether that time begins before the call waits for its turn. By default waiting is not counted. */
  readonly isWaitCounted?: boolean | undefined
  /** The most that is read of the answer, in bytes. */
  readonly maxBytes: number
  /** How much of its start is kept, in bytes. By default all of it is needed, and an answer that is longer is a failure. */
  readonly keptBytes?: number | undefined
  /**
   * Whether its receiver knows a repeat by its id, so that it may be sent again, once, if an idle connection was closed before it
   * was answered: nobody can tell whether it was heard.
   */
  readonly isRepeatable?: boolean | undefined
}

/** The calls of a process that may be in progress. */
export const maxCalls = 1024

/** The calls in progress to a host for one caller, for a caller, for a shop, to an address, and of the process. */
const hosts = new Places(16)
const callers = new Places(32)
const shops = new Places(256)
const addresses = new Places(64)
const all = new Places(maxCalls)

/** The reason of a call that was not sent: its turn did not come within its time. Nothing is so known of the server. */
export const noTurn = "has too many calls in progress"

/** What a call needs; `leftMs` is the time that is left for it. */
export interface CallOptions {
  readonly posting: PostRequest
  readonly to: Destination
  readonly connections: Connections
  readonly leftMs: number
}

/** One call, from its wait to its end. */
export class Call {
  readonly #options: CallOptions
  readonly #done: (response: PostResponse | undefined, reason: string) => void
  #answer: Answer | undefined
  #leave: () => void = () => {}
  #release: () => void = () => {}
  #timer: NodeJS.Timeout | undefined
  #isOver = false

  /** `done` is called once, with the answer or with the reason why there is none. */
  constructor(options: CallOptions, done: (response: PostResponse | undefined, reason: string) => void) {
    this.#options = options
    this.#done = done
  }

  /** Waits for the call's turn and sends it. */
  begin(): void {
    const { posting, to } = this.#options
    if (posting.isWaitCounted === true) this.#limit()
    this.#leave = inTurn(placesOf(posting, to), () => this.#send())
  }

  /** Ends the call without an answer, also if it is not sent yet. */
  end(reason: string): void {
    this.#finish(undefined, reason)
    this.#answer?.fail(reason)
  }

  #send(): void {
    const { connections, posting, to } = this.#options
    this.#limit()
    this.#release = connections.hold(to)
    const done = (response: PostResponse | undefined, reason: string) => this.#finish(response, reason)
    this.#answer = new Answer(posting.maxBytes, done, posting.keptBytes)
    connections.send(to, posting, this.#answer)
  }

  #limit(): void {
    const { leftMs, posting } = this.#options
    const reason = () => (this.#answer === undefined ? noTurn : `did not answer within ${posting.within} ms`)
    this.#timer ??= setTimeout(() => this.end(reason()), leftMs)
  }

  #finish(response: PostResponse | undefined, reason: string): void {
    if (this.#isOver) return
    this.#isOver = true
    clearTimeout(this.#timer)
    this.#release()
    this.#leave()
    this.#done(response, reason)
  }
}

/**
 * What fewer share comes first, so that a call holds no place that others want while it waits for one that only its own
 * caller uses.
 */
const placesOf = ({ caller, shop }: PostRequest, { address, host, isPublic, port }: Destination) => {
  // The servers of a private network often share an address, as on a developer's machine.
  const receiver = isPublic ? networkOf(address) : `${address} ${port}`
  return [
    { places: hosts, key: `${caller} ${host}`, owner: caller },
    { places: callers, key: caller, owner: caller },
    ...(shop === undefined ? [] : [{ places: shops, key: shop, owner: caller }]),
    { places: addresses, key: receiver, owner: shop ?? caller },
    { places: all, key: "", owner: shop ?? caller }
  ]
}
