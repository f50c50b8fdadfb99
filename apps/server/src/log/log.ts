/**
 * The log: one line, JSON or text, for each request, each defect, and each event of the server itself. Lines are
 * written after the requests, and contain no secret.
 */
import { stripVTControlCharacters } from "node:util"
import { makeRedaction, type Redaction } from "@bottega/service"
import { Cause } from "effect"
import type { FastifyReply, FastifyRequest } from "fastify"
import { pino } from "pino"
import { readable, styleFor } from "./readable.ts"
import { LineWriter } from "./writer.ts"

/** The content of the line of a request. */
export interface RequestLine {
  readonly requestId: string
  readonly method: string
  /** Without the query, which may contain private data or credentials sent by mistake. */
  readonly path: string
  readonly status: number
  /** Milliseconds until the answer was handed to the operating system. */
  readonly ms: number
  readonly shop: string | undefined
  /** The id of the key set, which is not its key. */
  readonly keySet: string | undefined
  readonly ip: string
  /** The public half of the pair, which is not logged. */
  readonly key?: string | undefined
}

/** A call, as loggers of Fastify know it. */
interface LoggedCall {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** Writes lines, without the secrets that it redacts. */
export interface Log extends Redaction {
  readonly request: (line: RequestLine) => void
  /** Called once the caller is known, for logs whose lines others write too. */
  readonly identified?: (call: LoggedCall, shop: string, keySet: string) => void
  readonly defect: (cause: Cause.Cause<unknown>, requestId: string) => void
  /** Logs an unexpected error that ends the process. */
  readonly fatal: (error: unknown) => void
  readonly info: (message: string, fields?: object) => void
  readonly warn: (message: string, fields?: object) => void
  readonly error: (message: string, fields?: object) => void
  /** The number of lines that were dropped because they are read too slowly. */
  readonly dropped: () => number
  /** Writes the buffered lines now, as before the process ends. */
  readonly flush: () => void
}

/** The lowest level that is written; requests are `info`, defects `error`. */
export type Level = "info" | "warn" | "error" | "silent"

/** The format of lines: one JSON object each, or text for people. */
export type LogFormat = "json" | "text"

/** What is logged, in which format, and to which file descriptor: by default 2, stderr. */
export interface LogOptions {
  readonly level: Level
  readonly format?: LogFormat
  readonly to?: number
}

/** The log of this process. */
export const makeLog = ({ format = "json", level, to = 2 }: LogOptions): Log => {
  const writer = new LineWriter(to)
  const formatters = { level: (label: string) => ({ level: label }) }
  const lines = format === "json" ? writer : readablyTo(writer)
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
    // Assembled by hand, because every request has such a line, and pino takes three times as long.
    request: logger.isLevelEnabled("info") ? (line) => void lines.write(textOf(line)) : () => {},
    defect: (cause, requestId) => logger.error({ requestId, cause: causeOf(cause, redacted) }, "defect"),
    fatal: (error) => logger.fatal({ cause: causeOf(Cause.die(error), redacted) }, "the server ends"),
    info: (message, fields = {}) => logger.info(cleaned(fields), redacted(message)),
    warn: (message, fields = {}) => logger.warn(cleaned(fields), redacted(message)),
    error: (message, fields = {}) => logger.error(cleaned(fields), redacted(message)),
    dropped: () => writer.dropped,
    flush: writer.flushSync
  }
}

/** Writes lines for people. */
const readablyTo = (writer: LineWriter) => {
  const style = styleFor(process.stderr)
  return { write: (line: string) => writer.write(readable(line, style)), flushSync: writer.flushSync }
}

/** A cause as a log shows it: bounded, and without secrets. */
export const causeOf = (cause: Cause.Cause<unknown>, redacted: Redaction["redacted"]): string =>
  redacted(stripVTControlCharacters(Cause.pretty(cause)).slice(0, maxScannedCharacters)).slice(0, maxLoggedCharacters)

/** The length of a cause that is searched for secrets, and the length of the rest that is written. */
const maxScannedCharacters = 64 * 1024
const maxLoggedCharacters = 16 * 1024

/** The path as JSON; nearly every path is plain. */
const quoted = (path: string): string => (/^[\w./-]*$/.test(path) ? `"${path}"` : JSON.stringify(path))

const textOf = ({ ip, keySet, method, ms, path, requestId, shop, status }: RequestLine): string => {
  const caller = shop === undefined ? "" : `,"shop":"${shop}","keySet":"${keySet}"`
  return `{"level":"info","time":${Date.now()},"requestId":"${requestId}","method":"${method}","path":${quoted(path)},"status":${status},"ms":${ms.toFixed(2)}${caller},"ip":"${ip}","msg":"request"}\n`
}
