/** A request as it is written to a connection, in parts that can be left out one by one. */

import type { Connection, Outcome } from "./connection.ts"

/** A request; only the length of its body is added to it. */
export interface Request {
  /** The operation's id or the name of the rough case, by which it is counted. */
  readonly name: string
  readonly method: string
  /** The target of the request line, with its query. */
  readonly target: string
  readonly headers: ReadonlyArray<readonly [name: string, value: string]>
  readonly body?: Buffer | undefined
  /**
   * Sizes of the chunks in which the body is sent; the last takes the rest. Without them the body has a content length.
   */
  readonly chunks?: ReadonlyArray<number>
  /** Extensions after a chunk's size, and trailers after the last chunk. */
  readonly extension?: string
  readonly trailers?: string
  /** Bytes of each write; see {@link Writing}. */
  readonly pieces?: ReadonlyArray<number>
  /** The body is sent when the server asks for it. */
  readonly waits?: boolean
  /** Bytes to send instead of all that, for what is not HTTP. */
  readonly raw?: Buffer
}

/** The bytes of a request: its head and its body. */
export const bytesOf = (request: Request): { readonly head: Buffer; readonly body: Buffer } => {
  const { body, chunks, headers, method, raw, target, waits } = request
  if (raw !== undefined) return { head: raw, body: none }
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join("")
  const length =
    body === undefined
      ? ""
      : chunks === undefined
        ? `Content-Length: ${body.length}\r\n`
        : "Transfer-Encoding: chunked\r\n"
  const expect = waits === true ? "Expect: 100-continue\r\n" : ""
  const head = Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines}${length}${expect}\r\n`, "latin1")
  return { head, body: body === undefined ? none : chunks === undefined ? body : chunked(body, request) }
}

const none = Buffer.alloc(0)

const chunked = (body: Buffer, { chunks = [], extension = "", trailers = "" }: Request): Buffer => {
  const parts: Array<Buffer> = []
  let at = 0
  for (const size of [...chunks, body.length]) {
    const part = body.subarray(at, at + size)
    at += part.length
    if (part.length > 0) parts.push(Buffer.from(`${part.length.toString(16)}${extension}\r\n`), part, crlf)
  }
  parts.push(Buffer.from(`0\r\n${trailers}\r\n`))
  return Buffer.concat(parts)
}
const crlf = Buffer.from("\r\n")

/** Sends a request and returns its outcome. */
export const send = (connection: Connection, request: Request): Promise<Outcome> => {
  const { body, head } = bytesOf(request)
  const writing = { head: request.method === "HEAD", ...(request.pieces && { pieces: request.pieces }) }
  return request.waits === true && body.length > 0
    ? connection.send(head, { ...writing, waiting: body })
    : connection.send(body.length === 0 ? head : Buffer.concat([head, body]), writing)
}

/** A request in a form that a person can send again: unprintable characters are escaped. */
export const shown = (request: Request): string => {
  const { body, head } = bytesOf(request)
  const all = Buffer.concat([head, body]).toString("latin1")
  const cut = all.length > 1500 ? `${all.slice(0, 1500)}... (${all.length} bytes)` : all
  return JSON.stringify(cut).slice(1, -1).replaceAll('\\"', '"').replaceAll("\\r\\n", "\\r\\n\n    ")
}

/** Smaller variants of a request, the largest cuts first. */
export const smaller = (request: Request): ReadonlyArray<Request> => {
  const { raw: bytes } = request
  if (bytes !== undefined) return cuts(bytes.length).map((span) => ({ ...request, raw: without(bytes, span) }))
  const { body, chunks, extension, headers, pieces, target, trailers, waits, ...rest } = request
  const whole = { ...request }
  const plainer: ReadonlyArray<Request> = [
    ...(pieces === undefined ? [] : [{ ...rest, target, headers, ...(body && { body }) }]),
    ...(waits === true ? [{ ...whole, waits: false }] : []),
    ...(extension === undefined && trailers === undefined ? [] : [{ ...whole, extension: "", trailers: "" }]),
    ...(chunks === undefined ? [] : [{ ...rest, target, headers, ...(body && { body }) }])
  ]
  return [
    ...plainer,
    ...(body === undefined ? [] : [{ ...rest, target, headers }]),
    ...cuts(body?.length ?? 0).map((span) => ({ ...whole, body: without(body!, span) })),
    ...headers.map((_, at) => ({ ...whole, headers: headers.filter((_, other) => other !== at) })),
    ...fewer(target).map((shorter) => ({ ...whole, target: shorter }))
  ]
}

type Span = readonly [from: number, to: number]

const without = (bytes: Buffer, [from, to]: Span): Buffer =>
  Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)])

/** Spans of that many bytes to cut out: halves first, then ever smaller parts. */
const cuts = (length: number): ReadonlyArray<Span> => {
  const spans: Array<Span> = []
  for (let size = Math.ceil(length / 2); size >= 1 && spans.length < 120; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let from = 0; from < length && spans.length < 120; from += size)
      spans.push([from, Math.min(length, from + size)])
  return spans
}

const fewer = (target: string): ReadonlyArray<string> => {
  const [path = "", query] = target.split("?", 2)
  if (query === undefined) return []
  const pairs = query.split("&")
  return [path, ...pairs.map((_, at) => `${path}?${pairs.filter((_, other) => other !== at).join("&")}`)]
}
