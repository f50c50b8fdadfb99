/** How a server answers, beside what its service does. */
import type { Policies } from "@bottega/domain/throttle"
import type { WorkerReport } from "@bottega/service"
import type { Effect } from "effect"
import type { Loads } from "./loads.ts"
import type { Log } from "./log.ts"
import type { Metrics } from "./metrics.ts"
import type { Guard } from "./overload.ts"
import type { Part } from "./part.ts"

export interface ServerOptions {
  readonly log: Log
  /** What tells when work must be refused; a guard of the event loop where nothing is said. */
  readonly guard?: Guard
  /** Which operations it has, where the control surface has a listener of its own; everything by default. */
  readonly part?: Part
  /** The counts that it shares with other listeners of the process; its own by default. */
  readonly metrics?: Metrics
  /** What senders can make it hold, with the other listeners of the process; by default, as `loads.ts` has it. */
  readonly loads?: Loads
  /** Succeeds while the store answers; asked by `/readyz`. */
  readonly ready?: Effect.Effect<unknown, unknown>
  /** What is known of background work, for `/readyz` and `/metrics`; nothing by default. */
  readonly workers?: () => ReadonlyArray<WorkerReport>
  /** What absolute addresses in answers begin with, without a slash at the end; else the request's host. */
  readonly publicUrl?: string | undefined
  /** The limits that the API is described with. */
  readonly policies?: Policies
  /** Whether `X-Forwarded-For` tells where a request came from. */
  readonly trustProxy?: boolean
  /** Whether browsers of other origins may read answers; they may, unless this is false. */
  readonly cors?: boolean
  /** Further headers that carry the value of `X-Service-Limit`. */
  readonly limitHeaders?: ReadonlyArray<string>
}
