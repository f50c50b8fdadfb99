/** One request and its answer: who calls, what it holds of the server's loads, its metrics and its log line. */
import type { Any, Refusal } from "@bottega/domain/contract"
import { type AdmittedCall, type Answer, answerOf, headersOf } from "@bottega/service"
import { Cause } from "effect"
import type { FastifyReply, FastifyRequest } from "fastify"
import type { Log } from "../log/log.ts"
import type { RouteCounts } from "../pages/metrics.ts"
import { baseOf } from "./address.ts"
import { Claims, type Place } from "./claims.ts"
import { Defect } from "./defect.ts"
import { networkOf } from "./loads.ts"
import { send, sendList, withCommon } from "./sending.ts"
import type { Headers, Page, Shared } from "./shared.ts"

/** One request and its answer. Only the first answer is sent. */
export class HttpCall {
  readonly shared: Shared
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly counts: RouteCounts
  /** The operation that was called, if it is one. */
  readonly endpoint: Any | undefined
  readonly started = performance.now()
  readonly requestId: string
  /** The client's address. */
  readonly ip: string
  standings: AdmittedCall["standings"] = []
  #caller: AdmittedCall["caller"] | undefined
  #base: string | undefined
  #isRunning = false
  #answered = false
  #recorded = false
  readonly #claims: Claims

  constructor(shared: Shared, request: FastifyRequest, reply: FastifyReply, counts: RouteCounts, endpoint?: Any) {
    this.shared = shared
    this.request = request
    this.reply = reply
    this.counts = counts
    this.endpoint = endpoint
    this.requestId = shared.requestIdOf(request)
    this.ip = shared.addressOf(request)
    this.#claims = new Claims(shared.loads)
    shared.metrics.inFlight++
  }

  get caller(): AdmittedCall["caller"] | undefined {
    return this.#caller
  }

  /** Records who calls, once that is known. */
  identify({
    caller,
    standings
  }: {
    readonly caller: HttpCall["caller"]
    readonly standings: AdmittedCall["standings"]
  }) {
    this.#caller = caller
    this.standings = standings
    if (typeof caller === "object") this.shared.log.identified?.(this, caller.shop.id, caller.keySet.id)
  }

  /** Whose share it takes from: its key set's, or its network's while the caller is unknown. */
  get payer(): string {
    const caller = this.#caller
    if (typeof caller === "object") return caller.keySet.id
    return caller === "operator" ? caller : networkOf(this.ip)
  }

  /** Takes a place instead of the one it has; false if it was refused because its payer's share is spent. */
  takes(place: Place): boolean {
    const refusal = this.#claims.take(place, this.payer)
    if (refusal !== undefined) this.refuse(refusal)
    else if (place === "calls") this.#isRunning = true
    return refusal === undefined
  }

  /** Counts bytes of its body until it is answered; gives the refusal if its payer's share is spent. */
  receives(bytes: number): Refusal | undefined {
    return this.#claims.receive(bytes)
  }

  /** Counts bytes that are on the disk until it is answered; gives the refusal if its payer's share is spent. */
  keeps(bytes: number): Refusal | undefined {
    return this.#claims.keep(bytes)
  }

  /** What absolute addresses in its answer begin with. */
  get base(): string {
    const { prefix, publicUrl, state } = this.shared
    return (this.#base ??= publicUrl ?? (baseOf(this.request) ?? state.origin) + prefix)
  }

  /** The query as it was sent, without its question mark. */
  get query(): string {
    const url = this.request.raw.url ?? ""
    const mark = url.indexOf("?")
    return mark < 0 ? "" : url.slice(mark + 1)
  }

  /** The path as it was sent. */
  get path(): string {
    return (this.request.raw.url ?? "").split("?", 1)[0]!
  }

  /** Answers as an operation does, with further headers if there are any; only the first answer of a call is sent. */
  answer(answer: Answer, more?: Headers): void {
    const asked = {
      requestId: this.requestId,
      url: answer.next === undefined ? "" : this.base + this.counts.path,
      query: this.query
    }
    const headers = headersOf(answer, asked, this.standings, this.shared.limitHeaders)
    if (answer.headers === undefined) headers["cache-control"] = "no-store"
    Object.assign(headers, more)
    if (typeof answer.body === "string") send(this, answer.status, headers, answer.body || undefined)
    else sendList(this, answer.status, headers, answer.body)
  }

  /** Refuses, with further headers if the refusal has any. */
  refuse(refusal: Refusal, more?: Headers): void {
    const { body, retryAfter, status } = answerOf(refusal, this.requestId, this.endpoint)
    const headers: Record<string, string> = {
      "cache-control": "no-store",
      "content-type": "application/json; charset=utf-8",
      ...more,
      "x-request-id": this.requestId
    }
    if (retryAfter !== undefined) headers["retry-after"] = String(retryAfter)
    send(this, status, headers, body as string)
  }

  /** Answers with a page, or with nothing at all (204). */
  show(page: Page | undefined, more?: Headers): void {
    const headers: Record<string, string> = { "x-request-id": this.requestId, ...more, ...page?.headers }
    if (page !== undefined) headers["content-type"] = page.type
    send(this, page === undefined ? 204 : 200, headers, page?.body)
  }

  /** Fails by an unforeseen error: Fastify's error handling answers it, and the hooks for errors see it. */
  fail(cause: Cause.Cause<unknown>): void {
    this.shared.log.defect(cause, this.requestId)
    if (!this.begin()) return
    this.record(500)
    const headers: Record<string, string> = { "cache-control": "no-store", "x-request-id": this.requestId }
    this.reply.headers(withCommon(this.shared, headers)).send(new Defect(cause, this.requestId, this.endpoint))
  }

  /** Ends it without an answer, because nobody is there to read one. */
  abandon(): void {
    if (this.begin()) this.record(499)
  }

  /** Does the next step of it; what is thrown fails the call, and nothing else. */
  attempt(step: (call: HttpCall) => void): void {
    try {
      step(this)
    } catch (error) {
      this.fail(Cause.die(error))
    }
  }

  /**
   * Gives back what it holds if a hook of the server's owner answers it before it runs. One that runs holds its place until
   * its end, whether or not its client waits: else clients that hang up could have any number of them.
   */
  releaseOnClose(): void {
    const { raw } = this.reply
    raw.once("close", () => {
      if (!this.#isRunning && this.begin()) this.record(raw.writableFinished ? raw.statusCode : 499)
    })
  }

  /** True for the first who answers it. */
  begin(): boolean {
    if (this.#answered) return false
    return (this.#answered = true)
  }

  /** Releases what it holds, counts it, and logs it, once. */
  record(status: number): void {
    if (this.#recorded) return
    this.#recorded = true
    const { counts } = this
    const { log, metrics } = this.shared
    const ms = performance.now() - this.started
    const caller = this.#caller
    const known = typeof caller === "object" ? caller : undefined
    this.#claims.release()
    metrics.inFlight--
    counts.add(status, ms)
    log.request({
      requestId: this.requestId,
      method: this.request.method,
      path: counts.path === "" ? unknownPath(this.path, log) : counts.path,
      status,
      ms,
      shop: known?.shop.id,
      keySet: known?.keySet.id,
      ip: this.ip
    })
  }
}

/** The beginning of a path that no operation has, without secrets, for the log. */
const unknownPath = (path: string, { redacted }: Log): string =>
  path.length > 2000 ? "[over 2000 characters]" : redacted(path).slice(0, 200)
