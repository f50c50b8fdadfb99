/** Sends a request that is kept again, in the name of a key set, through the whole service of this process. */
import type { areas } from "@bottega/domain/areas"
import { reasonUnusable } from "@bottega/domain/areas/keys"
import { Conflict, type Finding, type Input, type Output, type TransportRequest } from "@bottega/domain/contract"
import { Context, Effect, Fiber, Result } from "effect"
import type { Caller } from "../../engine/admit/identity.ts"
import type { Answer } from "../../engine/answer/answer.ts"
import { receivedOf } from "../../engine/answer/received.ts"
import { type Kept, keptText, ringBounds } from "../../engine/answer/ring.ts"
import { type Handlers, staged } from "../../engine/decide/handler.ts"
import { Operator, refuseIf } from "../../engine/decide/session.ts"
import { serviceId } from "../../engine/ids.ts"
import type { Service } from "../../engine/service.ts"
import { callsOf } from "../../in-process.ts"
import { keySetOf } from "../keys.ts"
import { shopOf } from "../shops.ts"
import { keptOf } from "./kept.ts"
import { keyOf, shown } from "./shown.ts"

type Asked = Input<(typeof areas.requests)["endpoints"]["replay"]>
type Replayed = Output<(typeof areas.requests)["endpoints"]["replay"]>

/** The service that runs a replay, which sends the request to that same service. */
const Itself = Context.Reference<Service | undefined>("@bottega/service/Itself", { defaultValue: () => undefined })

/** The service, whose replays are sent to itself. */
export const withReplays = (service: Service): Service => ({
  ...service,
  run: (operation, ...call) => {
    const run = service.run(operation, ...call)
    return operation.id === "requests.replay" ? Effect.provideService(run, Itself, service) : run
  }
})

/** It is sent once, before the decision, which is made again after a conflict. */
export const replay: Handlers<typeof areas.requests>["replay"] = staged({
  deadlineMs: 60_000,
  prepare: (asked) =>
    Effect.flatMap(Effect.result(sentAgain(asked)), (made) =>
      Result.isFailure(made) && !("kind" in made.failure) ? Effect.fail(made.failure) : Effect.succeed(made)
    ),
  decide: (_, made) =>
    Result.isSuccess(made)
      ? Effect.succeed({ answer: made.success, writes: [] })
      : Effect.fail(made.failure as Conflict)
})

const sentAgain = Effect.fnUntraced(function* (asked: Asked) {
  const { base, ip } = yield* Operator
  const kept = yield* keptOf(asked)
  const { caller, key } = yield* callerOf(asked, kept)
  const { headers, ...sent } = yield* requestOf(asked, kept)
  const calls = callsOf(actingAs((yield* Itself)!, caller), base, ip)
  // A caller who leaves must not interrupt it between its decision and its commit.
  const sending = yield* Effect.forkDetach(calls({ ...sent, headers: { ...headers, key } }))
  const { answer, requestId } = yield* Fiber.join(sending)
  const body = (yield* Effect.promise(() => shortText(answer))) ?? null
  const before = { status: kept.request.status, body: shown(kept).answer }
  return { status: answer.status, body, requestId, before } satisfies Replayed
})

/** The operations of shops, called in the name of a key set, which needs no proof. */
const actingAs = (service: Service, known: Caller): Service => ({
  ...service,
  operations: service.operations.filter(({ endpoint }) => endpoint.surface === "shop"),
  admit: (operation, _, query) => service.admit(operation, { known }, query)
})

const callerOf = Effect.fnUntraced(function* (asked: Asked, { request }: Kept) {
  const operator = yield* Operator
  const { doc: shop } = yield* shopOf(asked.shop)
  const own = keyOf(request)
  const key = asked.key ?? (own?.startsWith("person:") === true ? undefined : own)
  const found = key && (yield* Effect.catchTag(keySetOf(key), "NotFound", () => Effect.succeed(undefined)))
  const keySet = found && found.doc.shop === shop.id ? found.doc : undefined
  const unusable = keySet && reasonUnusable(keySet, key!, Math.floor(operator.now / 1000))
  const why =
    key === undefined || key === null
      ? "is required: the request was not sent with a key set"
      : keySet === undefined
        ? "is not a key of the shop"
        : unusable && `cannot be used: ${unusable.replace(/\.$/, "")}`
  yield* refuseIf(operator, why === undefined ? [] : [{ at: ["key"], message: why }])
  return { key: key!, caller: { shop, keySet: keySet! } satisfies Caller }
})

const requestOf = Effect.fnUntraced(function* (asked: Asked, { request }: Kept) {
  const { exchanged } = request
  const { method = request.method } = asked
  const [path = "", query = ""] = (asked.path ?? `${request.path}?${queryOf(exchanged?.url ?? "")}`).split(/\?(.*)/s)
  const ofShops = path.replace(/^\/control\/v1\/shop\/[^/]+\//, "/v1.1/")
  const own = one(exchanged?.headers["idempotency-key"])
  const hasNoKey = asked.same_key === 1 && own === undefined
  yield* refuseIf(yield* Operator, [
    ...(ofShops.startsWith("/v1.1/")
      ? []
      : [finding("path", "must be the path of an operation of shops, below /v1.1/")]),
    ...(hasNoKey ? [finding("same_key", "must be 0: the request had no Idempotency-Key")] : [])
  ])
  if (method === "GET") return { method, path: ofShops, query, headers: {}, body: undefined } satisfies TransportRequest
  const body = asked.body ?? (exchanged === undefined ? null : exchanged.body)
  if (body === null) return yield* new Conflict({ message: "The body of the request was not kept: send body." })
  const type = asked.body === undefined ? one(exchanged?.headers["content-type"]) : typeOf(asked.body)
  const idempotencyKey = own === undefined ? undefined : asked.same_key === 1 ? own : yield* serviceId
  const headers = {
    ...(type === undefined ? {} : { "content-type": type }),
    ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey })
  }
  return { method, path: ofShops, query, headers, body } satisfies TransportRequest
})

const finding = (name: string, message: string): Finding => ({ at: [name], message })
const queryOf = (url: string): string => (url.includes("?") ? url.slice(url.indexOf("?") + 1) : "")
const typeOf = (body: string): string =>
  body.trimStart().startsWith("{") ? "application/json" : "application/x-www-form-urlencoded"
const one = (value: string | ReadonlyArray<string> | undefined): string | undefined =>
  typeof value === "string" ? value : value?.[0]

/** The text of an answer, if it is short; no more of it is made than is read. */
const shortText = async (answer: Answer): Promise<string | undefined> => {
  let text = ""
  for await (const piece of receivedOf(answer, {}).pieces()) {
    text += piece
    if (text.length > ringBounds.ofOneText) return undefined
  }
  return keptText(text)
}
