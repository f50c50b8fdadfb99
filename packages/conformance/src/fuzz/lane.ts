/** One of several senders: sends a request, waits for the answer, judges it, and learns from it. */
import { pathOf } from "@bottega/domain/contract"
import { docsPaths } from "@bottega/server"
import type { Chance } from "@bottega/service/demo"
import { everything } from "../sample.ts"
import { type Call, callOf } from "./call.ts"
import { type Answer, Connection, type Outcome } from "./connection.ts"
import type { Findings } from "./found.ts"
import { judged } from "./judged.ts"
import { type Learned, note } from "./learned.ts"
import { bytesOf, type Request, send } from "./request.ts"
import { roughCases } from "./rough.ts"
import { next } from "./schedule.ts"
import type { Stage } from "./stage.ts"
import type { Tally } from "./tally.ts"
import type { Watch } from "./watch.ts"

/** What the lanes of a run share. */
export interface Ground {
  readonly url: string
  readonly requests: number
  readonly goal: number
  readonly tally: Tally
  readonly findings: Findings
  readonly learned: Learned
  readonly watch: Watch
  /** The last requests that were sent, answered or not. */
  readonly latest: Array<Request>
  /** The requests that were answered since the watch last read the metrics. */
  readonly recent: Array<{ readonly request: Request; readonly ms: number }>
  /** Rough cases in progress. */
  readonly rough: Set<Promise<void>>
  /** Whether enough was sent. */
  readonly isDone: () => boolean
  /** Whether sending has stopped. */
  over: boolean
  /** Whether the server has ended. */
  gone?: boolean
}

/** Paths of the server's displays. */
const displays = [
  "/healthz",
  "/readyz",
  "/metrics",
  "/openapi.json",
  "/llms.txt",
  "/docs/introduction.md",
  ...docsPaths
]

/** Requests that are kept to find out which of them ended the server. */
const maxLatest = 64

/** The maximum number of rough cases in progress at once. */
const maxRough = 48

/** A sender. */
export class Lane {
  readonly #ground: Ground
  readonly #chance: Chance
  readonly #stages: () => Promise<Stage>
  #connection: Connection | undefined

  constructor(ground: Ground, chance: Chance, stages: () => Promise<Stage>) {
    this.#ground = ground
    this.#chance = chance
    this.#stages = stages
  }

  /** Sends until there are enough requests. */
  async run(): Promise<void> {
    while (!this.#ground.over && !this.#ground.isDone()) {
      const stage = await this.#stages().catch(() => undefined)
      if (stage === undefined) await this.#whetherGone()
      else if (this.#chance.is(0.02)) await this.#roughly(stage)
      else if (this.#chance.is(0.01)) await this.#look(stage)
      else await this.#call(this.#callOf(stage), stage)
    }
    await Promise.all(this.#ground.rough)
    this.#connection?.close()
  }

  /** Whether the server has ended; then nothing more is sent. */
  async #whetherGone(): Promise<boolean> {
    const gone = await this.#ground.watch.read().then(
      () => false,
      () => true
    )
    if (gone) this.#ground.gone = this.#ground.over = true
    return gone
  }

  #callOf(stage: Stage): Call {
    const { goal, learned, requests, tally } = this.#ground
    // Slightly ahead of schedule, so that the last requests need not make up for the first.
    const due = Math.min(goal + 2, Math.ceil((goal * 1.5 * tally.requests) / requests) + 1)
    const entry = next({ entries: everything, tally, subjects: stage.subjects, chance: this.#chance, due })
    return callOf(entry, { chance: this.#chance, learned, stage, now: Math.floor(Date.now() / 1000) })
  }

  async #call(call: Call, stage: Stage): Promise<void> {
    const { entry, request } = call
    const outcome = await this.#send(request)
    const answer = "none" in outcome ? undefined : outcome
    this.#ground.tally.add(request.name, answer, request.name === entry.id)
    const plain = request.name === entry.id && request.target.startsWith(pathOf(entry.endpoint))
    const operation = plain ? `${request.method} ${pathOf(entry.endpoint)}` : undefined
    await this.#judge(request, outcome, stage, { ...(operation && { operation }), owed: true })
    if (call.intact && request.name === entry.id) note(call.chosen, answer?.status === 200)
    if (answer === undefined || request.name !== entry.id) return
    if (answer.status === 200) learn(call, answer, stage)
    if (answer.status === 404 || (answer.status === 200 && request.method === "DELETE"))
      stage.subjects.forget(entry, call.parameters)
  }

  async #look(stage: Stage): Promise<void> {
    const path = this.#chance.of(displays)
    const method = this.#chance.of(["GET", "GET", "GET", "HEAD", "POST", "OPTIONS"])
    const body = method === "POST" ? { body: Buffer.from("a=1") } : {}
    const request: Request = { name: path, method, target: path, headers: [["Host", stage.host]], ...body }
    const outcome = await this.#send(request)
    const answer = "none" in outcome ? undefined : outcome
    if (path === "/metrics" && answer?.status === 200 && method === "GET") this.#ground.watch.see(answer.text)
    this.#ground.tally.add(path, answer, false)
    await this.#judge(request, outcome, stage, { display: true, owed: true })
  }

  /** A rough case takes long, but delays the lane only if too many are in progress. */
  async #roughly(stage: Stage): Promise<void> {
    const { rough } = this.#ground
    if (rough.size >= maxRough) await Promise.race(rough)
    const one = this.#beRough(stage).finally(() => rough.delete(one))
    rough.add(one)
  }

  async #beRough(stage: Stage): Promise<void> {
    const rough = this.#chance.weighted(roughCases)
    const { url } = this.#ground
    const right = () => this.#callOf(stage).request
    const tried = await rough.run({ url, stage, chance: this.#chance, right })
    if (tried.length === 0) this.#ground.tally.add(rough.name, undefined, false)
    for (const { outcome, owed, request } of tried) {
      this.#ground.tally.add(rough.name, "none" in outcome ? undefined : outcome, false)
      await this.#judge({ ...request, name: rough.name }, outcome, stage, { display: true, owed })
    }
  }

  /**
   * Sends on the connection of the request before. A server may close that while the request is on its way; as every client must
   * (RFC 9112, 9.3.1), the lane then sends the request again, on a connection of its own.
   */
  async #send(request: Request): Promise<Outcome> {
    const isUsed = this.#connection?.open === true && !this.#connection.closing
    const outcome = await send(isUsed ? this.#connection! : this.#fresh(), request)
    return isUsed && "none" in outcome && outcome.none === "closed" ? send(this.#fresh(), request) : outcome
  }

  #fresh(): Connection {
    this.#connection?.close()
    return (this.#connection = new Connection(this.#ground.url))
  }

  async #judge(
    request: Request,
    outcome: Outcome,
    stage: Stage,
    how: { readonly operation?: string; readonly display?: boolean; readonly owed: boolean }
  ): Promise<void> {
    const { findings, latest, recent } = this.#ground
    // If the server has ended, one of the last requests is the cause.
    if (latest.push(request) > maxLatest) latest.shift()
    if ("none" in outcome) {
      if (await this.#whetherGone()) return
      if (how.owed || !["closed", "timeout"].includes(outcome.none))
        findings.add(`It has no answer: ${outcome.none}.`, request)
      return
    }
    recent.push({ request, ms: outcome.ms })
    const { body, head } = bytesOf(request)
    const sent = Buffer.concat([head, body]).toString("utf8")
    const thorough = outcome.text.length < 8000 || this.#chance.is(0.1)
    for (const what of judged(outcome, { ...how, request, sent, stage, thorough })) findings.add(what, request)
  }
}

const learn = ({ entry, parameters }: Call, { headers, text }: Answer, stage: Stage): void => {
  const answer = JSON.parse(text) as unknown
  const [, cursor] = /[?&]cursor=([\w-]+)/.exec(headers.get("link") ?? "") ?? []
  if (cursor !== undefined) stage.subjects.put(entry.area, "cursor", cursor)
  const { exchange } = (answer ?? {}) as { readonly exchange?: unknown }
  if (typeof exchange === "string") stage.secrets.add(exchange)
  stage.subjects.prove(entry, parameters)
  stage.subjects.learn(entry, parameters, answer)
}
