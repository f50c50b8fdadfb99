/** The ways to call a service: in the same process, and over HTTP. */
import { http as overHttp } from "@bottega/client"
import { defaultKeep, type Transport } from "@bottega/domain/contract"
import type { Policies } from "@bottega/domain/throttle"
import { createServer, type Log, makeLog } from "@bottega/server"
import { inProcessTransport, makeService, type Service, workersOf } from "@bottega/service"
import { retryOnConflict, type Storage } from "@bottega/storage"
import { Cause, Clock, type Context, Effect, Fiber } from "effect"

/** The parts that a service under test runs with. */
export interface Served {
  readonly storage: Context.Context<Storage>
  readonly clock: Clock.Clock
  readonly tokenDigest: string
  readonly policies: Policies
  /** Whether events are delivered all along, also to receivers on this machine. */
  readonly delivers?: boolean | undefined
}

/** A running service. */
export interface Serving {
  readonly transport: Transport
  /** Does the background work of areas that has come up, once. */
  readonly work: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Starts a service. */
export type Serve = (served: Served) => Promise<Serving>

/** Every surface, by its name. */
export const surfaces: Readonly<Record<string, Serve>> = {
  embedded: async (served) => {
    const service = await serviceOf(served)
    const run = <A>(effect: Effect.Effect<A>) =>
      Effect.runPromise(Effect.provideService(effect, Clock.Clock, served.clock))
    const stop = delivering(service, served)
    return {
      transport: inProcessTransport(service, run),
      work: workOf(service, served),
      close: () => stop().then(() => run(service.close))
    }
  },
  http: async (served) => {
    const service = await serviceOf(served)
    const server = createServer(service, { log, workbench: true })
    const url = await server.listen(0, "127.0.0.1")
    const stop = delivering(service, served)
    return {
      transport: overHttp(url),
      work: workOf(service, served),
      close: () => Promise.all([server.drain(0), stop()]).then(() => Effect.runPromise(service.close))
    }
  }
}

/** Lets the worker of deliveries run until the result is called. It waits by real time, and everything else has the tests' clock. */
const delivering = (service: Service, { clock, delivers = false, policies, storage }: Served) => {
  if (!delivers) return async () => {}
  // On a machine that stands still for a minute no call is late, and none is made again.
  const patient = { firstMs: 60_000, beats: { beatMs: 2000, deadMs: 160_000 } }
  const deliveries = { ...patient, lookMs: 50, idleMs: 3_600_000 }
  const all = workersOf({ keep: defaultKeep, policies, allowPrivateUrls: true, deliveries }, service)
  const worker = all.find(({ name }) => name === "deliveries")!
  const monotonic = Effect.runSync(Clock.clockWith(Effect.succeed))
  const own: Clock.Clock = {
    ...clock,
    monotonicTimeNanos: monotonic.monotonicTimeNanos,
    monotonicTimeNanosUnsafe: () => monotonic.monotonicTimeNanosUnsafe()
  }
  const run = Effect.provideService(worker.run(retryOnConflict, Effect.void), Clock.Clock, own)
  const running = Effect.runForkWith(storage)(run)
  return () => Effect.runPromise(Effect.asVoid(Fiber.interrupt(running)))
}

/** The workers of mail and of the orders' days, on the tests' clock; they run when a suite asks for it, so that no test waits. */
const workOf = (service: Service, { clock, policies, storage }: Served) => {
  const workers = workersOf({ keep: defaultKeep, policies }, service).filter(({ name }) => asked.has(name))
  const all = Effect.forEach(workers, (worker) => worker.run(retryOnConflict, Effect.void), { discard: true })
  const run = Effect.provideService(all, Clock.Clock, clock)
  return () => Effect.runPromiseWith(storage)(Effect.asVoid(run))
}

const asked = new Set(["mail", "order days"])

/** A service that uses the tests' clock. */
const serviceOf = async ({ clock, delivers = false, policies, storage, tokenDigest }: Served): Promise<Service> => {
  const onDefect = log.defect
  const service = await Effect.runPromiseWith(storage)(
    Effect.provideService(
      makeService({ tokenDigest, policies, onDefect, workbench: true, allowPrivateUrls: delivers }),
      Clock.Clock,
      clock
    )
  )
  return {
    ...service,
    admit: (operation, credentials, query) =>
      Effect.provideService(service.admit(operation, credentials, query), Clock.Clock, clock),
    run: (operation, admitted, call) =>
      Effect.provideService(service.run(operation, admitted, call), Clock.Clock, clock)
  }
}

/** Only internal errors are printed, for the author of a test. */
const log: Log = {
  ...makeLog({ level: "silent" }),
  defect: (cause, requestId) => console.error(requestId, Cause.pretty(cause))
}
