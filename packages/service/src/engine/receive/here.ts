/** Receives the body of a call that is made in this process, as a server receives one from its connection. */
import { Readable } from "node:stream"
import type { ReadableStream } from "node:stream/web"
import { type Any, invalid, maxBytesOf, type Refusal, type TransportRequest } from "@bottega/domain/contract"
import { emptyTree, isLongerThan } from "@bottega/domain/form"
import { Result } from "effect"
import type { Body } from "./body.ts"
import { type Receive, receiverOf } from "./receiver.ts"
import { uploadTooLarge } from "./uploads.ts"

/** Receives a body; nothing of it is read once it is refused. */
export const receiveHere = async (
  { body, headers, query }: TransportRequest,
  endpoint: Any
): Promise<Result.Result<Body, Refusal>> => {
  const maxBytes = maxBytesOf(endpoint)
  if (isLongerThan(query, maxBytes)) return Result.fail(uploadTooLarge(maxBytes))
  // Clients send a content type with every request, even without a body.
  if (body === undefined || body === "" || (body instanceof Blob && body.size === 0))
    return Result.succeed({ parsed: emptyTree() })
  const receive = receiverOf(endpoint)
  if (typeof body === "string") return received(receive, headers["content-type"], inOnePiece(body))
  // A response writes a form as multipart data, and knows the boundary.
  const written = new Response(body)
  const own = written.headers.get("content-type") ?? undefined
  const type = body instanceof Blob ? (headers["content-type"] ?? own) : own
  const payload = Readable.fromWeb(written.body as ReadableStream)
  const result = await received(receive, type, payload)
  payload.destroy()
  return result
}

/** A stream of one piece. It holds nothing to be destroyed, and destroying it would take as long as reading it. */
const inOnePiece = (text: string): Readable =>
  new Readable({
    autoDestroy: false,
    emitClose: false,
    read() {
      this.push(Buffer.from(text))
      this.push(null)
    }
  })

const received = (receive: Receive, type: string | undefined, payload: Readable) =>
  new Promise<Result.Result<Body, Refusal>>((resolve, reject) =>
    receive({ "content-type": type }, payload, {
      begin: () => {},
      grows: () => undefined,
      keeps: () => undefined,
      turn: (step) => step(),
      received: (body) => resolve(Result.mapError(body, (failure) => ("gone" in failure ? unreadable : failure))),
      broken: reject
    })
  )

const unreadable = invalid([{ path: "", message: "the body cannot be read to its end" }])
