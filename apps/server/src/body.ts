/** Receives a request's body, whatever it is written in, as a tree of texts; what cannot be one is refused. */
import { isUtf8 } from "node:buffer"
import type { IncomingMessage } from "node:http"
import { type Any, invalid, mostBytesOf, mostUploaded, type Refusal, UnsupportedMedia } from "@bottega/domain/contract"
import { nothing } from "@bottega/domain/form"
import { type Body, discard, type Media, mediaOf, readBody, tooLarge } from "@bottega/service"
import { Result } from "effect"
import {
  counting,
  type Growing,
  type Grows,
  gone,
  Pieces,
  patience,
  type Received,
  type Room,
  tooSlow
} from "./bounds.ts"
import { receiveParts } from "./multipart.ts"
import { hasBody } from "./visit.ts"

/** Who a body is received for. */
export interface Receiver {
  /** Called before the first byte is asked for. */
  readonly begin: () => void
  readonly grows: Grows
  readonly received: (body: Received<Body>) => void
  /** Called with a failure that nobody foresaw. */
  readonly broken: (error: unknown) => void
}

/** Receives bodies of an endpoint. Nearly all of them are a form in one piece: no promise is made for it. */
export const receiverOf = (endpoint: Any) => {
  const room = roomOf(endpoint)
  return (request: IncomingMessage, { begin, broken, grows, received }: Receiver): void => {
    const media = hasBody(request) ? announcedBy(request, endpoint, room) : Result.succeed(undefined)
    if (Result.isFailure(media)) received(Result.fail(media.failure))
    else if (media.success === undefined) received(Result.succeed({ parsed: nothing() }))
    else {
      const written = media.success
      begin()
      if (written === "multipart") void parted(request, endpoint, { ...room, grows }, received).catch(broken)
      else
        collect(request, { ...room, grows }, (bytes) => {
          // What is thrown in an event's listener would end the process.
          try {
            received(Result.flatMap(bytes, (all) => parsed(written, all)))
          } catch (error) {
            broken(error)
          }
        })
    }
  }
}

const roomOf = (endpoint: Any): Room => {
  const most = mostBytesOf(endpoint)
  return endpoint.upload
    ? { most: mostUploaded, bytes: mostUploaded + most, ms: undefined }
    : { most, bytes: most, ms: patience }
}

/** How a body is written by what its request's headers say of it, or why it is not received. */
const announcedBy = ({ headers }: IncomingMessage, { upload }: Any, room: Room): Result.Result<Media, Refusal> => {
  const media = mediaOf(headers["content-type"])
  if (Result.isFailure(media)) return media
  if (upload && media.success !== "multipart")
    return Result.fail(new UnsupportedMedia({ message: "A file is sent as multipart/form-data." }))
  const encoding = headers["content-encoding"] ?? "identity"
  if (encoding !== "identity")
    return Result.fail(
      new UnsupportedMedia({ message: `A body encoded by ${encoding} is not read: send it as it is.` })
    )
  return Number(headers["content-length"] ?? 0) > room.bytes ? Result.fail(tooLarge(room.most)) : media
}

const parted = async (
  request: IncomingMessage,
  endpoint: Any,
  room: Growing,
  received: Receiver["received"]
): Promise<void> => {
  const body = await receiveParts(request, endpoint, room)
  try {
    received(body)
  } catch (error) {
    await discard(Result.getOrUndefined(body)?.upload)
    throw error
  }
}

const parsed = (media: Media, bytes: Buffer): Received<Body> =>
  isUtf8(bytes)
    ? Result.succeed({ parsed: readBody(media, bytes.toString("utf8")) })
    : Result.fail(invalid([{ path: "", message: "the body is not UTF-8" }]))

/** Collects the bytes of a body that is not over its room, not too slow, and whole. */
const collect = (request: IncomingMessage, room: Growing, then: (all: Received<Buffer>) => void): void => {
  const pieces = new Pieces()
  const count = counting(room)
  const end = (result: Received<Buffer>) => {
    clearTimeout(timer)
    request.off("data", onData).off("end", onEnd).off("close", onClose)
    then(result)
  }
  const onData = (chunk: Buffer) => {
    const refusal = count(chunk)
    if (refusal !== undefined) end(Result.fail(refusal))
    else pieces.add(chunk)
  }
  const onEnd = () => end(Result.succeed(pieces.whole()))
  const onClose = () => end(Result.fail(gone))
  const timer = setTimeout(() => end(Result.fail(tooSlow())), room.ms)
  request.on("data", onData).on("end", onEnd).on("close", onClose)
}
