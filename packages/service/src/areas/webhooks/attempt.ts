/** One attempt to deliver a payload: a signed POST, bounded in time and in what is read and kept of its answer. */
import {
  type AttemptResult,
  isDelivered,
  keptAnswer,
  retryAfterMsOf,
  type Webhook
} from "@bottega/domain/areas/webhooks"
import { maxAnswerBytes, validSecrets } from "@bottega/domain/contract"
import { Effect } from "effect"
import { machineClock } from "../../machine-clock.ts"
import { noTurn, type Poster, type PostResponse, poster } from "../../outbound/post.ts"
import { signed } from "../../outbound/signature.ts"
import { bodyOf, type Payload } from "./payload.ts"

/**
 * The most that is read of an answer, and that is held of it meanwhile, in bytes: a shop may have hundreds of calls in progress. One
 * character more than is shown is held, so that none is shown in part.
 */
const answerBytes = { maxBytes: 1024 * 1024, keptBytes: maxAnswerBytes + 4 }

/** What an attempt sends, and how many milliseconds it may take. */
export interface Attempt {
  readonly shop: string
  readonly webhook: Webhook
  readonly payload: Payload
  readonly withinMs: number
}

/** The end of an attempt; `unsent` if its turn did not come, which says nothing of the receiver. */
export type EndOfPost = AttemptResult | "unsent"

/** Begins one attempt, which ends once. A redirect is an answer like any other, and a failure. The result ends it early. */
export const beginAttempt = (
  poster: Poster,
  { payload, shop, webhook, withinMs }: Attempt,
  ended: (result: EndOfPost) => void
): ((reason: string) => void) => {
  const { clock } = poster
  const { format, id, secrets, url } = webhook
  const body = bodyOf(payload, format)
  const begunMs = clock.currentTimeMillisUnsafe()
  const begunNs = clock.monotonicTimeNanosUnsafe()
  const ts = Math.floor(begunMs / 1000)
  const headers = {
    "content-type": format === "json" ? "application/json" : "application/x-www-form-urlencoded",
    ...signed({ id: payload.id, body, secrets: validSecrets(secrets, begunMs) })
  }
  // The call may wait for its turn, and must have ended before another process can take its place.
  const bounds = { within: withinMs, isWaitCounted: true, ...answerBytes }
  const posting = {
    url,
    headers,
    body,
    caller: `deliveries/${id}`,
    shop: `deliveries/${shop}`,
    isRepeatable: true,
    ...bounds
  }
  return poster.post(posting, (response, reason) => {
    const ms = Math.round(Number(clock.monotonicTimeNanosUnsafe() - begunNs) / 1e6)
    if (response !== undefined) return ended({ url, ...resultOf(response, ts, ms) })
    if (reason === noTurn) return ended("unsent")
    const error = `The address ${reason}.`
    ended({ url, attempt: { ts, status: null, error, ms, answer: null }, retryAfterMs: undefined })
  })
}

/** Makes one attempt, like {@link beginAttempt}. */
export const attempted = (attempt: Attempt): Effect.Effect<EndOfPost> =>
  Effect.flatMap(poster, (one) =>
    Effect.callback((resume) => {
      const end = beginAttempt(one, attempt, (result) => resume(Effect.succeed(result)))
      return Effect.sync(() => end("was interrupted"))
    })
  )

/** A date is compared with the machine's clock, as signatures are: the receiver's is not moved with this server's. */
const resultOf = ({ headers, status, text }: PostResponse, ts: number, ms: number): Omit<AttemptResult, "url"> => {
  const error = isDelivered({ status }) ? null : `The receiver answered ${status}.`
  const retryAfter = headers["retry-after"]
  const nowMs = machineClock.currentTimeMillisUnsafe()
  const retryAfterMs = retryAfterMsOf(typeof retryAfter === "string" ? retryAfter : undefined, nowMs)
  return { attempt: { ts, status, error, ms, answer: keptAnswer(text) }, retryAfterMs }
}
