/**
 * The server that a shop is pulled from: asks it one question at a time per turn, repeats what may succeed later, and tells
 * apart what the server does not give from a server that cannot be asked any more.
 */
import { version } from "@bottega/domain/contract"
import { Clock, Effect, Random } from "effect"
import { type AnswerBounds, answerBounds } from "./bounds.ts"
import { NotGiven, Stopped } from "./failures.ts"
import { shown, Unfit } from "./given.ts"
import { type HttpAnswer, HttpConnections, type HttpQuestion, type Unreached } from "./http.ts"
import { parsed } from "./json.ts"
import { Pace, QuotaReached, type Waiting } from "./pace.ts"
import { type PictureRules, pictureQuestion } from "./pictures.ts"

/** Where a shop is pulled from, and how fast. */
export interface SourceOptions extends PictureRules {
  readonly from: URL
  readonly key: string
  readonly exchange: string
  /** Calls a second. */
  readonly rate: number
  readonly onWait?: (waiting: Waiting) => void
  /** Called when the server stops answering, once until it answers again. */
  readonly onBreak?: (broken: Break) => void
}

/** A server that does not answer, and how it is asked again. */
export interface Break {
  readonly path: string
  readonly why: string
  /** The tries that are left. */
  readonly tries: number
  /** The time within which they begin, in milliseconds, if each fails at once. */
  readonly withinMs: number
}

/** An answer, and the query of its next page if the answer names one. */
export interface SourceAnswer {
  readonly value: unknown
  readonly next: URLSearchParams | undefined
}

const pictureBounds = { maxBytes: 9 * 1024 * 1024, withinMs: 60_000 }
/** The tries of a question that fails; waits between them begin at up to a second and double up to a minute. */
const maxTries = 12
const maxWaitMs = (tries: number): number => Math.min(60_000, 500 * 2 ** tries)
/** The tries of a question to which the server answers 500, which may be wrong about this document only. */
const maxTriesAfter500 = 3
/** The statuses of a server that cannot answer now. */
const late: ReadonlySet<number> = new Set([408, 502, 503, 504])
/** The refusals by limits in a row after which a question is given up. */
const maxLimited = 50

export class Source {
  readonly #options: SourceOptions
  readonly #connections = new HttpConnections()
  readonly #pace: Pace
  /** The calls that were sent, each try counted. */
  calls = 0
  /** The server's clock at its last answer, in unix seconds; 0 before that. */
  serverSeconds = 0
  #isBroken = false

  constructor(options: SourceOptions) {
    this.#options = options
    this.#pace = new Pace(options.rate, options.onWait ?? (() => {}))
  }

  /** The answer to a GET of an operation. */
  ask(
    path: string,
    query: URLSearchParams = new URLSearchParams(),
    { maxValues, ...bounds }: AnswerBounds = answerBounds
  ): Effect.Effect<SourceAnswer, NotGiven | Stopped> {
    const { exchange, from, key } = this.#options
    const url = new URL(`${from.pathname.replace(/\/+$/, "")}/${version}${path}`, from)
    url.search = query.toString()
    const question = { url, headers: { key, exchange, accept: "application/json" }, ...bounds }
    return Effect.flatMap(this.#answer(path, question), ({ body, headers }) =>
      Effect.try({
        try: () => ({ value: accepted(parsed(body, maxValues)), next: nextOf(headers.link) }),
        catch: (error) => new NotGiven({ status: 200, why: `${path} ${(error as Unfit).message}` })
      })
    )
  }

  /** The value that an operation answers. */
  value(
    path: string,
    query: Readonly<Record<string, string>> = {},
    bounds?: AnswerBounds
  ): Effect.Effect<unknown, NotGiven | Stopped> {
    return Effect.map(this.ask(path, new URLSearchParams(query), bounds), ({ value }) => value)
  }

  /** The same; `undefined` if the server does not give it. */
  optional(path: string, query: Readonly<Record<string, string>> = {}): Effect.Effect<unknown, Stopped> {
    return Effect.catchTag(this.value(path, query), "NotGiven", () => Effect.undefined)
  }

  /** The bytes of a picture that an answer names, without the credentials. */
  picture(address: string): Effect.Effect<Buffer, NotGiven | Stopped> {
    return Effect.flatMap(pictureQuestion(address, this.#options), (question) =>
      Effect.map(this.#answer("pictures", { ...question, headers: {}, ...pictureBounds }), ({ body }) => body)
    )
  }

  /** What a pull may use of the source's quota. */
  get quota(): Pace["quota"] {
    return this.#pace.quota
  }

  /** Closes the connections. */
  close(): void {
    this.#connections.close()
  }

  #answer(path: string, question: HttpQuestion): Effect.Effect<HttpAnswer, NotGiven | Stopped> {
    return Effect.gen({ self: this }, function* () {
      let limited = 0
      for (let tries = 1; ; ) {
        const answer = yield* Effect.result(this.#once(path, question))
        if (answer._tag === "Failure") {
          const { failure } = answer
          if (failure instanceof QuotaReached) return yield* new Stopped({ message: quotaSentence(failure) })
          if (failure.isTooLong) return yield* new NotGiven({ status: 0, why: `${path} gives ${failure.why}` })
          if (tries >= maxTries)
            return yield* new Stopped({ message: `The server does not answer ${path}: ${shown(failure.why)}.` })
          this.#broken(path, failure.why, tries)
        } else {
          const { status } = answer.success
          if (status === 200) return answer.success
          const refused = refusalOf(path, status, { tries, limited })
          if (refused !== undefined) return yield* refused
          if (status === 429 || status === 509) {
            limited++
            continue
          }
          if (late.has(status)) this.#broken(path, `status ${status}`, tries)
        }
        yield* Effect.sleep(maxWaitMs(tries++) * (1 - (yield* Random.next) / 2))
      }
    })
  }

  #broken(path: string, why: string, tries: number): void {
    if (this.#isBroken) return
    this.#isBroken = true
    let withinMs = 0
    for (let n = tries; n < maxTries; n++) withinMs += maxWaitMs(n)
    this.#options.onBreak?.({ path, why: shown(why), tries: maxTries - tries, withinMs })
  }

  #once(path: string, question: HttpQuestion): Effect.Effect<HttpAnswer, Unreached | QuotaReached> {
    return Effect.gen({ self: this }, function* () {
      yield* this.#pace.turn(path)
      this.calls++
      const answer = yield* this.#connections.get(question)
      const { headers, status } = answer
      this.#isBroken &&= late.has(status)
      yield* this.#pace.noted(path, status, headers)
      const now = yield* Clock.currentTimeMillis
      const date = Date.parse(headers.date ?? "")
      this.serverSeconds = Math.floor((Number.isNaN(date) ? now : date) / 1000)
      return answer
    })
  }
}

/** A value, unless it says that the server refuses the question, which some do with the status 200. */
const accepted = (value: unknown): unknown => {
  const { err, ok } = (value ?? {}) as { readonly ok?: unknown; readonly err?: unknown }
  if (ok === 0) throw new Unfit(`was refused: ${shown(typeof err === "string" ? err : "")}`)
  return value
}

/** The failure of a question that was answered with this status; `undefined` if it is asked again. */
const refusalOf = (
  path: string,
  status: number,
  { limited, tries }: { readonly tries: number; readonly limited: number }
): NotGiven | Stopped | undefined => {
  if (status === 401) return new Stopped({ message: "The server does not accept the key and the exchange." })
  if (status === 429 || status === 509)
    return limited < maxLimited
      ? undefined
      : new Stopped({ message: `A limit of the server allows no call of ${path}.` })
  if (late.has(status))
    return tries < maxTries ? undefined : new Stopped({ message: `The server answers ${path} with status ${status}.` })
  if (status === 500 && tries < maxTriesAfter500) return undefined
  return new NotGiven({ status, why: `${path} was answered with status ${status}` })
}

const quotaSentence = ({ left, quota }: QuotaReached): string =>
  `${left} of the ${quota} calls of the key set's quota are left, which the pull leaves to other applications; run the command again when the quota begins again.`

/** The query of the next page in a `Link` header; the rest of its address does not matter. */
const nextOf = (link: string | ReadonlyArray<string> | undefined): URLSearchParams | undefined => {
  const found = /<[^>?]*\?([^>]{1,4000})>\s*;\s*rel="?next"?/.exec(String(link ?? "").slice(0, 8000))?.[1]
  return found === undefined ? undefined : new URLSearchParams(found)
}
