/** Receives a request's body, whatever it is written in, as a tree of texts; what cannot be one is refused. */
import { isUtf8 } from "node:buffer"
import type { IncomingMessage } from "node:http"
import type { Any } from "@bottega/domain/endpoint"
import { Node } from "@bottega/domain/form"
import { invalid, type Refusal, UnsupportedMedia } from "@bottega/domain/refusals"
import { wireOf } from "@bottega/domain/values"
import { type Media, mediaOf, readBody } from "@bottega/service/wire"
import { Result, type Schema, SchemaAST } from "effect"
import { type Body, gone, mostBytes, patience, type Received, tooLarge, tooSlow } from "./bounds.ts"
import { receiveParts } from "./multipart.ts"
import { hasBody } from "./visit.ts"

/** The parameters of an operation that are files. */
export const filesOf = ({ input }: Any): ReadonlySet<string> => {
  const { ast } = input as Schema.Top
  const fields = SchemaAST.isObjects(ast) ? ast.propertySignatures : []
  return new Set(fields.filter(({ type }) => wireOf(type).kind === "file").map(({ name }) => String(name)))
}

/** Who a body is received for. */
export interface Receiver {
  /** Called before the first byte is asked for. */
  readonly begin: () => void
  readonly received: (body: Received<Body>) => void
  /** Called with a failure that nobody foresaw. */
  readonly broken: (error: unknown) => void
}

/** Receives the body. Every change comes through here, and nearly all of them are a form in one piece: no promise is made for it. */
export const receive = (request: IncomingMessage, endpoint: Any, { begin, broken, received }: Receiver): void => {
  const announced = hasBody(request) ? announcedBy(request, endpoint) : Result.succeed(undefined)
  if (Result.isFailure(announced)) received(Result.fail(announced.failure))
  else if (announced.success === undefined) received(Result.succeed(nothing))
  else {
    const { media, most, room } = announced.success
    begin()
    if (media === "multipart") void receiveParts(request, filesOf(endpoint), most, room).then(received).catch(broken)
    else
      collect(request, room, (bytes) => {
        // What is thrown in an event's listener would end the process.
        try {
          received(Result.flatMap(bytes, (all) => parsed(media, all)))
        } catch (error) {
          broken(error)
        }
      })
  }
}

interface Announced {
  readonly media: Media
  /** Most bytes of the file, or of the whole where there is none; and of the whole. */
  readonly most: number
  readonly room: number
}

/** What a request's headers say of its body, or why it is not received. */
const announcedBy = ({ headers }: IncomingMessage, { upload }: Any): Result.Result<Announced, Refusal> => {
  const media = mediaOf(headers["content-type"])
  if (Result.isFailure(media)) return Result.fail(media.failure)
  if (upload && media.success !== "multipart")
    return Result.fail(new UnsupportedMedia({ message: "A file is sent as multipart/form-data." }))
  const encoding = headers["content-encoding"] ?? "identity"
  if (encoding !== "identity")
    return Result.fail(
      new UnsupportedMedia({ message: `A body encoded by ${encoding} is not read: send it as it is.` })
    )
  const most = upload ? mostBytes.upload : mostBytes.body
  // A form around a file takes some room of its own.
  const room = upload ? most + 64 * 1024 : most
  if (Number(headers["content-length"] ?? 0) > room) return Result.fail(tooLarge(most))
  return Result.succeed({ media: media.success, most, room })
}

const parsed = (media: Media, bytes: Buffer): Received<Body> =>
  isUtf8(bytes)
    ? Result.succeed({ parsed: readBody(media, bytes.toString("utf8")) })
    : Result.fail(invalid([{ path: "", message: "the body is not UTF-8" }]))

const nothing: Body = { parsed: { root: new Node(), problems: [] } }

/** Collects the bytes of a body that is not over its room, not too slow, and whole. */
const collect = (request: IncomingMessage, room: number, then: (bytes: Received<Buffer>) => void): void => {
  const chunks: Array<Buffer> = []
  let size = 0
  const end = (result: Received<Buffer>) => {
    clearTimeout(timer)
    request.off("data", onData).off("end", onEnd).off("close", onClose)
    then(result)
  }
  const onData = (chunk: Buffer) => {
    size += chunk.length
    if (size > room) end(Result.fail(tooLarge(room)))
    else chunks.push(chunk)
  }
  const onEnd = () => end(Result.succeed(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, size)))
  const onClose = () => end(Result.fail(gone))
  const timer = setTimeout(() => end(Result.fail(tooSlow())), patience)
  request.on("data", onData).on("end", onEnd).on("close", onClose)
}
