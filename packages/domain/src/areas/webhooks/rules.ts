/** What follows from an attempt to deliver: for the delivery, and for the receiver as a whole. */
import { type DeliveryAttempt, maxAnswerBytes } from "../../contract/outbox.ts"
import { retryDelayMs, retryDelaysSeconds } from "../../contract/schedule.ts"
import { type Delivery, type Receiver, withAttempt } from "./deliveries.ts"
import { stateOf, type Webhook } from "./document.ts"

/**
 * How an attempt to call an address ended. `retryAfterMs` is the time that the receiver asked to wait, as {@link retryAfterMsOf}
 * bounds it.
 */
export interface AttemptResult {
  readonly url: string
  readonly attempt: DeliveryAttempt
  readonly retryAfterMs?: number | undefined
}

/** Whether an attempt delivered the event. */
export const isDelivered = ({ status }: Pick<DeliveryAttempt, "status">): boolean =>
  status !== null && status >= 200 && status < 300

/** After so many failures in a row a receiver is broken: it gets one delivery at a time, by the schedule. */
export const maxFailures = 20

/**
 * With so many open deliveries a receiver is full: what happens then is parked until some of them have ended. It has no pause,
 * because one that is slow, or fails now and then, is not broken.
 */
export const maxOpen = 1000
export const isFull = ({ open }: Pick<Receiver, "open">): boolean => open >= maxOpen

/** A receiver with nothing but failures for so long is disabled. */
export const maxFailingMs = 5 * 86_400_000

/** The longest time that a receiver can ask to wait. */
const maxRetryAfterMs = 86_400_000

/** A receiver without failures. */
export const soundReceiver = (id: string, shop: string): Receiver => ({
  ...{ id, shop, due: null, failures: 0, failingSince: null, isBroken: false, probes: 0 },
  ...{ hasParked: false, open: 0, lastStatus: null, lastMs: null }
})

/** Milliseconds until the next probe of a broken receiver, by the schedule of retries; its last step repeats. */
const probeDelayMs = (probes: number, chance: number): number =>
  retryDelayMs(Math.min(probes + 1, retryDelaysSeconds.length), chance)!

/** Whether a status says that the receiver, and not this delivery, needs time. */
const isThrottled = (status: number | null): boolean => status === 429 || status === 502 || status === 504

/** A receiver after an attempt; `chance` is a random number from 0 to 1. */
export const receiverAfter = (
  receiver: Receiver,
  { attempt: { ms, status }, retryAfterMs = 0 }: AttemptResult,
  nowMs: number,
  chance: number
): Receiver => {
  const last = { ...receiver, lastStatus: status, lastMs: ms }
  if (isDelivered({ status })) return { ...last, failures: 0, failingSince: null, isBroken: false, probes: 0 }
  const failures = receiver.failures + 1
  const failing = { ...last, failures, failingSince: receiver.failingSince ?? nowMs }
  const isBroken = receiver.isBroken || isThrottled(status) || failures >= maxFailures
  if (!isBroken) return failing
  // A call that began before the receiver was broken says no more than those that showed it.
  if (receiver.isBroken && receiver.due !== null && receiver.due > nowMs)
    return { ...failing, due: Math.max(receiver.due, nowMs + retryAfterMs) }
  const probes = receiver.isBroken ? receiver.probes + 1 : 0
  const delayMs = Math.max(probeDelayMs(probes, chance), retryAfterMs)
  return { ...failing, isBroken, probes, due: nowMs + delayMs }
}

/** Why a webhook is to be disabled: what its receiver showed, and the address at which it did. */
export interface ReasonToDisable {
  readonly is: "gone" | "failing"
  readonly url: string
}

/** Why a webhook is to be disabled after an attempt, as far as its receiver shows; undefined if it is not. */
export const reasonToDisable = (
  { failingSince }: Pick<Receiver, "failingSince">,
  { attempt, url }: AttemptResult,
  nowMs: number
): ReasonToDisable | undefined => {
  if (attempt.status === 410) return { is: "gone", url }
  return failingSince !== null && nowMs - failingSince >= maxFailingMs ? { is: "failing", url } : undefined
}

/**
 * A webhook with what a call gives. Another address is another receiver, of which nothing is known. One that is stopped stays so:
 * the operator's word, not this call's, lets it go on.
 */
export const webhookWith = (
  webhook: Webhook,
  given: Partial<Pick<Webhook, "name" | "type" | "url">>,
  nowMs: number
): Webhook => {
  const isMoved = given.url !== undefined && given.url !== webhook.url && stateOf(webhook, nowMs) === "active"
  return { ...webhook, ...given, ...(isMoved ? { resumed: Math.floor(nowMs / 1000) } : {}) }
}

/**
 * Whether a webhook is disabled for a reason: a former address does not count, nor does what failed before the webhook was last let
 * go on, or got its address.
 */
export const isReasonFor = (
  { resumed, url }: Pick<Webhook, "resumed" | "url">,
  reason: ReasonToDisable,
  nowMs: number
): boolean => reason.url === url && (reason.is === "gone" || resumed === null || nowMs - resumed * 1000 >= maxFailingMs)

/** A delivery after an attempt; it is dead after its last retry. */
export const deliveryAfter = (
  delivery: Delivery,
  { attempt, retryAfterMs = 0 }: AttemptResult,
  nowMs: number,
  chance: number
): Delivery => {
  const tried = withAttempt(delivery, attempt)
  if (isDelivered(attempt)) return { ...tried, state: "delivered", due: null }
  const failures = delivery.failures + 1
  const delayMs = retryDelayMs(failures, chance)
  if (delayMs === undefined) return { ...tried, failures, state: "dead", due: null }
  return { ...tried, failures, due: nowMs + Math.max(delayMs, retryAfterMs) }
}

/** The time that a receiver asks to wait by `Retry-After`, in seconds or as a date; a day at most. */
export const retryAfterMsOf = (value: string | undefined, nowMs: number): number | undefined => {
  if (value === undefined) return undefined
  const ms = /^\d+$/.test(value.trim()) ? Number(value) * 1000 : Date.parse(value) - nowMs
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(0, ms), maxRetryAfterMs)
}

/** The start of an answer, of at most {@link maxAnswerBytes} bytes. */
export const keptAnswer = (text: string): string => {
  // No character takes more than three bytes for each of its parts.
  if (text.length * 3 <= maxAnswerBytes) return text
  const start = text.slice(0, maxAnswerBytes)
  const bytes = new TextEncoder().encode(start)
  if (bytes.length <= maxAnswerBytes) return start
  return new TextDecoder().decode(bytes.subarray(0, maxAnswerBytes)).replace(/\ufffd+$/, "")
}
