/**
 * Asks a shop's real-time endpoints of one kind, all at once and for at most two seconds. One that fails, is late or answers
 * nonsense gives nothing. See docs/decisions/0491.
 */
import type { collections } from "@bottega/domain/areas"
import { askMs, isPaused, maxEndpoints, type RealtimeEndpoint } from "@bottega/domain/areas/realtime"
import { type Collection, validSecrets } from "@bottega/domain/contract"
import type { Stored } from "@bottega/storage"
import { Clock, Effect, Option, Schema } from "effect"
import { list, Session } from "../../engine/decide/session.ts"
import { serviceId } from "../../engine/ids.ts"
import { PrivateUrls } from "../../outbound/address.ts"
import { type PostResponse, post } from "../../outbound/post.ts"
import { signed } from "../../outbound/signature.ts"
import { isAllowed } from "./address.ts"
import { mayAsk, note } from "./breakers.ts"

/** The longest answer that is read. */
const maxAnswerBytes = 256 * 1024
/** A call that has not waited for its turn ends by itself, as a failure of its endpoint; one that has waited is not counted. */
const callMs = askMs - 10

/** What the endpoints of one kind are asked, and how their answers are read. */
export interface Asked<Answer> {
  readonly of: (typeof collections)["realtimeCoupons" | "realtimeShippings"]
  /** The body for an endpoint, beside its `instance`. */
  readonly body: object
  readonly answer: Schema.Decoder<Answer>
}

/** The answer of one endpoint. */
export interface Answered<Answer> {
  readonly endpoint: RealtimeEndpoint
  readonly answer: Answer
}

/** The endpoints of a kind that are not paused, the oldest first. */
export const askable = Effect.fnUntraced(function* (of: Asked<unknown>["of"]) {
  const { now } = yield* Session
  const found = yield* list(of, { sort: { by: "created" }, limit: maxEndpoints })
  return found.filter(({ doc }) => !isPaused(doc, now))
})

/** The answers of those endpoints that gave one, in the order of the endpoints. */
export const answersOf = Effect.fnUntraced(function* <Answer>(
  endpoints: ReadonlyArray<Stored<RealtimeEndpoint>>,
  asked: Asked<Answer>
) {
  const found = yield* Effect.forEach(endpoints, (endpoint) => answerOf(endpoint, asked), { concurrency: maxEndpoints })
  return found.flatMap(
    (answer, at): ReadonlyArray<Answered<Answer>> =>
      Option.isSome(answer) ? [{ endpoint: endpoints[at]!.doc, answer: answer.value }] : []
  )
})

const answerOf = Effect.fnUntraced(function* <Answer>(
  endpoint: Stored<RealtimeEndpoint>,
  { answer: schema, body, of }: Asked<Answer>
) {
  const { shop } = yield* Session
  const collection: Collection<RealtimeEndpoint> = of
  const { doc } = endpoint
  const nobody = Option.none<Answer>()
  const begun = yield* Clock.monotonicTimeNanos
  const call = Effect.gen(function* () {
    if (!isAllowed(doc.url, yield* PrivateUrls) || !(yield* mayAsk(shop.id, collection, endpoint))) return undefined
    return yield* Effect.option(post(yield* requestOf(shop.id, doc, { ...body, instance: doc.instance })))
  })
  const given = Option.getOrUndefined(yield* Effect.timeoutOption(call, askMs))
  // It was not asked, or its call waited for its turn for too long.
  if (given === undefined) return nobody
  const response = Option.getOrUndefined(given)
  const answer = response === undefined ? nobody : readIn(response, schema)
  const ms = Number(((yield* Clock.monotonicTimeNanos) - begun) / 1_000_000n)
  const outcome = { lastStatus: response?.status ?? null, lastMs: ms }
  yield* note(shop.id, collection, doc, { isFailure: Option.isNone(answer), ...outcome })
  return answer
})

const requestOf = Effect.fnUntraced(function* (shop: string, { secrets, url }: RealtimeEndpoint, content: object) {
  const nowMs = yield* Clock.currentTimeMillis
  const body = JSON.stringify(content)
  const id = yield* serviceId
  const headers = signed({ id, body, secrets: validSecrets(secrets, nowMs) })
  return {
    url,
    headers: { ...headers, "content-type": "application/json" },
    body,
    caller: `questions/${shop}`,
    within: callMs,
    maxBytes: maxAnswerBytes
  }
})

const readIn = <Answer>({ status, text }: PostResponse, schema: Schema.Decoder<Answer>): Option.Option<Answer> => {
  if (status !== 200) return Option.none()
  try {
    return Schema.decodeUnknownOption(schema)(JSON.parse(text))
  } catch {
    return Option.none()
  }
}
