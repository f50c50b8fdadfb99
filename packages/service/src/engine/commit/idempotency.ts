/**
 * Idempotency keys: the first answer to a key is kept for 24 hours, in the same commit as its change, and repeated byte
 * for byte. There is no reservation: callers in one process wait for the first one, and a process that loses the race
 * to commit returns the winner's answer.
 */
import { AlreadyAnswered, invalid, KeyReused, pathOf, type Refusal, RequestInFlight } from "@bottega/domain/contract"
import {
  type Adapter,
  Locks,
  type Stale,
  type Storage,
  type Stored,
  stored,
  type Taken,
  type Unavailable
} from "@bottega/storage"
import { Effect } from "effect"
import type { AdmittedCall } from "../admit/admitted.ts"
import { isOfShop } from "../admit/identity.ts"
import { ownerOf } from "../admit/owners.ts"
import { type Answer, answerOf } from "../answer/answer.ts"
import { installation, upsert, type WriteDraft } from "../decide/change.ts"
import type { Operation } from "../decide/operation.ts"
import { digest } from "../ids.ts"
import type { Call } from "../receive/call.ts"
import { answerRetentionMs, records } from "../records.ts"

type StoredAnswer = (typeof records.answered)["schema"]["Type"]

/** A call with a key, and the expired record that its answer replaces, if there is one. */
export interface KeyedCall {
  readonly id: string
  readonly fingerprint: string
  readonly secret: boolean
  readonly before: Stored<StoredAnswer> | undefined
}

/** The largest refusal that is kept. A larger one changed nothing either, so a repeat of its call is decided again. */
const maxRefusalBytes = 4096
/** How long a caller waits for the first call with its key. */
const waitTimeout = "10 seconds"

/** The write that keeps an answer. */
export const answerRecord = (
  { before, fingerprint, id, secret }: KeyedCall,
  status: number,
  body: string,
  at: number
): WriteDraft => upsert(records.answered, before, { id, fingerprint, status, body: secret ? null : body, at })

/** Makes a change, or a step of one; `undefined` says that another step is needed. */
export type Attempt<R> = (
  asked?: KeyedCall
) => Effect.Effect<string | undefined, Refusal | Stale | Taken | Unavailable, R>

/** Runs an attempt, with retries, until it answers. */
export type Run = <A, E, R>(
  attempt: Effect.Effect<A | undefined, E, R>
) => Effect.Effect<A, Exclude<E, Stale | Taken> | Refusal | Unavailable, R | Storage>

/** Runs `attempt` once per key over all processes of a store; every other caller gets the same answer. */
export const runOnce = (storage: Adapter) => {
  const locks = new Locks()

  return Effect.fnUntraced(function* <R>(
    call: Call & { readonly idempotencyKey: string },
    { endpoint }: Operation,
    { caller, now }: AdmittedCall,
    input: unknown,
    attempt: Attempt<R>,
    run: Run
  ) {
    if (call.idempotencyKey === "" || call.idempotencyKey.length > 255)
      return yield* invalid([{ path: "Idempotency-Key", message: "must be 1 to 255 characters long" }])
    const shop = isOfShop(caller) ? caller.shop.id : installation
    const owner = typeof caller === "string" ? caller : ownerOf(caller)!.keySet
    // A key may name a person, and the record outlives an erasure.
    const id = `${owner}:${digest(call.idempotencyKey)}`
    // The previous version stored records under the key itself; they last one more day.
    const ids = [id, `${owner}:${call.idempotencyKey}`]
    const fingerprint = digest(JSON.stringify([endpoint.method, pathOf(endpoint), input, call.upload?.digest]))

    const once = Effect.gen(function* () {
      const rows = yield* storage.find(shop, records.answered, {
        where: [{ on: "key", in: ids }],
        limit: ids.length,
        latest: true
      })
      const known = rows.map((row) => stored(records.answered, row))
      const kept = known.find(({ doc }) => doc.at + answerRetentionMs > now)
      if (kept !== undefined) return yield* replay(kept.doc, fingerprint)
      const before = known.find(({ doc }) => doc.id === id)
      const asked: KeyedCall = { id, fingerprint, secret: endpoint.secret, before }
      return yield* attempt(asked).pipe(
        Effect.map((body): Answer | undefined => (body === undefined ? undefined : { status: 200, body })),
        Effect.catch((failure) =>
          !isKept(failure)
            ? Effect.fail(failure)
            : Effect.gen(function* () {
                const answer = answerOf(failure, call.requestId, endpoint)
                if (Buffer.byteLength(answer.body as string) > maxRefusalBytes) return answer
                yield* storage.commit([{ shop, ...answerRecord(asked, answer.status, answer.body as string, now) }])
                return answer
              })
        )
      )
    })
    return yield* locks.holding([id], waiting, () => run(once))
  })
}

/** Bounds the wait only: a call that is being decided is never interrupted between its commit and its answer. */
const waiting = <A>(line: Effect.Effect<A>) =>
  Effect.timeoutOrElse(line, {
    duration: waitTimeout,
    orElse: () =>
      Effect.fail(
        new RequestInFlight({
          message: "The first request with this idempotency key is still being answered.",
          retryAfter: 1
        })
      )
  })

/** Refusals of the operation itself are kept as its answer; those of admission and of the store are not. */
const isKept = (failure: Refusal | Stale | Taken | Unavailable): failure is Refusal =>
  "kind" in failure && [400, 404, 409].includes(failure.kind.status)

const replay = ({ body, fingerprint, status }: StoredAnswer, asked: string) => {
  if (fingerprint !== asked)
    return Effect.fail(
      new KeyReused({ message: "This idempotency key was used before with another method, path or parameters." })
    )
  if (body === null)
    return Effect.fail(
      new AlreadyAnswered({
        message: "This idempotency key's answer held a secret or erased personal data and is not given again."
      })
    )
  return Effect.succeed<Answer>({ status, body, replayed: true })
}
