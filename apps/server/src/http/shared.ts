/** The settings and state that all calls of a server share, and the bodies that they send. */
import type { RequestRing } from "@bottega/service"
import type { FastifyRequest } from "fastify"
import type { Metrics } from "../health/metrics.ts"
import type { Log } from "../log/log.ts"
import type { Loads } from "./loads.ts"

/** The settings and state that all calls of a server share. */
export interface Shared {
  readonly log: Log
  readonly metrics: Metrics
  /** The last requests, to which each call is added. */
  readonly requests: RequestRing
  readonly loads: Loads
  /** Called with the bytes of uploads that went to the disk. */
  readonly kept: (bytes: number) => void
  readonly publicUrl: string | undefined
  /** The public address for browsers, on a listener of its own too; a session is for its host and for loopback addresses. */
  readonly publicHost: URL | undefined
  /** Whether `X-Forwarded-Proto` is that of a proxy. */
  readonly trustProxy: boolean
  /** The beginning of all paths: `/shop`, or an empty text. */
  readonly prefix: string
  readonly cors: boolean
  /** Whether calls can fail on purpose. */
  readonly workbench: boolean
  readonly limitHeaders: ReadonlyArray<string>
  readonly requestIdOf: (request: FastifyRequest) => string
  /** The address of a request's client. */
  readonly addressOf: (request: FastifyRequest) => string
  readonly state: ServerState
}

/** The state that changes while a server runs. */
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

/** A page in parts, which its readers share, with its length in bytes. */
export interface PageInParts extends Omit<Page, "body"> {
  readonly parts: ReadonlyArray<Buffer>
  readonly bytes: number
}

/** Headers by their names in lower case. */
export type Headers = Readonly<Record<string, string>>
