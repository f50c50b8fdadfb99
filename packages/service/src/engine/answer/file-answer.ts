/**
 * Answers with a file that never changes: whole, in part (`Range`, `If-Range`), or without a body if the client has it
 * already (`If-None-Match`). RFC 9110, sections 13 and 14.
 */
import { NotFound, RangeNotSatisfiable } from "@bottega/domain/contract"
import { type Adapter, bytes, CurrentCall, Storage } from "@bottega/storage"
import { Context, Effect, Stream } from "effect"
import { type Answer, answerOf } from "./answer.ts"

/** A file of a shop, as its handler names it. */
export interface Named {
  readonly shop: string
  readonly sha256: string
  /** Its content type. */
  readonly type: string
}

/** The headers of a request that concern its file, as they were sent. */
export interface Conditions {
  readonly ifNoneMatch?: string | undefined
  readonly range?: string | undefined
  readonly ifRange?: string | undefined
}

/** The answer to a request for a file. */
export const fileAnswer = Effect.fnUntraced(function* (
  storage: Adapter,
  { sha256, shop, type }: Named,
  conditions: Conditions,
  requestId: string
) {
  const etag = `"${sha256}"`
  const always = { ETag: etag, "Cache-Control": "public, max-age=31536000, immutable", "Accept-Ranges": "bytes" }
  if (isKnown(conditions.ifNoneMatch, etag)) return { status: 304, body: "", headers: always } satisfies Answer
  const content = yield* Effect.provideService(bytes.find(shop, sha256), Storage, storage)
  if (content === undefined) return yield* new NotFound({ message: "There is no such file." })
  const range = conditions.ifRange === undefined || conditions.ifRange === etag ? conditions.range : undefined
  const asked = rangeOf(range, content.size)
  if (asked === "unsatisfiable") {
    const refusal = new RangeNotSatisfiable({
      message: `The file has ${content.size} bytes, and the header Range asks for none of them.`
    })
    return { ...answerOf(refusal, requestId), headers: { "Content-Range": `bytes */${content.size}` } } satisfies Answer
  }
  const { from, to } = asked ?? { from: 0, to: content.size }
  const pieces = Stream.provideService(bytes.read(shop, content, { from, to }), Storage, storage)
  return {
    status: asked === undefined ? 200 : 206,
    body: Stream.toAsyncIterableWith(pieces, Context.make(CurrentCall, yield* CurrentCall)),
    headers: {
      ...always,
      "Content-Type": type,
      "Content-Length": String(to - from),
      ...(asked === undefined ? {} : { "Content-Range": `bytes ${from}-${to - 1}/${content.size}` })
    }
  } satisfies Answer
})

/** Tags are compared weakly here, because a proxy may have made them weak. */
const isKnown = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch?.split(",", 100).some((one) => one.trim() === "*" || one.trim().replace(/^W\//, "") === etag) === true

/** The bytes that a header asks for, `to` excluded. Several ranges, or a malformed header, ask for the whole file. */
const rangeOf = (
  range: string | undefined,
  size: number
): { readonly from: number; readonly to: number } | "unsatisfiable" | undefined => {
  const [, first, last] = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/.exec(range ?? "") ?? []
  if (first === undefined || last === undefined || (first === "" && last === "")) return undefined
  if (first !== "" && last !== "" && Number(first) > Number(last)) return undefined
  const from = first === "" ? Math.max(0, size - Number(last)) : Number(first)
  const to = first === "" || last === "" ? size : Math.min(size, Number(last) + 1)
  return from >= to ? "unsatisfiable" : { from, to }
}
