/** `Expect: 100-continue`: a sender that asks first is told to go on when its body is wanted, and not before. */
import type { IncomingMessage, Server, ServerResponse } from "node:http"

/** The requests whose senders wait. */
export interface Waiting {
  /** Asks for the body of a request whose sender waits; of another, nothing is to be done. */
  readonly goOn: (request: IncomingMessage, response: ServerResponse) => void
}

/** Lets a server's routes decide on requests that expect something. */
export const letWait = (
  server: Server,
  route: (request: IncomingMessage, response: ServerResponse) => void
): Waiting => {
  const waiting = new WeakSet<IncomingMessage>()
  server.on("checkContinue", (request, response) => {
    waiting.add(request)
    route(request, response)
  })
  // Another expectation is none that a server need meet.
  server.on("checkExpectation", route)
  return {
    goOn: (request, response) => {
      if (waiting.delete(request)) response.writeContinue()
    }
  }
}
