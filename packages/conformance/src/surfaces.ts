/** The ways to a service: through nothing but the wire's text, and over HTTP. */
import type { Policies } from "@bottega/domain/throttle"
import type { Transport } from "@bottega/domain/transport"
import { carrier } from "@bottega/service/embedded"
import { make } from "@bottega/service/service"
import type { Storage } from "@bottega/storage/storage"
import { Clock, Context, Effect } from "effect"

/** What a service under test runs with. */
export interface Served {
  readonly storage: Context.Context<Storage>
  readonly clock: Clock.Clock
  readonly tokenDigest: string
  readonly policies: Policies
}

/** A service that can be spoken to. */
export interface Serving {
  readonly transport: Transport
  readonly close: () => Promise<void>
}

/** Starts a service. */
export type Serve = (served: Served) => Promise<Serving>

/** What went wrong inside is printed where a test's author looks. */
const onDefect = (cause: unknown, requestId: string) => console.error(requestId, cause)

const embedded: Serve = async ({ clock, policies, storage, tokenDigest }) => {
  const context = Context.add(storage, Clock.Clock, clock)
  const service = await Effect.runPromiseWith(context)(make({ tokenDigest, policies, onDefect }))
  return { transport: carrier(service, (effect) => Effect.runPromiseWith(context)(effect)), close: async () => {} }
}

/** Every surface, by its name. */
export const surfaces: Readonly<Record<string, Serve>> = { embedded }
