/** Answers of any length as pieces of JSON text, which are sent as they are read. */
import { type Calling, CurrentCall, turns, type Unavailable } from "@bottega/storage"
import { Context, Effect, Stream } from "effect"
import { Encoded, textOf } from "./answer.ts"
import { maxEntryCharacters } from "./read-cache.ts"

/**
 * Texts that are made on demand: an answer may be much longer than its sources, because many items can show the same
 * long value.
 */
type Texts = Iterable<string>
/** The pieces of a JSON text. */
type Pieces = Stream.Stream<Texts, Unavailable>

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
  enclosed("[", items, textOf, "]")

/** A list of items that are at hand. A long one is sent item by item: the items may show the same long value. */
export const listed = <Item>(
  items: ReadonlyArray<Item>
): Encoded<ReadonlyArray<Item>> | Streamed<ReadonlyArray<Item>> => {
  const texts = joined("[", items, textOf)
  let begin = ""
  while (begin.length < wholeCharacters) {
    const { done, value } = texts.next()
    if (done === true) return new Encoded(`${begin}]`)
    begin += value
  }
  return new Streamed(Stream.fromIterable<Texts>([[begin], texts, ["]"]]))
}

/** A list up to this length is one text, which can be cached. */
const wholeCharacters = maxEntryCharacters

/** An object of any number of fields, sent one by one. */
export const record = <Value>(
  fields: Stream.Stream<readonly [name: string, value: Value], Unavailable>
): Streamed<Readonly<Record<string, Value>>> =>
  enclosed("{", fields, ([name, value]) => `${JSON.stringify(name)}:${textOf(value)}`, "}")

const enclosed = <Member, Out>(
  open: string,
  members: Stream.Stream<Member, Unavailable>,
  text: (member: Member) => string,
  close: string
): Streamed<Out> => {
  let begin = open
  const some = Stream.mapArray(members, (chunk) => {
    const piece = joined(begin, chunk, text)
    begin = ","
    return [piece]
  })
  return new Streamed(
    Stream.concat(
      some,
      Stream.sync(() => [begin === open ? open + close : close])
    )
  )
}

/** The texts of some members with commas between them, in parts of about the length of a piece. */
function* joined<Member>(
  begin: string,
  members: ReadonlyArray<Member>,
  text: (member: Member) => string
): Generator<string, undefined> {
  let part = begin
  for (const [at, member] of members.entries()) {
    part += at === 0 ? text(member) : `,${text(member)}`
    if (part.length < pieceCharacters) continue
    yield part
    part = ""
  }
  if (part !== "") yield part
}

/** An object that is sent field by field; a function gives a value that depends on the fields before it. */
export const object = <Out>(fields: ReadonlyArray<readonly [name: string, value: unknown]>): Streamed<Out> =>
  new Streamed(
    fields
      .map(([name, value], at) => {
        const begin = Stream.succeed([`${at === 0 ? "{" : ","}${JSON.stringify(name)}:`])
        if (value instanceof Streamed) return Stream.concat(begin, value.pieces)
        return Stream.concat(
          begin,
          Stream.sync(() => [textOf(typeof value === "function" ? value() : value)])
        )
      })
      .reduce<Pieces>((all, field) => Stream.concat(all, field), Stream.empty)
      .pipe(Stream.concat(Stream.succeed(["}"])))
  )

/**
 * The body of an answer: one text if it is short. A failure within the first piece fails this effect, while the call
 * can still be refused; a later one ends the stream with an error.
 */
export const bodyOf = ({ pieces }: Streamed<unknown>): Effect.Effect<string | AsyncIterable<string>, Unavailable> =>
  Effect.withFiber((fiber) => {
    const calling = fiber.getRef(CurrentCall)
    const iterator = textsOf(pieces, calling)
    const begin = async (): Promise<string | AsyncIterable<string>> => {
      let text = ""
      while (text.length < pieceCharacters) {
        const { done, value } = await iterator.next()
        if (done === true) return text
        text += value
      }
      return onward(text, iterator, calling)
    }
    return Effect.tryPromise({ try: begin, catch: (cause) => cause as Unavailable })
  })

/** The approximate length of the pieces of an answer, and the maximum length of an answer that is sent in one piece. */
const pieceCharacters = 64 * 1024

async function* textsOf(pieces: Pieces, calling: Calling): AsyncGenerator<string> {
  for await (const texts of Stream.toAsyncIterableWith(pieces, Context.make(CurrentCall, calling))) yield* texts
}

/** Characters that are made, encoded and sent in about a microsecond. */
export const charactersPerUnit = 400

async function* onward(begun: string, iterator: AsyncGenerator<string>, calling: Calling): AsyncGenerator<string> {
  try {
    let [text, done] = [begun, false]
    while (text !== "") {
      turns.spendFor(calling, text.length / charactersPerUnit)
      yield* cut(text)
      if (done) return
      // What makes the next piece need not read the store, which would wait itself.
      if (!turns.isOpen) await new Promise<void>((resolve) => void turns.wait(calling, resolve))
      text = ""
      while (!done && text.length < pieceCharacters) {
        const next = await iterator.next()
        if (next.done === true) done = true
        else text += next.value
      }
    }
  } finally {
    // Stopping the consumer stops the source.
    await iterator.return(undefined)
  }
}

/** A text in pieces, so that a long one is not copied whole for a reader who takes it slowly. */
function* cut(text: string): Iterable<string> {
  for (let from = 0; from < text.length; ) {
    const end = from + pieceCharacters
    // The two halves of a character stay together.
    const to = isHighSurrogate(text.charCodeAt(end - 1)) ? end + 1 : end
    yield text.slice(from, to)
    from = to
  }
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00
