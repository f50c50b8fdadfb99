/** Sends a test event to a webhook, once and whatever its state, so that an operator sees what the receiver answers. */
import { type areas, collections } from "@bottega/domain/areas"
import { deliveryId, type Webhook } from "@bottega/domain/areas/webhooks"
import { absence, type Output } from "@bottega/domain/contract"
import { docOf } from "@bottega/storage"
import { Effect } from "effect"
import { existingIn } from "../../../engine/decide/existing.ts"
import type { Stages } from "../../../engine/decide/handler.ts"
import { Operator } from "../../../engine/decide/session.ts"
import { timeKey } from "../../../engine/ids.ts"
import { noTurn } from "../../../outbound/post.ts"
import { shopOf } from "../../shops.ts"
import { attempted } from "../attempt.ts"
import type { Payload } from "../payload.ts"

const { webhooks } = collections

type Endpoint = (typeof areas.webhooks.endpoints)["test"]
type Tested = Output<Endpoint>

/** The time limits of the call to the receiver, and of the whole test, which may wait for its turn. */
const withinMs = 10_000
const deadlineMs = 25_000

/** The stages of a test. */
export const tested: Stages<Endpoint, Tested | undefined> = {
  deadlineMs,
  prepare: Effect.fnUntraced(function* ({ shop, webhook: id }) {
    const { now, within } = yield* Operator
    const [row] = yield* within(shop)(webhooks, { where: [{ on: "key", eq: id }], limit: 1 })
    if (row === undefined) return undefined
    const webhook = docOf(webhooks, row)
    const payload = payloadOf(webhook, deliveryId(yield* timeKey, 0, id), now)
    const end = yield* attempted({ shop, webhook, payload, withinMs })
    if (end === "unsent") return { ok: 0, status: null, reason: `The address ${noTurn}.` } as Tested
    const { answer, error, status } = end.attempt
    if (error === null) return { ok: 1, status, reason: null } as Tested
    return { ok: 0, status, reason: answer === null || answer === "" ? error : `${error} ${answer}` } as Tested
  }),
  decide: Effect.fnUntraced(function* ({ shop, webhook }, answer) {
    yield* shopOf(shop)
    yield* existingIn((yield* Operator).within(shop), webhooks, webhook)
    // It was made after the test began.
    if (answer === undefined) return yield* Effect.fail(absence(webhooks))
    return { answer, writes: [] }
  })
}

const payloadOf = ({ instance, name, type }: Webhook, id: string, nowMs: number): Payload => ({
  ...{ id, type, name, instance, orderID: null, id_order: null, status: null },
  ...{ timestamp: Math.floor(nowMs / 1000), data: { test: true } }
})
