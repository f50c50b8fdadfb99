/** How the store answers over HTTP, beside what its service does. */
import type { Policies } from "@bottega/domain/throttle"
import type { Backlogs, WorkerReport } from "@bottega/service"
import type { Effect } from "effect"
import type { Certificate } from "./config/certificate.ts"
import type { DemoCode } from "./console/console.ts"
import type { DemoKeys } from "./docs/demo-keys.ts"
import type { Metrics } from "./health/metrics.ts"
import type { Loads } from "./http/loads.ts"
import type { Guard } from "./http/overload.ts"
import type { Surface } from "./http/surface.ts"
import type { Log } from "./log/log.ts"
import type { DemoReader } from "./openapi/demo-examples.ts"

/** The form of answers, on any server. */
export interface AnswerOptions {
  /**
   * The beginning of absolute addresses in answers, without a slash at its end; by default the request's host and the
   * prefix.
   */
  readonly publicUrl?: string | undefined
  /** The address whose host sessions are for besides loopback addresses; `publicUrl` by default. */
  readonly publicHost?: string | undefined
  /** Whether browsers of other origins may read answers; they may, unless this is false. */
  readonly cors?: boolean
  /** Whether the service is for development, so that pages of other origins may ask for faults; false by default. */
  readonly workbench?: boolean
  /** Further headers that carry the value of `X-Service-Limit`. */
  readonly limitHeaders?: ReadonlyArray<string>
  /** Which operations are served, if the control surface has a listener of its own; all by default. */
  readonly surface?: Surface
  /** The limits in the description of the API. */
  readonly policies?: Policies
}

/** A server of its own over a service. */
export interface ServerOptions extends AnswerOptions {
  readonly log: Log
  /** Makes the server speak TLS; it speaks plain HTTP by default. */
  readonly certificate?: Certificate | undefined
  /** Decides when work must be refused; a guard of the event loop by default. */
  readonly guard?: Guard
  /** The metrics that it shares with other listeners of the process; its own by default. */
  readonly metrics?: Metrics
  /** The loads that it shares with other listeners of the process; its own by default. */
  readonly loads?: Loads
  /** Called with the bytes of uploads that went to the disk; nothing by default. */
  readonly kept?: (bytes: number) => void
  /** Succeeds while the store answers; asked by `/readyz`. */
  readonly ready?: Effect.Effect<unknown, unknown>
  /** The state of background work, for `/readyz` and `/metrics`; nothing by default. */
  readonly workers?: () => ReadonlyArray<WorkerReport>
  /** What waits for the workers that have a queue, for the same pages; nothing by default. */
  readonly backlogs?: Effect.Effect<Backlogs, unknown>
  /** The keys that the API page fills in for browsers on this machine; none by default. */
  readonly demoKeys?: DemoKeys | undefined
  /** Makes codes that sign in to the demo shop, for browsers on this machine; none by default. */
  readonly demoCode?: DemoCode | undefined
  /** The demo shop that the description's examples call; none by default. */
  readonly demoShop?: DemoReader | undefined
  /** Whether a caller's address is taken from `X-Forwarded-For`. */
  readonly trustProxy?: boolean
}
