/** Changes that people send again because no answer arrived. */
import { useRef } from "preact/hooks"
import type { Operation } from "../contract/operation.ts"
import { call, type Parameters } from "./client.ts"
import { errorIn } from "./error.ts"

/**
 * Makes the calls of a form. The server may have done what it did not answer, so the same change has the same idempotency key until an
 * answer arrives, and is done once.
 */
export const useOnce = (): typeof call => {
  const unanswered = useRef<{ readonly sent: string; readonly idempotencyKey: string }>(null)
  return async (operation: Operation, parameters: Parameters = {}, options = {}) => {
    const sent = JSON.stringify([operation.id, parameters], fileAsText)
    const former = unanswered.current?.sent === sent ? unanswered.current : undefined
    const one = former ?? { sent, idempotencyKey: crypto.randomUUID() }
    unanswered.current = one
    try {
      const answer = await call(operation, parameters, { ...options, idempotencyKey: one.idempotencyKey })
      unanswered.current = null
      return answer
    } catch (cause) {
      const { status = 0, type } = errorIn(cause) ?? {}
      const isRefused = status > 0 && status < 500 && type !== "request_in_flight"
      if (isRefused) unanswered.current = null
      throw cause
    }
  }
}

const fileAsText = (_name: string, value: unknown): unknown =>
  value instanceof File ? `${value.name} ${value.size} ${value.lastModified}` : value
