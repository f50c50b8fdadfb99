/** Receives a request's body, whatever it is written in, as a tree of texts; what cannot be one is refused. */
import { isUtf8 } from "node:buffer"
import type { IncomingHttpHeaders } from "node:http"
import type { Readable } from "node:stream"
import {
  type Any,
  base64Of,
  heldBytesOf,
  invalid,
  maxBytesOf,
  maxUploadBytes,
  type Refusal,
  UnsupportedMedia
} from "@bottega/domain/contract"
import {
  Base64Receiver,
  type Body,
  type BodyType,
  bodyTypeOf,
  discard,
  readBody,
  uploadTooLarge
} from "@bottega/service"
import { Result } from "effect"
import { receiveBase64 } from "./base64.ts"
import {
  type BodyBounds,
  type BodyLimits,
  bodyTimeoutMs,
  counting,
  type Grows,
  gone,
  Pieces,
  type Received,
  tooSlow
} from "./bounds.ts"
import { receiveParts } from "./multipart.ts"

/** Who a body is received for. */
export interface Receiver {
  /** Called before the first byte is asked for. */
  readonly begin: () => void
  readonly grows: Grows
  /** Counts bytes that go to the disk. */
  readonly keeps: Grows
  readonly received: (body: Received<Body>) => void
  /** Called with a failure that nobody foresaw. */
  readonly broken: (error: unknown) => void
}

/** Receives bodies of an endpoint. Nearly all of them are a form in one piece: no promise is made for it. */
export const receiverOf = (endpoint: Any) => {
  const limits = limitsOf(endpoint)
  const base64 = base64Of(endpoint)
  return (headers: IncomingHttpHeaders, payload: Readable, { begin, broken, received, ...counts }: Receiver): void => {
    const media = announcedBy(headers, endpoint, limits)
    if (Result.isFailure(media)) {
      received(Result.fail(media.failure))
      return
    }
    const written = media.success
    // A stream that a hook put in the request's place may fail at any time.
    payload.on("error", () => {})
    begin()
    const bounds = { ...limits, ...counts }
    const receiver = base64 === undefined ? undefined : new Base64Receiver(base64)
    if (written === "multipart") {
      const source = { payload, contentType: headers["content-type"] ?? "" }
      void handOn(receiveParts(source, endpoint, bounds), received).catch(broken)
    } else if (receiver !== undefined) {
      const how = { media: written, receiver, maxRestBytes: heldBytesOf(endpoint) }
      void handOn(receiveBase64(payload, how, bounds), received).catch(broken)
    } else
      collect(payload, bounds, (bytes) => {
        // What is thrown in an event's listener would end the process.
        try {
          received(Result.flatMap(bytes, (all) => parsed(written, all)))
        } catch (error) {
          broken(error)
        }
      })
  }
}

const limitsOf = (endpoint: Any): BodyLimits => {
  const maxBytes = maxBytesOf(endpoint)
  if (base64Of(endpoint) !== undefined) return { namedBytes: maxBytes, maxBytes, timeoutMs: undefined }
  return endpoint.upload
    ? { namedBytes: maxUploadBytes, maxBytes: maxUploadBytes + maxBytes, timeoutMs: undefined }
    : { namedBytes: maxBytes, maxBytes, timeoutMs: bodyTimeoutMs }
}

/** How a body is written by what its request's headers say of it, or why it is not received. */
const announcedBy = (
  headers: IncomingHttpHeaders,
  { upload }: Any,
  limits: BodyLimits
): Result.Result<BodyType, Refusal> => {
  const media = bodyTypeOf(headers["content-type"])
  if (Result.isFailure(media)) return media
  if (upload && media.success !== "multipart")
    return Result.fail(new UnsupportedMedia({ message: "A file is sent as multipart/form-data." }))
  const encoding = headers["content-encoding"] ?? "identity"
  if (encoding !== "identity")
    return Result.fail(
      new UnsupportedMedia({ message: `A body encoded by ${encoding} is not read: send it as it is.` })
    )
  return Number(headers["content-length"] ?? 0) > limits.maxBytes
    ? Result.fail(uploadTooLarge(limits.namedBytes))
    : media
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

const parsed = (media: BodyType, bytes: Buffer): Received<Body> =>
  isUtf8(bytes)
    ? Result.succeed({ parsed: readBody(media, bytes.toString("utf8")) })
    : Result.fail(invalid([{ path: "", message: "the body is not UTF-8" }]))

/** Collects the bytes of a body that is within its limits, not too slow, and whole. */
const collect = (payload: Readable, limits: BodyBounds, then: (all: Received<Buffer>) => void): void => {
  const pieces = new Pieces()
  const count = counting(limits)
  const end = (result: Received<Buffer>) => {
    clearTimeout(timer)
    payload.off("data", onData).off("end", onEnd).off("close", onClose)
    then(result)
  }
  const onData = (chunk: Buffer) => {
    const refusal = count(chunk)
    if (refusal !== undefined) end(Result.fail(refusal))
    else pieces.add(chunk)
  }
  const onEnd = () => end(Result.succeed(pieces.whole()))
  const onClose = () => end(Result.fail(gone))
  const timer = setTimeout(() => end(Result.fail(tooSlow())), limits.timeoutMs)
  payload.on("data", onData).on("end", onEnd).on("close", onClose)
}
