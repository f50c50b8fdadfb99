/** Answers of any length as pieces of JSON text, which are sent as they are read. */
import type { Unavailable } from "@bottega/storage"
import { Effect, Stream } from "effect"
import { textOf } from "./answer.ts"

/** The pieces of a JSON text. */
type Pieces = Stream.Stream<string, Unavailable>

/** An answer that is sent as it is read. */
export class Streamed<out Out> {
  readonly pieces: Pieces
  /** Never set: carries the type of the encoded value. */
  declare readonly out: Out
  constructor(pieces: Pieces) {
    this.pieces = pieces
  }
}

/** A list that is sent item by item. */
export const list = <Item>(items: Stream.Stream<unknown, Unavailable>): Streamed<ReadonlyArray<Item>> =>
  enclosed("[", Stream.map(items, textOf), "]")

/** An object of any number of fields, sent one by one. */
export const record = <Value>(
  fields: Stream.Stream<readonly [name: string, value: Value], Unavailable>
): Streamed<Readonly<Record<string, Value>>> =>
  enclosed(
    "{",
    Stream.map(fields, ([name, value]) => `${JSON.stringify(name)}:${textOf(value)}`),
    "}"
  )

const enclosed = <Out>(open: string, members: Pieces, close: string): Streamed<Out> => {
  let begin = open
  const some = Stream.mapArray(members, (chunk) => {
    const piece = begin + chunk.join(",")
    begin = ","
    return [piece]
  })
  return new Streamed(
    Stream.concat(
      some,
      Stream.sync(() => (begin === open ? open + close : close))
    )
  )
}

/** An object that is sent field by field; a function gives a value that depends on the fields before it. */
export const object = <Out>(fields: ReadonlyArray<readonly [name: string, value: unknown]>): Streamed<Out> =>
  new Streamed(
    fields
      .map(([name, value], at) => {
        const begin = Stream.succeed(`${at === 0 ? "{" : ","}${JSON.stringify(name)}:`)
        if (value instanceof Streamed) return Stream.concat(begin, value.pieces)
        return Stream.concat(
          begin,
          Stream.sync(() => textOf(typeof value === "function" ? value() : value))
        )
      })
      .reduce<Pieces>((all, field) => Stream.concat(all, field), Stream.empty)
      .pipe(Stream.concat(Stream.succeed("}")))
  )

/**
 * The body of an answer: one text if it is short. A failure within the first piece fails this effect, while the call can
 * still be refused; a later one breaks the stream off.
 */
export const bodyOf = ({ pieces }: Streamed<unknown>): Effect.Effect<string | AsyncIterable<string>, Unavailable> => {
  const iterator = Stream.toAsyncIterable(pieces)[Symbol.asyncIterator]()
  const begin = async (): Promise<string | AsyncIterable<string>> => {
    let text = ""
    while (text.length < maxTextCharacters) {
      const { done, value } = await iterator.next()
      if (done === true) return text
      text += value
    }
    return onward(text, iterator)
  }
  return Effect.tryPromise({ try: begin, catch: (cause) => cause as Unavailable })
}

/** The maximum length of an answer that is sent in one piece. */
const maxTextCharacters = 64 * 1024

async function* onward(begun: string, iterator: AsyncIterator<string>): AsyncGenerator<string> {
  try {
    yield begun
    for (let text = ""; ; text = "") {
      let done: boolean | undefined
      while (done !== true && text.length < maxTextCharacters) {
        const next = await iterator.next()
        done = next.done
        if (next.done !== true) text += next.value
      }
      if (text !== "") yield text
      if (done === true) return
    }
  } finally {
    // Stopping the consumer stops the source.
    await iterator.return?.()
  }
}
