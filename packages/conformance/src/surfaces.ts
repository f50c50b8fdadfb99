/** The ways to call a service: in the same process, and over HTTP. */
import { http as overHttp } from "@bottega/client"
import type { Transport } from "@bottega/domain/contract"
import type { Policies } from "@bottega/domain/throttle"
import { createServer, type Log, makeLog } from "@bottega/server"
import { inProcessTransport, makeService, type Service } from "@bottega/service"
import type { Storage } from "@bottega/storage"
import { Cause, Clock, type Context, Effect } from "effect"

/** The parts that a service under test runs with. */
export interface Served {
  readonly storage: Context.Context<Storage>
  readonly clock: Clock.Clock
  readonly tokenDigest: string
  readonly policies: Policies
}

/** A running service. */
export interface Serving {
  readonly transport: Transport
  readonly close: () => Promise<void>
}

/** Starts a service. */
export type Serve = (served: Served) => Promise<Serving>

/** Every surface, by its name. */
export const surfaces: Readonly<Record<string, Serve>> = {
  embedded: async (served) => {
    const service = await serviceOf(served)
    const run = <A>(effect: Effect.Effect<A>) => Effect.runPromise(effect)
    return { transport: inProcessTransport(service, run), close: () => run(service.close) }
  },
  http: async (served) => {
    const service = await serviceOf(served)
    const server = createServer(service, { log })
    const url = await server.listen(0, "127.0.0.1")
    return { transport: overHttp(url), close: () => server.drain(0).then(() => Effect.runPromise(service.close)) }
  }
}

/** A service that uses the tests' clock. */
const serviceOf = async ({ clock, policies, storage, tokenDigest }: Served): Promise<Service> => {
  const onDefect = log.defect
  const service = await Effect.runPromiseWith(storage)(makeService({ tokenDigest, policies, onDefect }))
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
