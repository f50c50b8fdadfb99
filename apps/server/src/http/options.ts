/** How the store answers over HTTP, beside what its service does. */
import type { Policies } from "@bottega/domain/throttle"
import type { WorkerReport } from "@bottega/service"
import type { Effect } from "effect"
import type { Certificate } from "../config/certificate.ts"
import type { Log } from "../log/log.ts"
import type { DemoKeys } from "../pages/docs/demo-keys.ts"
import type { Metrics } from "../pages/metrics.ts"
import type { DemoReader } from "../pages/openapi/demo-examples.ts"
import type { Loads } from "./loads.ts"
import type { Guard } from "./overload.ts"
import type { Surface } from "./surface.ts"

/** How answers look, whoever owns the server. */
export interface AnswerOptions {
  /** What absolute addresses in answers begin with, without a slash at the end; else the request's host and the prefix. */
  readonly publicUrl?: string | undefined
  /** Whether browsers of other origins may read answers; they may, unless this is false. */
  readonly cors?: boolean
  /** Further headers that carry the value of `X-Service-Limit`. */
  readonly limitHeaders?: ReadonlyArray<string>
  /** Which operations are served, if the control surface has a listener of its own; all by default. */
  readonly surface?: Surface
  /** The limits that the API is described with. */
  readonly policies?: Policies
}

/** A server of its own over a service. */
export interface ServerOptions extends AnswerOptions {
  readonly log: Log
  /** Makes the server speak TLS; it speaks plain HTTP by default. */
  readonly certificate?: Certificate | undefined
  /** Decides when work must be refused; a guard of the event loop by default. */
  readonly guard?: Guard
  /** The counts that it shares with other listeners of the process; its own by default. */
  readonly metrics?: Metrics
  /** The loads that it shares with other listeners of the process; its own by default. */
  readonly loads?: Loads
  /** Succeeds while the store answers; asked by `/readyz`. */
  readonly ready?: Effect.Effect<unknown, unknown>
  /** What is known of background work, for `/readyz` and `/metrics`; nothing by default. */
  readonly workers?: () => ReadonlyArray<WorkerReport>
  /** The keys that the API page fills in for browsers on this machine; none by default. */
  readonly demoKeys?: DemoKeys | undefined
  /** The demo shop that the description's examples call; none by default. */
  readonly demoShop?: DemoReader | undefined
  /** Whether `X-Forwarded-For` tells where a request came from. */
  readonly trustProxy?: boolean
}
