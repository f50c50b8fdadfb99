/** Answers of any length as the pieces of their JSON, so that they are sent as they are read. */
import type { Unavailable } from "@bottega/storage"
import { Effect, Stream } from "effect"
import { textOf } from "./answer.ts"

/** The pieces of a JSON text. */
type Pieces = Stream.Stream<string, Unavailable>

/** An answer that is written as it is read. */
export class Streamed<out Out> {
  readonly pieces: Pieces
  /** Never there: carries the type of what is written. */
  declare readonly out: Out
  constructor(pieces: Pieces) {
    this.pieces = pieces
  }
}

/** A list, as its items come. */
export const list = <Item>(items: Stream.Stream<unknown, Unavailable>): Streamed<ReadonlyArray<Item>> => {
  let begin = "["
  const some = Stream.mapArray(items, (chunk) => {
    const piece = begin + chunk.map(textOf).join(",")
    begin = ","
    return [piece]
  })
  return new Streamed(
    Stream.concat(
      some,
      Stream.sync(() => (begin === "[" ? "[]" : "]"))
    )
  )
}

/** An object, field by field; what is known only once the fields before it are written is a function. */
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
 * The body of an answer: one text where it is short. What fails before that much is read fails here, while it can still be refused;
 * what fails later breaks off.
 */
export const bodyOf = ({ pieces }: Streamed<unknown>): Effect.Effect<string | AsyncIterable<string>, Unavailable> => {
  const iterator = Stream.toAsyncIterable(pieces)[Symbol.asyncIterator]()
  const begin = async (): Promise<string | AsyncIterable<string>> => {
    let text = ""
    while (text.length < short) {
      const { done, value } = await iterator.next()
      if (done === true) return text
      text += value
    }
    return onward(text, iterator)
  }
  return Effect.tryPromise({ try: begin, catch: (cause) => cause as Unavailable })
}

/** Characters of an answer that is sent in one piece. */
const short = 64 * 1024

async function* onward(begun: string, iterator: AsyncIterator<string>): AsyncGenerator<string> {
  try {
    yield begun
    for (let text = ""; ; text = "") {
      let done: boolean | undefined
      while (done !== true && text.length < short) {
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
