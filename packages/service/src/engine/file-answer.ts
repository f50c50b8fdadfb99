/**
 * Answers with a file that never changes: whole, in part (`Range`, `If-Range`), or not at all where the asker has it
 * (`If-None-Match`). RFC 9110, sections 13 and 14.
 */
import { NotFound, RangeNotSatisfiable } from "@bottega/domain/contract"
import { type Adapter, bytes, Storage } from "@bottega/storage"
import { Effect, Stream } from "effect"
import { type Answer, answerOf } from "./answer.ts"

/** A file of a shop, as its handler names it. */
export interface Named {
  readonly shop: string
  readonly sha256: string
  /** Its content type. */
  readonly type: string
}

/** What a request says of the file that it asks for: headers as they were sent. */
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
      message: `The file has ${content.size} bytes, and none of those asked for.`
    })
    return { ...answerOf(refusal, requestId), headers: { "Content-Range": `bytes */${content.size}` } } satisfies Answer
  }
  const { from, to } = asked ?? { from: 0, to: content.size }
  const pieces = Stream.provideService(bytes.read(shop, content, { from, to }), Storage, storage)
  return {
    status: asked === undefined ? 200 : 206,
    body: Stream.toAsyncIterable(pieces),
    headers: {
      ...always,
      "Content-Type": type,
      "Content-Length": String(to - from),
      ...(asked === undefined ? {} : { "Content-Range": `bytes ${from}-${to - 1}/${content.size}` })
    }
  } satisfies Answer
})

/** Tags are compared weakly here, so a proxy may have marked them so. */
const isKnown = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch?.split(",", 100).some((one) => one.trim() === "*" || one.trim().replace(/^W\//, "") === etag) === true

/** The bytes that a header asks for, `to` excluded. Several ranges, and what is no range, ask for the whole. */
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
