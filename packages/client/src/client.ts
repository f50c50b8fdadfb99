/** The client: it has one method for each endpoint of the contract. */
import type { contract } from "@bottega/domain/areas"
import type { Transport, TransportRequest, TransportResponse } from "@bottega/domain/contract"
import type { CallOptions, CallResponse, Calls, File, PendingCall } from "./calls.ts"
import { errorOf, failureOf, unrecognized } from "./errors.ts"
import { fileOf } from "./file.ts"
import { http } from "./http.ts"
import { items } from "./items.ts"
import { Gate } from "./pace.ts"
import { type Route, routes } from "./routes.ts"
import { nextQueryOf, type Parameters, requestOf } from "./sent.ts"
import { withoutSilence, withRetries } from "./tries.ts"

/** The server or transport that a client uses, its credentials and its retry settings. */
export interface Options {
  /** The server's address, such as `http://127.0.0.1:3000`; not needed with a `transport`. */
  readonly url?: string
  /** The pair of a key set, for a shop's operations. */
  readonly key?: string
  readonly exchange?: string
  /**
   * The operator's token, for the operations of the installation. Without one, a page of the server's own origin uses the
   * session of its browser.
   */
  readonly token?: string
  /** The shop whose operations are called with the token or the session, for a client without a key set. */
  readonly shop?: string
  /** Replaces the platform's `fetch`. */
  readonly fetch?: typeof globalThis.fetch
  /** Replaces HTTP: carries requests to a store in the same process. */
  readonly transport?: Transport
  /** Milliseconds that one try may take; 30,000 by default. */
  readonly timeoutMs?: number
  /** Milliseconds for which nothing may arrive of a file, or of a list that is read while it arrives; 60,000 by default. */
  readonly silenceMs?: number
  /** Retries after a failure that may be temporary; 2 by default. */
  readonly retries?: number
  /** Milliseconds that limits may make a call wait in total, without its wait behind other calls; 120,000 by default. */
  readonly maxWaitMs?: number
}

/**
 * A client of a store: `client.orders.list({ status: 3 })`. An interface has a name in the declaration file of a module that exports
 * a client.
 */
export interface Bottega extends Calls<typeof contract> {}

/** Creates a client; it sends nothing until a method is called. */
export const Bottega = class {
  constructor(options: Options) {
    Object.assign(this, callsOf(new Caller(options)))
  }
} as new (
  options: Options
) => Bottega

const callsOf = (caller: Caller): Record<string, Record<string, unknown>> => {
  const calls: Record<string, Record<string, unknown>> = {}
  for (const route of routes) (calls[route.area] ??= {})[route.name] = caller.methodOf(route)
  return calls
}

/** Such a list would have no end. */
const sameNext = "The page names itself as the next one."

/** Makes calls with one client's credentials and paces them. */
class Caller {
  readonly #options: Options
  /** The address, for errors. */
  readonly #place: string
  readonly #transport: Transport
  readonly #gates = new Map<string, Gate>()

  constructor(options: Options) {
    const { fetch, transport, url } = options
    if (transport === undefined && url === undefined) throw new TypeError("A client needs a url or a transport.")
    this.#options = options
    this.#place = url ?? "The store"
    this.#transport = transport ?? http(url!, fetch)
  }

  methodOf(route: Route) {
    const { answer } = route
    const method = (parameters: Parameters = {}, options: CallOptions = {}) =>
      pending(this.#called(route, parameters, options))
    if (answer !== "page" && answer !== "stream") return method
    const all = (parameters: Parameters = {}, options: CallOptions = {}) => {
      const sent = this.#sent(route, parameters, options)
      return answer === "page" ? this.#pages(route, sent, options) : this.#stream(route, sent, options)
    }
    return Object.assign(method, { all })
  }

  #sent(route: Route, parameters: Parameters, { idempotencyKey }: CallOptions): TransportRequest {
    return requestOf(route, parameters, this.#options, idempotencyKey)
  }

  async #called(route: Route, parameters: Parameters, options: CallOptions): Promise<CallResponse<unknown>> {
    return this.#call(route, this.#sent(route, parameters, options), options)
  }

  #call(route: Route, sent: TransportRequest, options: CallOptions): Promise<CallResponse<unknown>> {
    if (route.answer === "bytes") return this.#file(route, sent, options)
    return this.#tried(route, sent, options, async (received) =>
      responseOf(received, await this.#data(route, received))
    )
  }

  /** Throws a `BottegaError` if the body was cut off, or is not what this call answers with. */
  async #data(route: Route, received: TransportResponse): Promise<unknown> {
    const text = await received.text()
    try {
      return fitting(route, JSON.parse(text))
    } catch (cause) {
      throw unrecognized(received, this.#place, cause)
    }
  }

  async #file(route: Route, sent: TransportRequest, options: CallOptions): Promise<CallResponse<File>> {
    const received = await this.#begun(route, sent, options)
    return responseOf(received, fileOf(received, options.signal))
  }

  /** An answer whose body is read after its try, and may be silent for a time but not longer. */
  async #begun(route: Route, sent: TransportRequest, options: CallOptions): Promise<TransportResponse> {
    const { silenceMs = this.#options.silenceMs ?? 60_000 } = options
    // The timer of a try ends with it, and so does its part in the caller's signal.
    const ending = new AbortController()
    const both = options.signal === undefined ? ending.signal : AbortSignal.any([ending.signal, options.signal])
    const received = await this.#tried(route, { ...sent, signal: both }, options, async (begun) => begun)
    const heard = <Part>(parts: AsyncIterable<Part>) => withoutSilence(parts, silenceMs, ending, options.signal)
    return { ...received, pieces: () => heard(received.pieces()), bytes: () => heard(received.bytes()) }
  }

  async *#pages(route: Route, first: TransportRequest, options: CallOptions): AsyncGenerator<unknown> {
    for (let sent: TransportRequest | undefined = first; sent !== undefined; ) {
      const { data, headers } = await this.#call(route, sent, options)
      yield* data as ReadonlyArray<unknown>
      const query = nextQueryOf(headers["link"])
      if (query === sent.query) throw unrecognized({ headers, status: 200 }, this.#place, new Error(sameNext))
      sent = query === undefined ? undefined : { ...sent, query }
    }
  }

  async *#stream(route: Route, sent: TransportRequest, options: CallOptions): AsyncGenerator<unknown> {
    const received = await this.#begun(route, sent, options)
    try {
      for await (const item of items(received.pieces())) yield route.ofObjects ? objectOf(item) : item
    } catch (cause) {
      options.signal?.throwIfAborted()
      throw cause instanceof SyntaxError ? unrecognized(received, this.#place, cause) : failureOf(cause)
    }
  }

  #tried<A>(
    route: Route,
    sent: TransportRequest,
    options: CallOptions,
    read: (received: TransportResponse) => Promise<A>
  ): Promise<A> {
    const { maxWaitMs = 120_000 } = this.#options
    const { retries = this.#options.retries ?? 2, timeoutMs = this.#options.timeoutMs ?? 30_000 } = options
    const attempt = async (signal: AbortSignal) => {
      const both = sent.signal === undefined ? signal : AbortSignal.any([signal, sent.signal])
      const received = await this.#transport({ ...sent, signal: both })
      if (received.status !== 200) throw await errorOf(received, this.#place)
      return read(received)
    }
    return withRetries(attempt, this.#gateOf(route), { maxWaitMs, retries, timeoutMs, signal: options.signal })
  }

  /** Calls that count against the same limit share a gate. */
  #gateOf({ limit }: Route): Gate {
    const gate = this.#gates.get(limit) ?? new Gate()
    this.#gates.set(limit, gate)
    return gate
  }
}

/**
 * Throws unless an answer is what its call says: a list or a record, of objects if they are, or an object, of which none is
 * empty in the contract.
 */
const fitting = ({ kind, ofObjects }: Route, data: unknown): unknown => {
  // PHP writes an empty record so.
  if (kind === "record" && Array.isArray(data) && data.length === 0) return {}
  if (Array.isArray(data) !== (kind === "list")) throw new SyntaxError(`The answer is not of the kind ${kind}.`)
  const parts = Object.values(kind === "list" ? (data as ReadonlyArray<unknown>) : objectOf(data))
  if (kind === "object" && parts.length === 0) throw new SyntaxError("The answer is empty.")
  if (ofObjects) parts.forEach(objectOf)
  return data
}

const objectOf = (value: unknown): object => {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value
  throw new SyntaxError("A part of the answer should be an object.")
}

const responseOf = <A>({ headers, status }: TransportResponse, data: A): CallResponse<A> => {
  const [, left, assigned] = /^(\d+)\/(\d+)$/.exec(headers["x-service-limit"] ?? "") ?? []
  return {
    data,
    status,
    headers,
    requestId: headers["x-request-id"],
    limits: left === undefined ? undefined : { left: Number(left), assigned: Number(assigned) },
    replayed: headers["idempotent-replayed"] === "true"
  }
}

const pending = (response: Promise<CallResponse<unknown>>): PendingCall<unknown> => {
  const data = response.then(({ data }) => data)
  return Object.assign(data, {
    withResponse: () => {
      // A caller that awaits the response sees the failure there; without this, the data's promise would reject
      // unhandled.
      data.catch(() => {})
      return response
    }
  })
}
