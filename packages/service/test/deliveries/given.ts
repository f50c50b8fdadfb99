/** A shop with webhooks, receivers that a test directs, and processes that deliver, with a clock that a test moves. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { collections } from "@bottega/domain/areas"
import type { Delivery, Receiver } from "@bottega/domain/areas/webhooks"
import { defaultKeep } from "@bottega/domain/contract"
import { format } from "@bottega/domain/form"
import { policies } from "@bottega/domain/throttle"
import { type Adapter, all, installation, retryOnConflict, Storage } from "@bottega/storage"
import { Cause, Clock, Effect, Fiber } from "effect"
import type { DeliverySettings } from "../../src/areas/webhooks/settings.ts"
import { digest } from "../../src/engine/ids.ts"
import { records } from "../../src/engine/records.ts"
import { shops, trusted } from "../../src/engine/trusted.ts"
import { inProcessTransport } from "../../src/in-process.ts"
import { makeService } from "../../src/service.ts"
import { workersOf } from "../../src/workers.ts"
import { type Opened, open } from "../maintenance/given.ts"

/** What arrived at a receiver. */
export interface Arrived {
  readonly path: string
  readonly id: string
  readonly body: any
  readonly headers: IncomingMessage["headers"]
}

/** How a path answers: a status, with headers, or not at all until a promise is kept. */
export interface Behaviour {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly text?: string
  readonly until?: Promise<unknown>
}

/** A receiver that records what arrives. */
export class TestReceiver {
  readonly arrived: Array<Arrived> = []
  readonly behaviours = new Map<string, Behaviour>()
  readonly #server = createServer((request, answer) => void this.#serve(request, answer))

  async listen(): Promise<this> {
    this.#server.keepAliveTimeout = 60_000
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve))
    return this
  }

  url(path: string): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}${path}`
  }

  at(path: string): ReadonlyArray<Arrived> {
    return this.arrived.filter((one) => one.path === path)
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  async #serve(request: IncomingMessage, answer: ServerResponse): Promise<void> {
    answer.on("error", () => {})
    const pieces: Array<Buffer> = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const text = Buffer.concat(pieces).toString()
    const path = request.url!
    const body = request.headers["content-type"] === "application/json" ? JSON.parse(text) : text
    this.arrived.push({ path, id: String(request.headers["webhook-id"]), body, headers: request.headers })
    const { headers = {}, status = 200, text: said = "ok", until } = this.behaviours.get(path) ?? {}
    await until
    answer.writeHead(status, headers).end(said)
  }
}

const real = Effect.runSync(Clock.clockWith(Effect.succeed))

/**
 * A clock that stands until a test moves it, so that no retry becomes due because a machine is slow. Waiting takes real time, and the
 * monotonic clock is real.
 */
export class TestClock {
  #nowMs: number
  constructor(offsetMs = 0) {
    this.#nowMs = real.currentTimeMillisUnsafe() + offsetMs
  }
  get now(): number {
    return this.#nowMs
  }
  advance(ms: number): void {
    this.#nowMs += ms
  }
  get clock(): Clock.Clock {
    const nanos = () => BigInt(this.now) * 1_000_000n
    return {
      sleep: (duration) => real.sleep(duration),
      monotonicTimeNanosUnsafe: () => real.monotonicTimeNanosUnsafe(),
      monotonicTimeNanos: real.monotonicTimeNanos,
      currentTimeMillisUnsafe: () => this.now,
      currentTimeMillis: Effect.sync(() => this.now),
      currentTimeNanosUnsafe: nanos,
      currentTimeNanos: Effect.sync(nanos)
    }
  }
}

/** Times of tests: on a machine that stands still for a minute no call is late, none is made again, and no process is dead. */
const patient: DeliverySettings = {
  beats: { beatMs: 200, deadMs: 160_000 },
  firstMs: 60_000,
  lookMs: 20,
  idleMs: 600_000
}

/** Opens a store with the operator's calls. */
export const begin = async ({
  store = open("memory"),
  time = new TestClock()
}: {
  readonly store?: Opened
  readonly time?: TestClock
} = {}) => {
  const storage = await store.run(Effect.map(Storage, (one) => one))
  const options = {
    ...{ tokenDigest: digest("t"), allowPrivateUrls: true },
    onDefect: (cause: Cause.Cause<unknown>) => console.error(Cause.pretty(cause))
  }
  const service = await Effect.runPromise(Effect.provideService(makeService(options), Storage, storage))
  const run = <A>(effect: Effect.Effect<A>) => Effect.runPromise(Effect.provideService(effect, Clock.Clock, time.clock))
  const calling =
    (transport: ReturnType<typeof inProcessTransport>) =>
    async (method: string, path: string, given: object = {}) => {
      const sent = new URLSearchParams(format(given)).toString()
      const { status, text } = await transport({
        ...{ method, path, query: method === "GET" ? sent : "", body: method === "GET" ? undefined : sent },
        headers: { authorization: "Bearer t" }
      })
      const json = JSON.parse(await text())
      if (status !== 200) throw new Error(json.message)
      return json
    }
  const operator = calling(inProcessTransport(service, run))
  const shopOf = async (settings: object = {}) => {
    const { id } = await operator("POST", "/control/v1/shops/shop.json", { name: "Tests", ...settings })
    const shop = (await store.run(shops)).find((one) => one.id === id)!
    const call = calling(inProcessTransport(trusted(service, shop), run))
    const stored = <A>(effect: Effect.Effect<A, unknown, Storage>) => store.run(effect)
    return {
      id: id as string,
      call,
      webhook: async (url: string, type = 0, more: object = {}): Promise<string> =>
        (await call("POST", "/v1.1/webhook/webhook.json", { url, type, name: `type ${type}`, ...more })).id,
      order: async (more: object = {}): Promise<string> =>
        (await call("POST", "/v1.1/orders/order.json", { ...sample, ...more })).order_id,
      status: (orderID: string, status: number) => call("PUT", "/v1.1/orders/order.json", { orderID, status }),
      outbox: () => stored(Effect.map(all(id, records.outbox), (found) => found.map(({ doc }) => doc))),
      deliveries: (): Promise<ReadonlyArray<Delivery>> =>
        stored(Effect.map(all(id, collections.deliveries), (found) => found.map(({ doc }) => doc)))
    }
  }
  return {
    ...{ storage, store, service, time, operator, shopOf },
    /** Calls on a shop that another service of the store made, by the clock of this one. */
    callsOn: async (id: string) =>
      calling(inProcessTransport(trusted(service, (await store.run(shops)).find((one) => one.id === id)!), run)),
    queue: () => store.run(Effect.map(all(installation, records.eventQueue), (found) => found.map(({ doc }) => doc))),
    receivers: (): Promise<ReadonlyArray<Receiver>> =>
      store.run(Effect.map(all(installation, collections.receivers), (found) => found.map(({ doc }) => doc))),
    /** Lets a process deliver until it is stopped. */
    process: (settings: Partial<DeliverySettings> = {}, adapter: Adapter = storage, own = time) => {
      const all = { keep: defaultKeep, policies, allowPrivateUrls: true, deliveries: { ...patient, ...settings } }
      const worker = workersOf(all, service).find(({ name }) => name === "deliveries")!
      const running = Effect.runFork(
        worker
          .run((one) => retryOnConflict(one), Effect.void)
          .pipe(Effect.provideService(Storage, adapter), Effect.provideService(Clock.Clock, own.clock))
      )
      return {
        worker,
        stop: () => Effect.runPromise(Fiber.interrupt(running)),
        ended: Effect.runPromise(Fiber.await(running))
      }
    },
    /** Clears the references to what was removed, as this process's own worker does. */
    cleared: () => {
      const worker = workersOf({ keep: defaultKeep, policies }, service).find(({ name }) => name === "clearing")!
      const run = worker.run((one) => retryOnConflict(one), Effect.void)
      return Effect.runPromise(Effect.provideService(run, Storage, storage))
    },
    close: async () => {
      await Effect.runPromise(service.close)
      await store.close()
    }
  }
}
export type Begun = Awaited<ReturnType<typeof begin>>

const sample = {
  shipping_flag: "not_required",
  item_id: [{ sku: "MUG", price: 10, quantity: 1 }],
  ...{ shipping_method: "Courier", shipping_cost: 0, payment_method: "paypal" }
}
