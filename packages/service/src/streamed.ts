/** A list of any length as the pieces of its JSON, so that it is sent as it is read. */

import type { Unavailable } from "@bottega/storage/storage"
import { Effect, Stream } from "effect"
import { textOf } from "./answer.ts"

/** The pieces of a JSON array; a stream that fails before its first piece fails here, while it can still be refused. */
export const texts = (
  items: Stream.Stream<unknown, Unavailable>
): Effect.Effect<AsyncIterable<string>, Unavailable> => {
  let first = true
  const pieces = Stream.concat(
    Stream.mapArray(items, (chunk) => {
      const text = chunk.map(textOf).join(",")
      const piece = first ? `[${text}` : `,${text}`
      first = false
      return [piece]
    }),
    Stream.suspend(() => Stream.succeed(first ? "[]" : "]"))
  )
  const iterator = Stream.toAsyncIterable(pieces)[Symbol.asyncIterator]()
  return Effect.map(
    Effect.tryPromise({ try: () => iterator.next(), catch: (cause) => cause as Unavailable }),
    (begun) => ({
      async *[Symbol.asyncIterator]() {
        try {
          for (let next = begun; next.done !== true; next = await iterator.next()) yield next.value
        } finally {
          // Who stops reading stops what is read.
          await iterator.return?.()
        }
      }
    })
  )
}
