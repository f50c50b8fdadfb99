/**
 * Reads one answer of the source over HTTP, within bounds of size and time. What the source sends is not decompressed, and a
 * redirect is an answer like any other, so that the credentials go nowhere else.
 */
import { type IncomingHttpHeaders, type IncomingMessage, Agent as PlainAgent, request as plain } from "node:http"
import { Agent as EncryptedAgent, request as encrypted } from "node:https"
import type { LookupFunction } from "node:net"
import { whyNoAnswer } from "@bottega/domain/no-answer"
import { Data, Effect } from "effect"
import { Pieces } from "../../engine/receive/bounds.ts"

/** An answer, whatever its status. */
export interface HttpAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** No whole answer arrived within its bounds. `isTooLong`: it is longer than was allowed, so that a repetition cannot help. */
export class Unreached extends Data.TaggedError("Unreached")<{ readonly why: string; readonly isTooLong: boolean }> {}

/** What is asked for, and the bounds of the answer. */
export interface HttpQuestion {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly maxBytes: number
  /** The time for the whole answer, in milliseconds. */
  readonly withinMs: number
  /** Leads to an address that was checked, instead of asking for the name again. */
  readonly lookup?: LookupFunction
}

/** The connections of one pull; they are kept open between calls. */
export class HttpConnections {
  readonly #plain = new PlainAgent({ keepAlive: true, maxSockets: 16 })
  readonly #encrypted = new EncryptedAgent({ keepAlive: true, maxSockets: 16 })

  /** Reads one answer. */
  get(asked: HttpQuestion): Effect.Effect<HttpAnswer, Unreached> {
    return Effect.callback((resume) => {
      const { headers, lookup, url, withinMs } = asked
      const options = { headers: { ...headers, "accept-encoding": "identity" }, ...(lookup && { lookup }) }
      const sent =
        url.protocol === "https:"
          ? encrypted(url, { ...options, agent: this.#encrypted })
          : plain(url, { ...options, agent: this.#plain })
      const end = (result: Effect.Effect<HttpAnswer, Unreached>) => {
        clearTimeout(timer)
        resume(result)
      }
      const fail = (why: string, isTooLong = false) => {
        end(Effect.fail(new Unreached({ why, isTooLong })))
        sent.destroy()
      }
      const timer = setTimeout(() => fail(`no complete answer within ${withinMs / 1000} s`), withinMs)
      sent.on("error", (error) => fail(whyNoAnswer(error)))
      sent.on("response", (answer) => receive(answer, asked.maxBytes, (got) => end(Effect.succeed(got)), fail))
      sent.end()
      return Effect.sync(() => {
        clearTimeout(timer)
        sent.destroy()
      })
    })
  }

  /** Closes all connections. */
  close(): void {
    this.#plain.destroy()
    this.#encrypted.destroy()
  }
}

const receive = (
  answer: IncomingMessage,
  maxBytes: number,
  done: (answer: HttpAnswer) => void,
  fail: (why: string, isTooLong?: boolean) => void
): void => {
  const pieces = new Pieces()
  let size = 0
  answer.on("data", (piece: Buffer) => {
    size += piece.length
    if (size > maxBytes) return fail(`an answer of more than ${maxBytes} bytes`, true)
    pieces.add(piece)
  })
  answer.on("error", (error) => fail(whyNoAnswer(error)))
  answer.on("end", () =>
    answer.complete
      ? done({ status: answer.statusCode ?? 0, headers: answer.headers, body: pieces.whole() })
      : fail("the answer was cut off")
  )
}
