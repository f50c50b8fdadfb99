/** Cursors: a place in a sorted list as an opaque text, so that the next page neither skips nor repeats documents. */
import { Result, Schema } from "effect"
import { Base64Url } from "effect/encoding"
import type { Key, Value } from "./lookup.ts"
import { rule, Text } from "./values.ts"

/** Where a page ended: the sort value and the key of its last document. */
export interface Place {
  readonly value: Value
  readonly key: Key
}

/** Encodes a place as a cursor. */
export const cursorOf = ({ key, value }: Place): string => {
  const text = JSON.stringify([value, key])
  // Nearly every place is plain ASCII, which the built-in `btoa` encodes ten times as fast.
  return ascii.test(text)
    ? btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")
    : Base64Url.encode(text)
}
// biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII includes control characters
const ascii = /^[\x00-\x7f]*$/

/** Decodes a cursor; `undefined` if the text is not one. */
export const placeOf = (cursor: string): Place | undefined => {
  const text = Base64Url.decodeString(cursor)
  if (Result.isFailure(text)) return undefined
  try {
    const [value, key] = JSON.parse(text.success)
    return isValue(value) && isValue(key) ? { value, key } : undefined
  } catch {
    return undefined
  }
}

const isValue = (value: unknown): value is Value => typeof value === "string" || Number.isFinite(value)

/** The parameter that asks for the next page. */
export const cursor = Schema.optionalKey(
  Text.check(rule("is not a cursor of this list", (text: string) => placeOf(text) !== undefined)).annotate({
    description: "Where the previous page ended, from its Link header."
  })
)
