/** Reads a recording: its calls of operations in turn, and why the other entries are left out. A recording is a stranger's data. */
import { createReadStream } from "node:fs"
import { contract } from "@bottega/domain/areas"
import { type Any, entries, pathOf } from "@bottega/domain/contract"
import { EntryScanner } from "./scanner.ts"

/** A call that was recorded. */
export interface RecordedCall {
  /** The number of its entry, from 1. */
  readonly n: number
  readonly endpoint: Any
  /** When it began, in unix milliseconds, and how long it took, in milliseconds. */
  readonly atMs: number
  readonly tookMs: number
  /** The address of the server that was called, without a slash at its end. */
  readonly origin: string
  readonly query: string
  /** Which key set called, as the recording names it. */
  readonly caller: string
  /** By names in lower case: those that an operation depends on. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  /** 0 if no answer was recorded. */
  readonly status: number
  /** The text of the answer, if it was recorded. */
  readonly answer: string | undefined
  /** The cursor of the next page, if the answer named one. */
  readonly next: string | undefined
}

/** An entry that is not played. */
export interface Unplayed {
  readonly n: number
  readonly why: string
}

/** The file is not a recording; `message` is a sentence. */
class NotARecording extends Error {}

/** The calls of a file, one at a time; returns whether the file is whole. */
export async function* recordedIn(file: string): AsyncGenerator<RecordedCall | Unplayed, boolean> {
  const scanner = new EntryScanner()
  let n = 0
  let bytes = 0
  for await (const piece of createReadStream(file, "utf8")) {
    bytes += Buffer.byteLength(piece as string)
    if (bytes > maxBytes) throw new NotARecording(`${file} has more than ${maxBytes} bytes.`)
    for (const text of scanner.feed(piece as string)) yield readEntry(text, ++n)
  }
  if (!scanner.found) throw new NotARecording(`${file} is not an HTTP Archive: it has no log with entries.`)
  return scanner.isWhole
}

/** The largest file that is read, in bytes. */
const maxBytes = 1024 * 1024 * 1024

const readEntry = (text: string | undefined, n: number): RecordedCall | Unplayed => {
  if (text === undefined) return { n, why: "is too long or nested too deeply" }
  try {
    return { n, ...callOf(JSON.parse(text)) }
  } catch (error) {
    return { n, why: error instanceof Unfit ? error.message : "is not an entry of an HTTP Archive" }
  }
}

/** Why an entry is not played, as the end of a sentence. */
class Unfit extends Error {}

const callOf = (entry: unknown): Omit<RecordedCall, "n"> => {
  const { _caller, request, response, startedDateTime, time } = object(entry)
  const sent = object(request)
  const { endpoint, origin, query } = operationOf(text(sent["method"]), text(sent["url"]))
  const headers = headersIn(sent["headers"])
  const got = object(response)
  const status = Number.isInteger(got["status"]) ? (got["status"] as number) : 0
  const atMs = Date.parse(text(startedDateTime))
  if (Number.isNaN(atMs)) throw new Unfit("has no time")
  return {
    endpoint,
    atMs,
    tookMs: typeof time === "number" && time >= 0 && time < 86_400_000 ? time : 0,
    origin,
    query,
    caller: typeof _caller === "string" ? _caller : (headers["key"] ?? ""),
    headers: pick(headers),
    body: bodyOf(sent["postData"], headers, status),
    status,
    answer: status === 0 ? undefined : answerIn(got["content"]),
    next: nextIn(headersIn(got["headers"])["link"])
  }
}

/** The operations of shops by method and path. Those with parameters in their path answer files, to anyone. */
const operations = new Map(
  entries(contract)
    .filter(({ endpoint: { path, surface } }) => surface === "shop" && !path.includes(":"))
    .map(({ endpoint }) => [`${endpoint.method} ${pathOf(endpoint)}`, endpoint])
)

const operationOf = (method: string, address: string) => {
  const url = URL.parse(address)
  const path = url?.pathname.replace(/\/control\/v1\/shop\/[^/]+\//, "/v1.1/") ?? ""
  const at = path.lastIndexOf("/v1.1/")
  const endpoint = at < 0 ? undefined : operations.get(`${method} ${path.slice(at)}`)
  if (url === null || endpoint === undefined) throw new Unfit("is not a call of an operation of shops")
  return { endpoint, origin: url.origin + path.slice(0, at), query: url.search.slice(1) }
}

/** Statuses of calls that are refused before their body is read. */
const refusedUnread = [401, 403, 429, 509]

const bodyOf = (data: unknown, headers: Readonly<Record<string, string>>, status: number): string | undefined => {
  const type = headers["content-type"] ?? ""
  if (refusedUnread.includes(status)) return undefined
  if (/^multipart\//i.test(type)) throw new Unfit("sent a file or a form in parts, which is not recorded")
  const { params, text: body } = object(data ?? {})
  if (typeof body === "string") return body
  if (data === undefined && !(Number(headers["content-length"] ?? 0) > 0)) return undefined
  if (!Array.isArray(params) || params.length === 0) throw new Unfit("had a body that was not recorded")
  const pairs = params.slice(0, maxPairs).map(object)
  return new URLSearchParams(pairs.map(({ name, value }) => [text(name), text(value)])).toString()
}

const answerIn = (content: unknown): string | undefined => {
  const { encoding, text: body } = object(content ?? {})
  if (typeof body !== "string") return undefined
  return encoding === "base64" ? Buffer.from(body, "base64").toString("utf8") : body
}

/** The cursor in a `Link` header. */
export const nextIn = (link: string | undefined): string | undefined => {
  const [, address] = /^<([^>]{1,8000})>; *rel="?next/.exec(link ?? "") ?? []
  return address === undefined ? undefined : (new URLSearchParams(address.split("?")[1]).get("cursor") ?? undefined)
}

const headersIn = (list: unknown): Readonly<Record<string, string>> => {
  if (!Array.isArray(list)) return {}
  const pairs = list.slice(0, maxPairs).map(object)
  return Object.fromEntries(pairs.map(({ name, value }) => [text(name).toLowerCase(), text(value)]))
}
const maxPairs = 1000

const depending = ["content-type", "idempotency-key", "prefer"]
const pick = (headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => depending.includes(name)))

const object = (value: unknown): Readonly<Record<string, unknown>> => {
  if (typeof value !== "object" || value === null) throw new Unfit("is not an entry of an HTTP Archive")
  return value as Readonly<Record<string, unknown>>
}

const text = (value: unknown): string => {
  if (typeof value !== "string") throw new Unfit("is not an entry of an HTTP Archive")
  return value
}
