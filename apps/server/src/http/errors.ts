/** Handles errors of our routes within Fastify's error handling. */
import { UnsupportedMedia } from "@bottega/domain/contract"
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify"
import { Defect } from "./defect.ts"
import type { HttpCall } from "./http-call.ts"

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
