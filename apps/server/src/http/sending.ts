/**
 * Sends answers through Fastify's reply, so that the hooks of the server's owner see them, and counts what their readers have not
 * taken.
 */
import type { IncomingMessage } from "node:http"
import { Readable } from "node:stream"
import type { Refusal } from "@bottega/domain/contract"
import { Cause } from "effect"
import type { FastifyReply, FastifyRequest } from "fastify"
import { crowded } from "./claims.ts"
import { exposed } from "./cors.ts"
import { Defect } from "./defect.ts"
import type { Shared } from "./shared.ts"
import { together } from "./together.ts"
import { counted, expect, follow, giveUpIdle } from "./unread.ts"

/** The call that an answer belongs to, as far as sending needs it. */
export interface Answering {
  readonly shared: Shared
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly requestId: string
  /** Whose share the unread bytes count in. */
  readonly payer: string
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
  if (status === 200 && !mayHold(call, length)) call.refuse(crowded.unsent)
  if (!call.begin()) return
  withCommon(call.shared, headers)
  const { payer, reply } = call
  const { unsent } = call.shared.loads
  const counted = expect(unsent, payer, length)
  call.record(status)
  together(() => {
    try {
      replyWith(call, status, headers, body)
    } catch (error) {
      call.shared.log.defect(Cause.die(error), call.requestId)
      reply.raw.destroy()
    }
    follow(reply.raw, unsent, payer, { counted, length })
    stopBody(call)
  })
}

/** Sends a list or a file of any length as it is read. If its source fails, the connection breaks: it never ends well. */
export const sendList = (call: Answering, status: number, headers: NewHeaders, body: Pieces): void => {
  if (!mayHold(call, 0)) call.refuse(crowded.unsent)
  if (!call.begin()) return void leave(body)
  const { raw } = call.reply
  const isRead = call.request.method !== "HEAD" && !call.reply.sent
  if (!isRead) void leave(body)
  const stream = Readable.from(isRead ? piecesOf(call, body) : [], { highWaterMark: 1 })
  // An error that neither hooks nor Fastify listen to must not end the process.
  stream.on("error", () => {})
  giveUpIdle(raw)
  const record = () => call.record(stream.errored ? 500 : raw.writableFinished ? status : 499)
  if (raw.closed) record()
  else raw.once("close", record)
  replyWith(call, status, withCommon(call.shared, headers), stream)
}

/** Adds the headers that every answer has. One that is for its own origin alone gets none for others. */
export const withCommon = ({ cors, state }: Shared, headers: NewHeaders): NewHeaders => {
  if (cors && headers["cross-origin-resource-policy"] === undefined) {
    headers["access-control-allow-origin"] = exposed["access-control-allow-origin"]
    headers["access-control-expose-headers"] = exposed["access-control-expose-headers"]
  }
  headers["x-content-type-options"] = "nosniff"
  if (state.draining) headers["connection"] = "close"
  return headers
}

const replyWith = (
  { reply }: Answering,
  status: number,
  headers: NewHeaders,
  body: string | Buffer | Readable | undefined
) => {
  // A handler timeout of the server's owner may have answered meanwhile.
  if (!reply.sent) reply.code(status).headers(headers).serializer(asItIs).send(body)
}

/** Answers are text already, so Fastify need not look for a way to serialize them. */
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
    // Nobody waits for it any more.
  }
}

/** Whether its payer may be sent so many bytes more; the answer to a change is always sent. */
const mayHold = ({ payer, request: { method }, shared }: Answering, bytes: number): boolean =>
  (method !== "GET" && method !== "HEAD") || shared.loads.unsent.allows(payer, bytes)

/** Gives up a client that does not stop sending a body that nobody waits for. */
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
