/** The store's log lines in the log of the server's owner. */

import { makeRedaction } from "@bottega/service"
import { Cause } from "effect"
import type { FastifyBaseLogger } from "fastify"
import { causeOf, type Log } from "./log.ts"

/**
 * A log that writes to a logger of Fastify's. The lines of requests are Fastify's own; they get the shop and the key set
 * as further fields.
 */
export const logTo = (logger: FastifyBaseLogger): Log => {
  const redaction = makeRedaction()
  const { redacted } = redaction
  return {
    ...redaction,
    request: () => {},
    identified: ({ reply, request }, shop, keySet) => {
      request.log = reply.log = request.log.child({ shop, keySet })
    },
    defect: (cause, requestId) => logger.error({ reqId: requestId, cause: causeOf(cause, redacted) }, "defect"),
    fatal: (error) => logger.fatal({ cause: causeOf(Cause.die(error), redacted) }, "the store ends"),
    info: (message, fields = {}) => logger.info(fields, redacted(message)),
    warn: (message, fields = {}) => logger.warn(fields, redacted(message)),
    error: (message, fields = {}) => logger.error(fields, redacted(message)),
    dropped: () => 0,
    flush: () => {}
  }
}
