/**
 * Sends requests over HTTP as any program does, each exactly once, whatever happens to it. A killed server answers
 * nothing, and whether it did what was requested is then unknown.
 */
import { Agent, request } from "node:http"
import { format } from "@bottega/domain/form"

/** A request; `form` is its body, or its query for a GET. */
export interface WireRequest {
  readonly method: "GET" | "POST" | "PUT" | "DELETE"
  readonly path: string
  readonly form?: object
  /** Sent as `Idempotency-Key`. */
  readonly key?: string | undefined
}

/** A complete answer. */
export interface Answer {
  readonly status: number
  /** Whether it is the answer of an earlier request with the same key. */
  readonly replayed: boolean
  readonly text: string
}

/** The connections of one caller to one server. */
export class Wire {
  readonly #url: string
  readonly #headers: Readonly<Record<string, string>>
  readonly #agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })

  readonly #onBroken: (error: NodeJS.ErrnoException, kept: boolean) => void

  /**
   * `onBroken` is called if there is no complete answer, with the reason and whether the connection had answered
   * before.
   */
  constructor(
    url: string,
    headers: Readonly<Record<string, string>>,
    onBroken: (error: NodeJS.ErrnoException, kept: boolean) => void = () => {}
  ) {
    this.#url = url
    this.#headers = headers
    this.#onBroken = onBroken
  }

  /** Sends a request; returns undefined if there is no complete answer. */
  send({ form, key, method, path }: WireRequest): Promise<Answer | undefined> {
    const text = form === undefined ? "" : new URLSearchParams(format(form)).toString()
    const reading = method === "GET"
    return new Promise((resolve) => {
      const nothing = (error: NodeJS.ErrnoException) => {
        this.#onBroken(error, sent.reusedSocket)
        resolve(undefined)
      }
      const sent = request(`${this.#url}${path}${reading && text !== "" ? `?${text}` : ""}`, {
        method,
        agent: this.#agent,
        headers: {
          ...this.#headers,
          ...(key === undefined ? {} : { "idempotency-key": key }),
          // Node sends the body of a DELETE without its length, unless a header says it.
          ...(reading
            ? {}
            : { "content-type": "application/x-www-form-urlencoded", "content-length": Buffer.byteLength(text) })
        }
      })
      sent.on("error", nothing).on("response", (received) => {
        const parts: Array<Buffer> = []
        received
          .on("data", (part: Buffer) => parts.push(part))
          .on("error", nothing)
          .on("end", () => {
            const replayed = received.headers["idempotent-replayed"] === "true"
            resolve({ status: received.statusCode!, replayed, text: Buffer.concat(parts).toString() })
          })
      })
      sent.end(reading ? undefined : text)
    })
  }

  /** Closes the connections. */
  close(): void {
    this.#agent.destroy()
  }
}

/** The parsed JSON of an answer. */
// biome-ignore lint/suspicious/noExplicitAny: the caller checks what it expects of it
export const jsonOf = ({ text }: Answer): any => JSON.parse(text)
