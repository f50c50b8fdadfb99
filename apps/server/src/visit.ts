/**
 * A visit: one request and its answer, who asks, and the headers, the body and the log line of what is answered, whichever part of
 * the server answers it.
 */
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Refusal } from "@bottega/domain/contract"
import { type Admitted, type Answer, answerOf, headersOf } from "@bottega/service"
import { Cause } from "effect"
import { baseOfHost, ipOf } from "./address.ts"
import { Claims, crowded, type Place } from "./claims.ts"
import { exposed } from "./cors.ts"
import { type Loads, networkOf } from "./loads.ts"
import type { Log } from "./log.ts"
import type { Metrics, RouteCounts } from "./metrics.ts"
import { leave, pour } from "./pour.ts"
import { requestIdOf } from "./request-id.ts"
import { together } from "./together.ts"
import { expect, follow } from "./unsent.ts"

/** What all visits of a server share. */
export interface Shared {
  readonly log: Log
  readonly metrics: Metrics
  readonly loads: Loads
  readonly publicUrl: string | undefined
  readonly trustProxy: boolean
  readonly cors: boolean
  readonly limitHeaders: ReadonlyArray<string>
  /** `http://127.0.0.1:8080`: where the server listens. */
  listening: string
  /** True from the moment the server is told to end. */
  draining: boolean
}

/** A body that is not JSON, for the few displays that are not operations. */
export interface Display {
  readonly type: string
  readonly body: string | Buffer
  readonly headers?: Readonly<Record<string, string>>
}

export class Visit {
  readonly shared: Shared
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly counts: RouteCounts
  readonly started = performance.now()
  readonly requestId: string
  /** Where it came from. */
  readonly ip: string
  caller: Admitted["caller"] | undefined = undefined
  standings: Admitted["standings"] = []
  #answered = false
  readonly #claims: Claims

  constructor(shared: Shared, request: IncomingMessage, response: ServerResponse, counts: RouteCounts) {
    this.shared = shared
    this.request = request
    this.response = response
    this.counts = counts
    this.requestId = requestIdOf(request.headers["x-request-id"], shared.log)
    this.ip = ipOf(request, shared.trustProxy)
    this.#claims = new Claims(shared.loads)
    shared.metrics.inFlight++
  }

  /** Whose share it takes from: its key set's, or its network's while it has shown none. */
  get payer(): string {
    const { caller } = this
    return caller === undefined ? networkOf(this.ip) : caller === "operator" ? caller : caller.keySet.id
  }

  /** Takes a place instead of the one it has; where its payer's share is spent it is refused, and this is false. */
  takes(place: Place): boolean {
    const refusal = this.#claims.take(place, this.payer)
    if (refusal !== undefined) this.refuse(refusal)
    return refusal === undefined
  }

  /** Counts bytes of its body until it is answered; gives the refusal where its payer's share is spent. */
  receives(bytes: number): Refusal | undefined {
    return this.#claims.receive(bytes)
  }

  /** What absolute addresses in its answer begin with. */
  get base(): string {
    return this.shared.publicUrl ?? baseOfHost(this.request.headers.host) ?? this.shared.listening
  }

  /** The query as it was sent, without its question mark. */
  get query(): string {
    const url = this.request.url ?? ""
    const mark = url.indexOf("?")
    return mark < 0 ? "" : url.slice(mark + 1)
  }

  get path(): string {
    return (this.request.url ?? "").split("?", 1)[0]!
  }

  /** Answers as an operation does, with further headers where there are some; the first answer of a visit is the only one. */
  answer(answer: Answer, more: ReadonlyArray<string> = []): void {
    const asked = {
      requestId: this.requestId,
      url: answer.next === undefined ? "" : this.base + this.path,
      query: this.query
    }
    const named = headersOf(answer, asked, this.standings, this.shared.limitHeaders)
    const headers = ["Cache-Control", "no-store", ...more]
    for (const name in named) headers.push(name, named[name]!)
    if (typeof answer.body === "string") this.#send(answer.status, headers, answer.body)
    else void this.#pour(answer.status, headers, answer.body)
  }

  /** Refuses, with further headers where a refusal has some. */
  refuse(refusal: Refusal, more: ReadonlyArray<string> = []): void {
    const { body, retryAfter, status } = answerOf(refusal, this.requestId)
    const headers = ["Cache-Control", "no-store", "Content-Type", "application/json; charset=utf-8", ...more]
    headers.push("X-Request-Id", this.requestId)
    if (retryAfter !== undefined) headers.push("Retry-After", String(retryAfter))
    this.#send(status, headers, body as string)
  }

  /** Answers with a display, or with nothing at all (204). */
  show(display: Display | undefined, more: ReadonlyArray<string> = []): void {
    const headers = ["X-Request-Id", this.requestId, ...more]
    if (display !== undefined)
      headers.push("Content-Type", display.type, ...Object.entries(display.headers ?? {}).flat())
    this.#send(display === undefined ? 204 : 200, headers, display?.body)
  }

  /** Ends it without an answer, because nobody is there to read one. */
  abandon(): void {
    if (this.#begin()) this.#done(499)
  }

  #begin(): boolean {
    if (this.#answered) return false
    return (this.#answered = true)
  }

  #head(status: number, headers: Array<string>): void {
    if (this.shared.cors) headers.push(...exposed)
    headers.push("X-Content-Type-Options", "nosniff")
    if (this.shared.draining) headers.push("Connection", "close")
    this.response.writeHead(status, reasons[status], headers)
  }

  #send(status: number, headers: Array<string>, body: string | Buffer | undefined): void {
    const length = body === undefined ? 0 : Buffer.byteLength(body)
    if (status === 200 && !this.#mayHold(length)) this.refuse(crowded.unsent)
    if (!this.#begin()) return
    if (body !== undefined) headers.push("Content-Length", String(length))
    this.#head(status, headers)
    const { payer, response } = this
    const { unsent } = this.shared.loads
    const counted = expect(unsent, payer, length)
    this.#done(status)
    together(() => {
      // Plain ASCII is the same in both encodings, and is written faster as what needs no encoding.
      if (typeof body === "string" && length === body.length) response.end(body, "latin1")
      else response.end(body)
      follow(response, unsent, payer, counted)
      this.#stopBody()
    })
  }

  /** Sends a list; one that breaks off breaks the connection, never ends well. */
  async #pour(status: number, headers: Array<string>, body: AsyncIterable<string>): Promise<void> {
    if (!this.#mayHold(0)) this.refuse(crowded.unsent)
    if (!this.#begin()) return leave(body)
    this.#head(status, headers)
    try {
      await pour(this.response, body, this.shared.loads.unsent, this.payer)
      this.#done(this.response.destroyed ? 499 : status)
    } catch (error) {
      this.shared.log.defect(Cause.die(error), this.requestId)
      this.response.destroy()
      this.#done(500)
    }
  }

  /** Whether its payer may be sent so many bytes more; what a change answers is always sent. */
  #mayHold(bytes: number): boolean {
    const { method } = this.request
    return (method !== "GET" && method !== "HEAD") || this.shared.loads.unsent.allows(this.payer, bytes)
  }

  /** Gives up a sender that does not stop sending a body that nobody waits for. */
  #stopBody(): void {
    const { request } = this
    if (request.complete || !hasBody(request)) return
    // By then the connection may serve another request.
    const patience = setTimeout(() => !request.complete && request.destroy(), unread).unref()
    request.once("close", () => clearTimeout(patience))
  }

  #done(status: number): void {
    const { counts } = this
    const { log, metrics } = this.shared
    const ms = performance.now() - this.started
    const known = typeof this.caller === "object" ? this.caller : undefined
    this.#claims.release()
    metrics.inFlight--
    counts.add(status, ms)
    log.request({
      requestId: this.requestId,
      method: this.request.method ?? "",
      path: counts.path === "" ? unknownPath(this.path, log) : counts.path,
      status,
      ms,
      shop: known?.shop.id,
      keySet: known?.keySet.id,
      ip: this.ip
    })
  }
}

/** A path that no operation has, for the log: its beginning, once it is free of secrets. */
const unknownPath = (path: string, { redacted }: Log): string =>
  path.length > 2000 ? "[over 2000 characters]" : redacted(path).slice(0, 200)

/** Whether a request says that it has a body. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0"

/** Milliseconds for which an unwanted body is let in. */
const unread = 15_000

/** Reason phrases: Node's, and what it does not have. To import its module would load all that `fetch` is made of. */
const reasons: Readonly<Record<number, string | undefined>> = {
  ...process.getBuiltinModule("node:http").STATUS_CODES,
  509: "Bandwidth Limit Exceeded"
}
