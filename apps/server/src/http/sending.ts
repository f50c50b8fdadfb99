/**
 * Sends answers through Fastify's reply, so that the hooks of the server's owner see them, and counts their unread bytes.
 */
import type { IncomingMessage, ServerResponse } from "node:http"
import { Readable } from "node:stream"
import type { Refusal } from "@bottega/domain/contract"
import { type Calling, turns } from "@bottega/storage"
import { Cause } from "effect"
import type { FastifyReply, FastifyRequest } from "fastify"
import { crowded } from "./claims.ts"
import { exposed } from "./cors.ts"
import { Defect } from "./defect.ts"
import { AsciiResponse, linesForAll, sniffing } from "./response.ts"
import type { Shared } from "./shared.ts"
import { together } from "./together.ts"
import { counted, expect, follow, giveUpIdle, giveUpLate } from "./unread.ts"

/** The call that an answer belongs to, as far as sending needs it. */
export interface Answering {
  readonly shared: Shared
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly requestId: string
  readonly calling: Calling
  /** The owner whose share the unread bytes count against. */
  readonly payer: string
  /** Whether it is sent regardless of unread bytes, and counts against no share: its bytes are the same for all readers. */
  readonly isVital: boolean
  /** False if an answer was begun before; only the first one is sent. */
  readonly begin: () => boolean
  readonly record: (status: number) => void
  readonly refuse: (refusal: Refusal) => void
}

type NewHeaders = Record<string, string>
type Pieces = AsyncIterable<string | Uint8Array>

/** Sends a whole body, or none, at the end of this turn. */
export const send = (call: Answering, status: number, headers: NewHeaders, body: string | Buffer | undefined): void => {
  const length = body === undefined ? 0 : Buffer.byteLength(body)
  sendAs(call, status, length, () => replyWith(call, status, withCommon(call.shared, headers), body))
}

/**
 * Sends a text with status 200 at the end of this turn, past Fastify, whose hooks our own server does not have; false if
 * it has to go its usual way. `lines` are its headers but for those that every answer has.
 */
export const sendText = (call: Answering, lines: string, body: string, bytes = Buffer.byteLength(body)): boolean => {
  const { reply, shared } = call
  const { raw } = reply
  if (!(raw instanceof AsciiResponse && raw.isUsual) || shared.state.draining) return false
  sendAs(call, 200, bytes, () => {
    if (reply.sent) return
    reply.hijack()
    raw.answer(lines + linesForAll(shared), body, bytes)
  })
  return true
}

/** Counts an answer of `length` bytes, and writes it at the end of this turn. */
const sendAs = (call: Answering, status: number, length: number, write: () => void): void => {
  if (status === 200 && !mayHold(call, length)) call.refuse(crowded.unsent)
  if (!call.begin()) return
  const { payer, reply } = call
  const { unsent } = call.shared.loads
  const counted = call.isVital ? 0 : expect(unsent, payer, length)
  turns.spendFor(call.calling, length / bytesPerUnit)
  call.record(status)
  together(() => {
    attempt(call, reply.raw, write)
    if (!call.isVital) follow(reply.raw, unsent, payer, { counted, length })
    else if (!reply.raw.writableFinished) giveUpLate(reply.raw)
    stopBody(call)
  })
}

/** Writes an answer; an exception ends its connection only. */
export const attempt = (
  { requestId, shared }: Pick<Answering, "requestId" | "shared">,
  response: ServerResponse,
  write: () => void
): void => {
  try {
    write()
  } catch (error) {
    shared.log.defect(Cause.die(error), requestId)
    response.destroy()
  }
}

/**
 * Sends a list or a file of any length as it is read. If its source fails, the connection is cut, so the answer never
 * looks complete. `ended` settles when its call has ended, if that may be later.
 */
export const sendList = (
  call: Answering,
  status: number,
  headers: NewHeaders,
  body: Pieces,
  ended?: Promise<void>
): void => {
  if (!mayHold(call, 0)) call.refuse(crowded.unsent)
  if (!call.begin()) return void leave(body)
  const { raw } = call.reply
  const isRead = call.request.method !== "HEAD" && !call.reply.sent
  if (!isRead) void leave(body)
  const stream = Readable.from(isRead ? piecesOf(call, body) : [], { highWaterMark: 1 })
  // An error that neither hooks nor Fastify listen to must not end the process.
  stream.on("error", () => {})
  giveUpIdle(raw)
  const record = () => {
    const seen = stream.errored ? 500 : raw.writableFinished ? status : 499
    // A change goes on without its client and keeps its place; otherwise clients that hang up could run any number of changes.
    if (ended === undefined) call.record(seen)
    else ended.finally(() => call.record(seen)).catch(() => {})
  }
  if (raw.closed) record()
  else raw.once("close", record)
  replyWith(call, status, withCommon(call.shared, headers), stream)
}

/** Bytes that are encoded and sent in about a microsecond. */
export const bytesPerUnit = 400

/** Adds the headers that every answer has. An answer for its own origin only gets no CORS headers. */
export const withCommon = ({ cors, state }: Shared, headers: NewHeaders): NewHeaders => {
  if (cors && headers["cross-origin-resource-policy"] === undefined) {
    headers["access-control-allow-origin"] = exposed["access-control-allow-origin"]
    headers["access-control-expose-headers"] = exposed["access-control-expose-headers"]
  }
  Object.assign(headers, sniffing)
  if (state.draining) headers["connection"] = "close"
  return headers
}

const replyWith = (
  { reply }: Answering,
  status: number,
  headers: NewHeaders,
  body: string | Buffer | Readable | undefined
) => {
  // A handler timeout of the server's owner may have sent an answer meanwhile.
  if (!reply.sent) reply.code(status).headers(headers).serializer(asItIs).send(body)
}

/** Answers are already text, so Fastify need not look for a serializer. */
const asItIs = (text: unknown): string => text as string

const piecesOf = ({ payer, requestId, shared }: Answering, body: Pieces): Pieces =>
  counted(body, {
    shares: shared.loads.unsent,
    payer,
    broken: (error) => {
      shared.log.defect(Cause.die(error), requestId)
      return new Defect(Cause.die(error), requestId)
    }
  })

/** Closes the source of a list that is not sent. */
const leave = async (body: Pieces): Promise<void> => {
  try {
    for await (const _ of body) break
  } catch {
    // Nobody is waiting for it any more.
  }
}

/** Whether its owner may be sent this many further bytes; the answer to a change is always sent. */
const mayHold = ({ isVital, payer, request: { method }, shared }: Answering, bytes: number): boolean =>
  isVital || (method !== "GET" && method !== "HEAD") || shared.loads.unsent.allows(payer, bytes)

/** Disconnects a client that does not stop sending an unwanted body. */
const stopBody = ({ request: { raw } }: Answering): void => {
  if (raw.complete || !hasBody(raw)) return
  // By then the connection may serve another request.
  const timer = setTimeout(() => !raw.complete && raw.destroy(), unwantedBodyMs).unref()
  raw.once("close", () => clearTimeout(timer))
}

/** Whether a request announces a body. */
export const hasBody = ({ headers }: Pick<IncomingMessage, "headers">): boolean =>
  headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0"

/** For how long an unwanted body is received and dropped. */
const unwantedBodyMs = 15_000
