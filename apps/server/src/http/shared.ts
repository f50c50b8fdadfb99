/** What all calls of a server share, and what they send. */
import type { FastifyRequest } from "fastify"
import type { Log } from "../log/log.ts"
import type { Metrics } from "../pages/metrics.ts"
import type { Loads } from "./loads.ts"

/** What all calls of a server share. */
export interface Shared {
  readonly log: Log
  readonly metrics: Metrics
  readonly loads: Loads
  readonly publicUrl: string | undefined
  /** What all paths begin with: `/shop`, or nothing. */
  readonly prefix: string
  readonly cors: boolean
  readonly limitHeaders: ReadonlyArray<string>
  readonly requestIdOf: (request: FastifyRequest) => string
  /** The address that a request came from. */
  readonly addressOf: (request: FastifyRequest) => string
  readonly state: ServerState
}

/** What changes while a server runs. */
export interface ServerState {
  /** `http://127.0.0.1:8080`: where the server listens. */
  origin: string
  /** True from the moment the server begins to shut down. */
  draining: boolean
}

/** A body that is not an operation's answer. */
export interface Page {
  readonly type: string
  readonly body: string | Buffer
  readonly headers?: Readonly<Record<string, string>>
}

/** Headers by their names in lower case. */
export type Headers = Readonly<Record<string, string>>
