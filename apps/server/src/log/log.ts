/**
 * The log: one line, JSON or text, for each request, each defect, and what happens to the server itself. Lines are written
 * behind the requests' backs, and no secret is in them.
 */
import { stripVTControlCharacters } from "node:util"
import { Cause } from "effect"
import type { FastifyReply, FastifyRequest } from "fastify"
import { pino } from "pino"
import { readable, styleFor } from "./readable.ts"
import { makeRedaction, type Redaction } from "./redaction.ts"

/** What the line of a request says. */
export interface RequestLine {
  readonly requestId: string
  readonly method: string
  /** Without the query: what is asked for, and credentials sent by mistake, are nobody's business. */
  readonly path: string
  readonly status: number
  /** Milliseconds until the answer was handed over. */
  readonly ms: number
  readonly shop: string | undefined
  /** The id of the key set, which is not its key. */
  readonly keySet: string | undefined
  readonly ip: string
}

/** A call, as loggers of Fastify know it. */
interface LoggedCall {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** Where lines go, without the secrets that it strikes out of them. */
export interface Log extends Redaction {
  readonly request: (line: RequestLine) => void
  /** Called once it is known who calls, by logs whose lines others write too. */
  readonly identified?: (call: LoggedCall, shop: string, keySet: string) => void
  readonly defect: (cause: Cause.Cause<unknown>, requestId: string) => void
  /** What nobody foresaw, and ends the process. */
  readonly fatal: (error: unknown) => void
  readonly info: (message: string, fields?: object) => void
  readonly warn: (message: string, fields?: object) => void
  readonly error: (message: string, fields?: object) => void
  /** Lines that found no room, because nobody reads as fast as they are written. */
  readonly dropped: () => number
  /** Writes out what is held back, before the process ends. */
  readonly flush: () => void
}

/** From which level on lines are written; requests are `info`, defects `error`. */
export type Level = "info" | "warn" | "error" | "silent"

/** How lines look: one JSON object each, or text for people. */
export type LogFormat = "json" | "text"

/** What is logged, how, and to which file descriptor: 2, stderr, by default. */
export interface LogOptions {
  readonly level: Level
  readonly format?: LogFormat
  readonly to?: number
}

/** The log of this process. */
export const makeLog = ({ format = "json", level, to = 2 }: LogOptions): Log => {
  const destination = pino.destination({ dest: to, sync: false, minLength: 16_000, maxLength: 16 * 1024 * 1024 })
  let dropped = 0
  destination.on("drop", () => dropped++)
  // A log that cannot be written must not end the server that it tells of.
  destination.on("error", () => {})
  const behind = setInterval(() => destination.flush(), 100).unref()
  const formatters = { level: (label: string) => ({ level: label }) }
  const lines = format === "json" ? destination : readablyTo(destination)
  const logger = pino({ level, base: null, formatters }, lines)
  const { conceal, redacted } = makeRedaction()
  const clean = (_: string, value: unknown) =>
    typeof value === "string"
      ? redacted(value)
      : value instanceof Error
        ? redacted(value.stack ?? value.message)
        : value
  const cleaned = (fields: object): object => JSON.parse(JSON.stringify(fields, clean))
  return {
    conceal,
    redacted,
    // Written out by hand: this is every request, and pino's own way takes three times as long.
    request: logger.isLevelEnabled("info") ? (line) => void lines.write(textOf(line)) : () => {},
    defect: (cause, requestId) => logger.error({ requestId, cause: causeOf(cause, redacted) }, "defect"),
    fatal: (error) => logger.fatal({ cause: causeOf(Cause.die(error), redacted) }, "the server ends"),
    info: (message, fields = {}) => logger.info(cleaned(fields), redacted(message)),
    warn: (message, fields = {}) => logger.warn(cleaned(fields), redacted(message)),
    error: (message, fields = {}) => logger.error(cleaned(fields), redacted(message)),
    dropped: () => dropped,
    flush: () => {
      clearInterval(behind)
      destination.flushSync()
    }
  }
}

/** Writes lines as a person reads them. */
const readablyTo = (destination: ReturnType<typeof pino.destination>) => {
  const style = styleFor(process.stderr)
  return { write: (line: string) => void destination.write(readable(line, style)) }
}

/** A cause as a log shows it: bounded, and without secrets. */
export const causeOf = (cause: Cause.Cause<unknown>, redacted: Redaction["redacted"]): string =>
  redacted(stripVTControlCharacters(Cause.pretty(cause)).slice(0, maxScannedCharacters)).slice(0, maxLoggedCharacters)

/** So much of a cause is searched for secrets, and so much of what is left is written. */
const maxScannedCharacters = 64 * 1024
const maxLoggedCharacters = 16 * 1024

/** The path as JSON; nearly every path is plain. */
const quoted = (path: string): string => (/^[\w./-]*$/.test(path) ? `"${path}"` : JSON.stringify(path))

const textOf = ({ ip, keySet, method, ms, path, requestId, shop, status }: RequestLine): string => {
  const caller = shop === undefined ? "" : `,"shop":"${shop}","keySet":"${keySet}"`
  return `{"level":"info","time":${Date.now()},"requestId":"${requestId}","method":"${method}","path":${quoted(path)},"status":${status},"ms":${ms.toFixed(2)}${caller},"ip":"${ip}","msg":"request"}\n`
}
