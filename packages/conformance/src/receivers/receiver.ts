/** A local HTTP server that records what it is sent, and behaves as a test wants it to. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout } from "node:timers/promises"
import { type Arrival, answers, type Behaviour, isDelivered } from "./behaviour.ts"

/** The longest wait for what should arrive; reached only if something is broken. */
const waitMs = 120_000

/** A receiver of deliveries. Each of its paths can have a behaviour of its own. */
export class Receiver {
  /** What has arrived, in the order of arrival. */
  readonly arrivals: Array<Arrival> = []
  readonly #behaviours = new Map<string, Behaviour>()
  readonly #byId = new Map<string, Array<Arrival>>()
  /** The ids of what was answered 2xx, by path. */
  readonly #delivered = new Map<string, Set<string>>()
  readonly #server: Server
  #waiting: Array<() => void> = []

  constructor() {
    this.#server = createServer((request, answer) => void this.#receive(request, answer))
    // A caller that leaves does not make the receiver fail.
    this.#server.on("clientError", (_, socket) => socket.destroy())
  }

  /** Starts listening on a free port of the loopback address. */
  async listen(): Promise<this> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once("error", reject).listen(0, "127.0.0.1", resolve)
    })
    return this
  }

  /** The address of a path, and from now on how it behaves; by default it answers 200. */
  url(path = "/", behaviour: Behaviour = answers()): string {
    this.#behaviours.set(path, behaviour)
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}${path}`
  }

  /** What has arrived at a path. */
  at(path: string): ReadonlyArray<Arrival> {
    return this.arrivals.filter((one) => one.path === path)
  }

  /** How many deliveries to a path were answered 2xx, each counted once. */
  delivered(path: string): number {
    return this.#delivered.get(path)?.size ?? 0
  }

  /** Waits until a condition on what has arrived holds; fails with the number of arrivals if it never does. */
  async until(holds: (arrivals: ReadonlyArray<Arrival>) => boolean): Promise<ReadonlyArray<Arrival>> {
    const end = performance.now() + waitMs
    while (!holds(this.arrivals)) {
      if (performance.now() > end) throw new Error(`The receiver waits for more than ${this.arrivals.length} requests.`)
      await Promise.race([new Promise<void>((resolve) => this.#waiting.push(resolve)), setTimeout(1000)])
    }
    return this.arrivals
  }

  /** Stops listening and ends all connections. */
  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()))
    this.#server.closeAllConnections()
    await closed
  }

  async #receive(request: IncomingMessage, answer: ServerResponse): Promise<void> {
    answer.on("error", () => {})
    const parts: Array<Buffer> = []
    try {
      for await (const part of request) parts.push(part)
    } catch {
      // The caller left, so nothing has arrived.
      return
    }
    const [path = "/", id = ""] = [request.url, String(request.headers["webhook-id"] ?? "")]
    const before = this.#byId.get(id) ?? []
    const body = Buffer.concat(parts).toString()
    const own = { path, id, body, headers: request.headers, at: this.arrivals.length }
    const arrival: Arrival = { ...own, status: undefined, answeredAt: undefined }
    answer.once("finish", () => {
      arrival.status = answer.statusCode
      arrival.answeredAt = this.arrivals.length
      if (isDelivered(arrival)) this.#delivered.set(path, (this.#delivered.get(path) ?? new Set()).add(id))
      this.#wake()
    })
    this.#byId.set(id, [...before, arrival])
    this.arrivals.push(arrival)
    this.#wake()
    const behaviour = this.#behaviours.get(path) ?? answers(404)
    behaviour(answer, arrival, before)
  }

  #wake(): void {
    const waiting = this.#waiting
    this.#waiting = []
    for (const wake of waiting) wake()
  }
}

/** Gives a run a receiver, and closes it however the run ends. */
export const receiving = async <A>(run: (receiver: Receiver) => Promise<A>): Promise<A> => {
  const receiver = await new Receiver().listen()
  try {
    return await run(receiver)
  } finally {
    await receiver.close()
  }
}
