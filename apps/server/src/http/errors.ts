/** What goes wrong while a route of ours runs, as Fastify's error handling sees it. */
import { bodyOf, InternalError, UnsupportedMedia } from "@bottega/domain/contract"
import { Cause } from "effect"
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify"
import type { HttpCall } from "./http-call.ts"

/** An unforeseen error of ours; the client reads the request id and nothing else. */
export class Defect extends Error {
  readonly statusCode = 500
  /** The JSON that the client reads. */
  readonly body: string

  constructor(cause: Cause.Cause<unknown>, requestId: string) {
    const message = "The server failed; the request id finds the reason in its log."
    super(message, { cause: Cause.squash(cause) })
    this.body = JSON.stringify(bodyOf(new InternalError({ message }), requestId))
  }
}

/**
 * The error handler of our routes. Errors that are not ours, such as those of a hook of the server's owner, go on to the
 * owner's error handler.
 */
export const errorHandlerOf =
  (callOf: (request: FastifyRequest) => HttpCall | undefined) =>
  (error: FastifyError | Defect, request: FastifyRequest, reply: FastifyReply): void => {
    if (error instanceof Defect) reply.code(500).type("application/json; charset=utf-8").send(error.body)
    else if (error.code === "FST_ERR_CTP_INVALID_MEDIA_TYPE" && callOf(request) !== undefined)
      callOf(request)!.refuse(new UnsupportedMedia({ message: "The Content-Type is malformed." }))
    else throw error
  }
