/** `Expect: 100-continue`: a client gets its `100 Continue` only once its body is wanted. */
import type { IncomingMessage, Server, ServerResponse } from "node:http"

/** The requests whose clients wait before they send a body. */
export interface ContinueRequests {
  /** Requests the body, if the client is waiting for that. */
  readonly sendContinue: (request: IncomingMessage, response: ServerResponse) => void
}

/** Lets the routes of a server handle requests with an `Expect` header. */
export const holdContinueRequests = (
  server: Server,
  route: (request: IncomingMessage, response: ServerResponse) => void
): ContinueRequests => {
  const waiting = new WeakSet<IncomingMessage>()
  server.on("checkContinue", (request, response) => {
    waiting.add(request)
    route(request, response)
  })
  // A server need not support any other expectation.
  server.on("checkExpectation", route)
  return {
    sendContinue: (request, response) => {
      if (waiting.delete(request)) response.writeContinue()
    }
  }
}

/** The requests of a server whose owner lets Node ask for every body at once. */
export const noContinueRequests: ContinueRequests = { sendContinue: () => {} }
