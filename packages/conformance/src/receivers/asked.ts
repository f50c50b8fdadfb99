/** A store in this process whose real-time endpoints are on this machine: what a test of them needs. */
import { Bottega } from "@bottega/client"
import type { Collection } from "@bottega/domain/contract"
import { allCollections, digest, inProcessTransport, makeService } from "@bottega/service"
import { type Adapter, Storage } from "@bottega/storage"
import type { adapters } from "@bottega/storage/adapters"
import { Clock, Duration, Effect, ManagedRuntime } from "effect"
import { standing } from "../clock.ts"
import type { MovableClock, Pair } from "../surface.ts"
import type { Behaviour } from "./behaviour.ts"

/** What a test uses. */
export interface AskedStore {
  readonly api: Bottega
  readonly as: (pair: Pair) => Bottega
  readonly operator: Bottega
  readonly shop: string
  readonly instance: string
  readonly clock: MovableClock
  /** The reads and commits of the store so far, each as its kind and its collections. */
  readonly statements: Array<string>
  /** A client of the same store through a second service, as another process would have it. */
  readonly twin: () => Promise<Bottega>
  readonly close: () => Promise<void>
}

/** Opens a store of an adapter with one shop. */
export const askedStore = async (adapter: (typeof adapters)[number], location: string): Promise<AskedStore> => {
  const runtime = ManagedRuntime.make(adapter.open(location, allCollections))
  const statements: Array<string> = []
  const storage = counting(await runtime.runPromise(Storage), statements)
  const { clock, time } = waiting(Date.parse("2026-11-23T12:00:00Z"))
  const run = <A, E>(effect: Effect.Effect<A, E, Storage>) =>
    runtime.runPromise(Effect.provideService(Effect.provideService(effect, Storage, storage), Clock.Clock, time))
  const clientOf = async () => {
    const service = await run(makeService({ tokenDigest: digest("token"), allowPrivateUrls: true, throttle: false }))
    return inProcessTransport(service, run as never)
  }
  const transport = await clientOf()
  const operator = new Bottega({ transport, token: "token" })
  const { id: shop } = await operator.shops.create({ name: "Anna" })
  const { exchange, instance, key } = await operator.keys.create({ shop, permission: "read-write" })
  return {
    api: new Bottega({ transport, key, exchange }),
    as: (pair) => new Bottega({ transport, ...pair }),
    ...{ operator, shop, instance, clock, statements },
    twin: async () => new Bottega({ transport: await clientOf(), key, exchange }),
    close: () => runtime.dispose()
  }
}

/** A standing clock on which deadlines of a second and more end when a test moves it, so that no test depends on a machine's speed. */
const waiting = (at: number) => {
  const { clock, service } = standing(at)
  let sleepers: ReadonlyArray<{ readonly untilMs: number; readonly wake: () => void }> = []
  const sleep: Clock.Clock["sleep"] = (duration) => {
    const ms = Duration.toMillis(duration)
    if (ms < 1000) return service.sleep(duration)
    return Effect.callback<void>((resume) => {
      const sleeper = { untilMs: clock.now() + ms, wake: () => resume(Effect.void) }
      sleepers = [...sleepers, sleeper]
      return Effect.sync(() => {
        sleepers = sleepers.filter((one) => one !== sleeper)
      })
    })
  }
  const advance = (ms: number) => {
    clock.advance(ms)
    for (const { untilMs, wake } of sleepers) if (untilMs <= clock.now()) wake()
  }
  return { clock: { now: clock.now, advance }, time: { ...service, sleep } }
}

const counting = (storage: Adapter, statements: Array<string>): Adapter =>
  new Proxy(storage, {
    get: (target, name: keyof Adapter) => {
      if (name === "find")
        return (...given: Parameters<Adapter["find"]>) => {
          statements.push(`find ${(given[1] as Collection).name}`)
          return target.find(...given)
        }
      if (name === "commit")
        return (...given: Parameters<Adapter["commit"]>) => {
          statements.push(`commit ${given[0].map(({ collection }) => collection.name).join(" ")}`)
          return target.commit(...given)
        }
      return target[name]
    }
  })

/** Answers with a value as JSON. */
export const answersJson =
  (value: unknown, status = 200): Behaviour =>
  (answer) =>
    void answer.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value))
