/** Sends an event to a handler as a webhook would: the same body, signed in the same way. */
import type { FollowedEvent } from "@bottega/domain/areas/follow"
import { whyNoAnswer } from "@bottega/domain/no-answer"
import { signed } from "@bottega/service"
import { fetchOrSayTls } from "../speaks-tls.ts"

/** An event that was sent, and its answer. */
export interface Sent {
  readonly event: FollowedEvent
  readonly to: string
  readonly body: string
  /** Undefined without an answer. */
  readonly status: number | undefined
  /** The first characters of the answer, or why there is none. */
  readonly answer: string
  readonly ms: number
}

/** How long a handler may take, in milliseconds: someone may be stepping through it. */
const timeoutMs = 120_000
/** How much of an answer is shown. */
const maxAnswerBytes = 1024

/** The name of the listener, where a delivery has the webhook's name. */
const name = "bottega listen"

/** Sends an event; never fails. */
export const forwarded = async (
  event: FollowedEvent,
  { secret, signal, to }: { readonly to: string; readonly secret: string; readonly signal: AbortSignal }
): Promise<Sent> => {
  const { data, id_order, instance, orderID, status, ts, type } = event
  const id = `${event.id}-listen`
  const body = JSON.stringify({ id, type, name, instance, orderID, id_order, status, timestamp: ts, data })
  const headers = { "content-type": "application/json", ...signed({ id, body, secrets: [secret] }) }
  const begun = performance.now()
  const result = await posted(to, { headers, body, signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]) })
  return { event, to, body, ...result, ms: Math.round(performance.now() - begun) }
}

const posted = async (to: string, request: RequestInit): Promise<Pick<Sent, "status" | "answer">> => {
  try {
    const response = await fetchOrSayTls(to, { ...request, method: "POST", redirect: "manual" })
    return { status: response.status, answer: await beginningOf(response) }
  } catch (error) {
    return { status: undefined, answer: reasonOf(error) }
  }
}

/** The beginning of an answer; the rest is not read. */
const beginningOf = async ({ body }: Response): Promise<string> => {
  const parts: Array<Uint8Array> = []
  let bytes = 0
  for await (const part of body ?? []) {
    parts.push(part)
    bytes += part.length
    if (bytes >= maxAnswerBytes) break
  }
  return Buffer.concat(parts).subarray(0, maxAnswerBytes).toString("utf8")
}

const reasonOf = (error: unknown): string => {
  const { cause, name } = error as { readonly cause?: { readonly code?: string }; readonly name?: string }
  if (name === "TimeoutError") return `no answer within ${timeoutMs / 1000} seconds`
  return cause?.code === "ECONNREFUSED" ? "nothing listens there" : whyNoAnswer(error)
}
