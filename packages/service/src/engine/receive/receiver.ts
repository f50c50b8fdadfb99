/**
 * Receives a call's body as a tree of texts, whatever it is written in and whichever transport brings it; what cannot be
 * read is refused. A server passes the request's stream, a caller in this process a stream of what is in memory.
 */
import type { Readable } from "node:stream"
import { type Any, oncePer, type Refusal, UnsupportedMedia } from "@bottega/domain/contract"
import { Result } from "effect"
import { type Accepted, acceptedBy } from "./accepted.ts"
import type { Body } from "./body.ts"
import { type Counts, type Failure, gone, type Received } from "./bounds.ts"
import { PartsSink } from "./parts.ts"
import { fill, type Sink } from "./sink.ts"
import { TextSink } from "./text.ts"
import { discard, uploadTooLarge } from "./uploads.ts"
import { type BodyType, bodyTypeOf } from "./wire.ts"

/** The transport that a body is received for. */
interface Receiver extends Counts {
  /** Called before the first byte is asked for. */
  readonly begin: () => void
  /** Does a step in a turn of the caller's; `left` instead if the sender leaves before. */
  readonly turn: (step: () => void, left: () => void) => void
  readonly received: (body: Received<Body>) => void
  /** Called with an unexpected failure. */
  readonly broken: (error: unknown) => void
}

/** The headers that say how a body is written. */
interface BodyHeaders {
  readonly "content-type"?: string | undefined
  readonly "content-encoding"?: string | undefined
  readonly "content-length"?: string | undefined
}

/** Receives one body of an endpoint. */
export type Receive = (headers: BodyHeaders, payload: Readable, receiver: Receiver) => void

/** Receives bodies of an endpoint. Nearly all of them are a form in one piece: no promise is made for it. */
export const receiverOf = oncePer((endpoint: Any): Receive => {
  const accepted = acceptedBy(endpoint)
  return (headers, payload, receiver) => {
    const media = announcedBy(headers, accepted)
    if (Result.isFailure(media)) {
      receiver.received(Result.fail(media.failure))
      return
    }
    // A stream that a hook put in the request's place may fail at any time.
    payload.on("error", () => {})
    receiver.begin()
    const sink =
      media.success === "multipart"
        ? new PartsSink(headers["content-type"] ?? "", accepted, receiver)
        : new TextSink(media.success, accepted, receiver)
    fill(payload, sink, accepted.limits, (failure) =>
      receiver.turn(
        () => end(sink, failure, receiver),
        () => end(sink, gone, { ...receiver, received: () => {} })
      )
    )
  }
})

/** How a body is written by its headers, or why it is not received. */
const announcedBy = (headers: BodyHeaders, { isUpload, limits }: Accepted): Result.Result<BodyType, Refusal> => {
  const media = bodyTypeOf(headers["content-type"])
  if (Result.isFailure(media)) return media
  if (isUpload && media.success !== "multipart")
    return Result.fail(new UnsupportedMedia({ message: "A file is sent as multipart/form-data." }))
  const encoding = headers["content-encoding"] ?? "identity"
  if (encoding !== "identity")
    return Result.fail(
      new UnsupportedMedia({
        message: `A body with the Content-Encoding ${encoding} is not accepted: send it unencoded.`
      })
    )
  return Number(headers["content-length"] ?? 0) > limits.maxBytes
    ? Result.fail(uploadTooLarge(limits.namedBytes))
    : media
}

/** Ends a sink and passes on what it gives. An error thrown in a stream's listener would end the process. */
const end = (sink: Sink, failure: Failure | undefined, { broken, received }: Receiver): void => {
  try {
    const body = sink.end(failure)
    if (body instanceof Promise) void handOn(body, received).catch(broken)
    else received(body)
  } catch (error) {
    broken(error)
  }
}

const handOn = async (receiving: Promise<Received<Body>>, received: Receiver["received"]): Promise<void> => {
  const body = await receiving
  try {
    received(body)
  } catch (error) {
    await discard(Result.getOrUndefined(body)?.upload)
    throw error
  }
}
