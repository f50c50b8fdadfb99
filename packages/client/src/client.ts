/** The client itself: a method for each endpoint of the contract, made by folding over it. */
import type { contract } from "@bottega/domain/areas"
import type { Received, Sent, Transport } from "@bottega/domain/contract"
import type { Answered, CallOptions, Calls, Pending } from "./calls.ts"
import { BottegaError, errorOf, NetworkError, unrecognized } from "./errors.ts"
import { http } from "./http.ts"
import { items } from "./items.ts"
import { Gate } from "./pace.ts"
import { type Route, routes } from "./routes.ts"
import { nextOf, type Parameters, sentOf } from "./sent.ts"
import { tried } from "./tries.ts"

/** What a client speaks to, and as whom. */
export interface Options {
  /** The server's address, such as `http://127.0.0.1:3000`; not needed with a `transport`. */
  readonly url?: string
  /** A key set's pair, for a shop's operations. */
  readonly key?: string
  readonly exchange?: string
  /** The operator's token, for the operations of the installation. */
  readonly token?: string
  /** Instead of the platform's own. */
  readonly fetch?: typeof globalThis.fetch
  /** Instead of HTTP: what carries requests to a store in the same process. */
  readonly transport?: Transport
  /** Milliseconds that one try may take; 30,000 where nothing is said. */
  readonly timeout?: number
  /** Tries after the first, where another may help; 2 where nothing is said. */
  readonly retries?: number
  /** Milliseconds that a call waits, in all, for a limit to let it through; 120,000 where nothing is said. */
  readonly patience?: number
}

/** A client of a store: `client.orders.list({ status: 3 })`. */
export type Bottega = Calls<typeof contract>

/** Makes a client; nothing is sent until it is called. */
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

/** Makes calls with one client's credentials, and paces them. */
class Caller {
  readonly #options: Options
  readonly #transport: Transport
  readonly #gates = new Map<string, Gate>()

  constructor(options: Options) {
    const { fetch, transport, url } = options
    if (transport === undefined && url === undefined) throw new TypeError("A client needs a url or a transport.")
    this.#options = options
    this.#transport = transport ?? http(url!, fetch)
  }

  methodOf(route: Route) {
    const { answer } = route
    const method = (parameters: Parameters = {}, options: CallOptions = {}) =>
      pending(this.#call(route, this.#sent(route, parameters, options), options))
    if (answer !== "page" && answer !== "stream") return method
    const all = (parameters: Parameters = {}, options: CallOptions = {}) => {
      const sent = this.#sent(route, parameters, options)
      return answer === "page" ? this.#pages(route, sent, options) : this.#stream(route, sent, options)
    }
    return Object.assign(method, { all })
  }

  #sent(route: Route, parameters: Parameters, { idempotencyKey }: CallOptions): Sent {
    return sentOf(route, parameters, this.#options, idempotencyKey)
  }

  #call(route: Route, sent: Sent, options: CallOptions): Promise<Answered<unknown>> {
    return this.#tried(route, sent, options, async (received) => answeredOf(received, await dataOf(received)))
  }

  async *#pages(route: Route, first: Sent, options: CallOptions): AsyncGenerator<unknown> {
    for (let sent: Sent | undefined = first; sent !== undefined; ) {
      const { data, headers } = await this.#call(route, sent, options)
      yield* data as ReadonlyArray<unknown>
      const query = nextOf(headers["link"])
      sent = query === undefined ? undefined : { ...sent, query }
    }
  }

  async *#stream(route: Route, sent: Sent, options: CallOptions): AsyncGenerator<unknown> {
    // The signal of a try ends with it, and what is read here comes after.
    const received = await this.#tried(route, { ...sent, signal: options.signal }, options, async (begun) => begun)
    try {
      yield* items(received.pieces())
    } catch (cause) {
      options.signal?.throwIfAborted()
      throw cause instanceof BottegaError ? cause : new NetworkError(cause)
    }
  }

  #tried<A>(route: Route, sent: Sent, options: CallOptions, read: (received: Received) => Promise<A>): Promise<A> {
    const { patience = 120_000, retries = 2, timeout = 30_000 } = { ...this.#options, ...options }
    const attempt = async (signal: AbortSignal) => {
      const both = sent.signal === undefined ? signal : AbortSignal.any([signal, sent.signal])
      const received = await this.#transport({ ...sent, signal: both })
      if (received.status !== 200) throw await errorOf(received)
      return read(received)
    }
    return tried(attempt, this.#gateOf(route), { patience, retries, timeout, signal: options.signal })
  }

  /** Calls that a limit counts together wait together. */
  #gateOf({ limit }: Route): Gate {
    const gate = this.#gates.get(limit) ?? new Gate()
    this.#gates.set(limit, gate)
    return gate
  }
}

/** A body that broke off is no answer, and a body that is no JSON is not the store's. */
const dataOf = async (received: Received): Promise<unknown> => {
  const text = await received.text()
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw unrecognized(received, cause)
  }
}

const answeredOf = ({ headers, status }: Received, data: unknown): Answered<unknown> => {
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

const pending = (answered: Promise<Answered<unknown>>): Pending<unknown> => {
  const data = answered.then((answer) => answer.data)
  return Object.assign(data, {
    withResponse: () => {
      // Whoever asks for the answer is told of its failure there, and need not look at the data's promise as well.
      data.catch(() => {})
      return answered
    }
  })
}
