/** What a receiver of deliveries does with a request: answers it, well or badly, or does not. */
import type { IncomingHttpHeaders, OutgoingHttpHeaders, ServerResponse } from "node:http"

/** A request that a receiver got. */
export interface Arrival {
  /** The path and query that it was sent to. */
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  /** Its `webhook-id`; empty if it has none. */
  readonly id: string
  /** How many requests the receiver had got before it. */
  readonly at: number
  /** The status that it was answered with; undefined while there is no answer. */
  status: number | undefined
  /** How many requests the receiver had got when it had sent the answer. */
  answeredAt: number | undefined
}

/** Whether a request was answered 2xx. */
export const isDelivered = ({ status }: Pick<Arrival, "status">): boolean =>
  status !== undefined && status >= 200 && status < 300

/** Answers a request; `before` are the earlier requests with the same `webhook-id`. */
export type Behaviour = (answer: ServerResponse, arrival: Arrival, before: ReadonlyArray<Arrival>) => void

/** Answers with a status, and 200 by default. */
export const answers =
  (status = 200, headers: OutgoingHttpHeaders = {}, text = ""): Behaviour =>
  (answer) =>
    void answer.writeHead(status, headers).end(text)

/** Answers after a time, as another behaviour does. */
export const slow =
  (ms: number, then: Behaviour = answers()): Behaviour =>
  (answer, arrival, before) => {
    const timer = setTimeout(() => then(answer, arrival, before), ms)
    answer.once("close", () => clearTimeout(timer))
  }

/** Never answers, and keeps the connection open. */
export const hangs: Behaviour = () => {}

/** Closes the connection without an answer. */
export const resets: Behaviour = (answer) => void answer.socket?.resetAndDestroy()

/** Begins an answer and goes on with a byte now and then, for ever. */
export const trickles =
  (everyMs: number): Behaviour =>
  (answer) => {
    answer.writeHead(200)
    const timer = setInterval(() => answer.write("."), everyMs)
    answer.once("close", () => clearInterval(timer))
  }

/** Sends the caller to another address. */
export const redirects = (to: string, status = 307): Behaviour => answers(status, { location: to })

/** Does one thing the first few times that it gets a delivery, and another one after that. */
export const first =
  (times: number, begin: Behaviour, then: Behaviour = answers()): Behaviour =>
  (answer, arrival, before) =>
    (before.length < times ? begin : then)(answer, arrival, before)
