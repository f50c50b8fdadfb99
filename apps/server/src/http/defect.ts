/** An error of ours, as Fastify carries it to its error handlers. */
import { type Any, bodyOf, InternalError } from "@bottega/domain/contract"
import { Cause } from "effect"

/** An unexpected error of ours; the client learns only the request id. */
export class Defect extends Error {
  readonly statusCode = 500
  /** The JSON that the client reads. */
  readonly body: string

  constructor(cause: Cause.Cause<unknown>, requestId: string, endpoint?: Any) {
    const message = "The server failed; its log has the reason under the request id."
    super(message, { cause: Cause.squash(cause) })
    this.body = JSON.stringify(bodyOf(new InternalError({ message }), requestId, endpoint?.refusedWith))
  }
}
