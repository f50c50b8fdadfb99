/** An error of ours, as Fastify carries it to its error handlers. */
import { type Any, bodyOf, InternalError } from "@bottega/domain/contract"
import { Cause } from "effect"

/** An unforeseen error of ours; the client reads the request id and nothing else. */
export class Defect extends Error {
  readonly statusCode = 500
  /** The JSON that the client reads. */
  readonly body: string

  constructor(cause: Cause.Cause<unknown>, requestId: string, endpoint?: Any) {
    const message = "The server failed; the request id finds the reason in its log."
    super(message, { cause: Cause.squash(cause) })
    this.body = JSON.stringify(bodyOf(new InternalError({ message }), requestId, endpoint?.refusedWith))
  }
}
