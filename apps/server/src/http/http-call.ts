/** One request and its answer: its caller, its part of the server's loads, its metrics and its log line. */
import { contract } from "@bottega/domain/areas"
import { type Any, type Found, pathOf, type Refusal } from "@bottega/domain/contract"
import {
  type AdmittedCall,
  type Answer,
  answerOf,
  type Body,
  type Exchanged,
  headerLinesOf,
  headersOf,
  keptText,
  networkOf,
  ownerOf,
  type RequestFacts,
  type Room,
  setCookieOf,
  strangerFrom
} from "@bottega/service"
import { Calling, type Owner } from "@bottega/storage"
import { Cause } from "effect"
import type { FastifyReply, FastifyRequest } from "fastify"
import type { RouteCounts } from "../health/metrics.ts"
import type { Log } from "../log/log.ts"
import { baseOf } from "./address.ts"
import { Claims, type Place } from "./claims.ts"
import { originOf } from "./console.ts"
import { Defect } from "./defect.ts"
import { hasBody, send, sendList, sendText, withCommon } from "./sending.ts"
import type { Headers, Page, PageInParts, Shared } from "./shared.ts"
import { vitalPaths } from "./vital.ts"

/** A page that asks for the last requests again and again must not push them out. */
const listOfRequests = pathOf(contract.requests.list)

/** One request and its answer. Only the first answer is sent. */
export class HttpCall {
  readonly shared: Shared
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly counts: RouteCounts
  /** The operation that was called, if it is one. */
  readonly endpoint: Any | undefined
  /** The parameters in its path. */
  readonly parameters: Found<unknown>["parameters"]
  readonly started = performance.now()
  readonly requestId: string
  /** The client's address. */
  readonly ip: string
  /** Whether it is answered regardless of the load. */
  readonly isVital: boolean
  standings: AdmittedCall["standings"] = []
  /** Its turns of the event loop, which count against the strangers until the caller is known. */
  readonly calling = new Calling(strangers)
  #expected: string | undefined
  #caller: AdmittedCall["caller"] | undefined
  /** Its key set or its person, with the shop, once known. */
  #owner: Owner | undefined
  #base: string | undefined
  /** The text of its answer, if that is whole. */
  #answer: string | undefined
  #next: string | undefined
  #isRunning = false
  #answered = false
  #recorded = false
  readonly #claims: Claims

  constructor(
    shared: Shared,
    request: FastifyRequest,
    reply: FastifyReply,
    counts: RouteCounts,
    endpoint?: Any,
    parameters: Found<unknown>["parameters"] = []
  ) {
    this.shared = shared
    this.request = request
    this.reply = reply
    this.counts = counts
    this.isVital = vitalPaths.has(counts.path)
    this.endpoint = endpoint
    this.parameters = parameters
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
    const owner = caller && ownerOf(caller)
    this.calling.owner = owner ?? this.calling.owner
    if (typeof caller !== "object" || owner === undefined) return
    this.#owner = owner
    this.shared.log.identified?.(this, owner.shop, owner.keySet)
  }

  /** The owner of the share that it uses: its key set, or its network while the caller is unknown. */
  get payer(): string {
    if (this.#caller === "operator") return this.#caller
    return this.#owner?.keySet ?? this.#expected ?? networkOf(this.ip)
  }

  /**
   * Records the owner until the call is admitted, and takes a place in that owner's share; false if it was refused
   * because there was none.
   */
  expects(owner: Owner | undefined): boolean {
    this.calling.owner = owner ?? strangerFrom(networkOf(this.ip))
    this.#expected = owner?.keySet
    return this.takes("strangers")
  }

  /** Takes a place instead of its current one; false if it was refused because its owner's share is used up, or has ended. */
  takes(place: Place): boolean {
    // Its client has left meanwhile, so a place taken now would never be released.
    if (this.#answered) return false
    const refusal = this.#claims.take(place, this.payer)
    if (refusal !== undefined) this.refuse(refusal)
    else if (place === "calls") this.#isRunning = true
    return refusal === undefined
  }

  /** Counts bytes of its body until it is answered; returns the refusal if its owner's share is used up. */
  receives(bytes: number): Refusal | undefined {
    return this.#claims.receive(bytes)
  }

  /** Counts bytes on the disk until it is answered; returns the refusal if its owner's share is used up. */
  keeps(bytes: number): Refusal | undefined {
    this.shared.kept(bytes)
    return this.#claims.keep(bytes)
  }

  /** Counts the bytes of its answer while that is being made. */
  get room(): Room {
    return this.#claims.room
  }

  /** The beginning of absolute addresses in its answer. */
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
    if (answer.isDropped === true) {
      this.#drop()
      return
    }
    this.#next = answer.next
    const asked = {
      requestId: this.requestId,
      url: answer.next === undefined ? "" : this.base + this.path.slice(this.shared.prefix.length),
      query: this.query
    }
    if (more === undefined && this.#answerAsText(answer, asked)) return
    const headers = headersOf(answer, asked, this.standings, this.shared.limitHeaders)
    if (answer.headers === undefined) headers["cache-control"] = "no-store"
    if (answer.cookie !== undefined) headers["set-cookie"] = setCookieOf(originOf(this) ?? this.base, answer.cookie)
    Object.assign(headers, more)
    if (typeof answer.body === "string") this.#answer = answer.body
    if (typeof answer.body === "string") send(this, answer.status, headers, answer.body || undefined)
    else sendList(this, answer.status, headers, answer.body, answer.ended)
  }

  /** Answers as most reads are answered, with headers that are written as text; false if this answer needs more. */
  #answerAsText(answer: Answer, asked: RequestFacts): boolean {
    const { body, bytes, cookie, headers, status } = answer
    if (status !== 200 || headers !== undefined || cookie !== undefined) return false
    if (typeof body !== "string" || body === "") return false
    const lines = headerLinesOf(answer, asked, this.standings, this.shared.limitHeaders)
    if (lines === undefined) return false
    this.#answer = body
    return sendText(this, lines, body, bytes)
  }

  /** Closes the connection without an answer. */
  #drop(): void {
    if (!this.begin()) return
    this.record(noAnswer)
    this.reply.hijack()
    this.reply.raw.destroy()
  }

  /** Refuses, with further headers if the refusal has any. */
  refuse(refusal: Refusal, more?: Headers): void {
    const { body, challenge, retryAfter, status } = answerOf(refusal, this.requestId, this.endpoint)
    const headers: Record<string, string> = {
      "cache-control": "no-store",
      "content-type": "application/json; charset=utf-8",
      ...more,
      "x-request-id": this.requestId
    }
    if (retryAfter !== undefined) headers["retry-after"] = String(retryAfter)
    if (challenge !== undefined) headers["www-authenticate"] = challenge
    this.#answer = body as string
    send(this, status, headers, body as string)
  }

  /** Answers with a page, or with nothing at all (204). */
  show(page: Page | undefined, more?: Headers): void {
    const headers: Record<string, string> = { "x-request-id": this.requestId, ...more, ...page?.headers }
    if (page !== undefined) headers["content-type"] = page.type
    send(this, page === undefined ? 204 : 200, headers, page?.body)
  }

  /** Answers with a page in parts, of which a reader holds one at a time. */
  stream({ bytes, headers, parts, type }: PageInParts): void {
    const length = { "content-type": type, "content-length": String(bytes) }
    sendList(this, 200, { "x-request-id": this.requestId, ...headers, ...length }, eachOf(parts))
  }

  /** Fails with an unexpected error: Fastify's error handling answers it, and the hooks for errors see it. */
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

  /** Does its next step; an exception fails this call only. */
  attempt(step: (call: HttpCall) => void): void {
    try {
      step(this)
    } catch (error) {
      this.fail(Cause.die(error))
    }
  }

  /**
   * Releases its places if a hook of the server's owner answers it before it runs. A running call keeps its place until
   * its end, even if its client has left; otherwise clients that hang up could run any number of calls.
   */
  releaseOnClose(): void {
    const { raw } = this.reply
    raw.once("close", () => {
      if (!this.#isRunning && this.begin()) this.record(raw.writableFinished ? raw.statusCode : 499)
    })
  }

  /** True for the first answer. */
  begin(): boolean {
    if (this.#answered) return false
    return (this.#answered = true)
  }

  /** Releases what it holds, counts it, and logs it, once. */
  record(status: number): void {
    if (this.#recorded) return
    this.#recorded = true
    const { counts } = this
    const { log, metrics, requests } = this.shared
    const ms = performance.now() - this.started
    const known = this.#owner
    this.#claims.release()
    metrics.inFlight--
    counts.add(status, ms)
    const line = {
      requestId: this.requestId,
      method: this.request.method,
      path: counts.path === "" ? unknownPath(this.path, log) : counts.path,
      status,
      ms,
      shop: known?.shop,
      keySet: known?.keySet,
      key: known && (this.request.headers["key"] as string | undefined),
      ip: this.ip,
      exchanged: requests.hasBodies && known !== undefined ? this.#exchanged() : undefined
    }
    log.request(line)
    if (!this.isVital && !(status === 200 && counts.path === listOfRequests)) requests.add(line)
  }

  /** What was sent and answered, as far as it is kept. */
  #exchanged(): Exchanged {
    const { headers, raw } = this.request
    const body = hasBody(raw) ? ((this.request.body as Body | undefined)?.text ?? null) : undefined
    return { url: raw.url!, headers, body, answer: keptText(this.#answer), next: this.#next }
  }
}

/** What the log and the metrics call the status of a call that was deliberately not answered. */
const noAnswer = 444

const strangers: Owner = { shop: "strangers", keySet: "" }

async function* eachOf(parts: ReadonlyArray<Buffer>): AsyncGenerator<Buffer> {
  yield* parts
}

/** The beginning of a path that no operation has, without secrets, for the log. */
const unknownPath = (path: string, { redacted }: Log): string =>
  path.length > 2000 ? "[over 2000 characters]" : redacted(path).slice(0, 200)
