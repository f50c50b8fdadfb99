/**
 * An answer that does not end by itself: a JSON array whose reader waits for the next entry. Each entry is sent alone, as a
 * line, so that it arrives at once.
 */
import type { Place } from "@bottega/domain/contract"
import { type Calling, CurrentCall, turns, type Unavailable } from "@bottega/storage"
import { type Context, Effect, Stream } from "effect"
import { type Encoded, textOf } from "./answer.ts"
import { charactersPerUnit } from "./streamed.ts"

/** The entries in their sequence, and the place before the first of them, which the Link header names. */
export class Endless<out Item> {
  readonly entries: Stream.Stream<Item | Encoded<Item> | typeof blank, Unavailable>
  readonly place: Place
  constructor(entries: Stream.Stream<Item | Encoded<Item> | typeof blank, Unavailable>, place: Place) {
    this.entries = entries
    this.place = place
  }
}

/** Instead of an entry: an empty line, which shows that the connection still works. */
export const blank = Symbol("blank")

/** How long nothing may be sent, in milliseconds. */
export const blankMs = 15_000

/** The body of the answer. It ends as a whole array once `ended` does. */
export const endlessBody = (
  { entries }: Endless<unknown>,
  ended: Effect.Effect<void>
): Effect.Effect<AsyncIterable<string>> =>
  Effect.withFiber((fiber) => {
    const calling = fiber.getRef(CurrentCall)
    const lines = Stream.map(Stream.interruptWhen(entries, ended), lineOf())
    const whole = Stream.concat(Stream.succeed("[\n"), Stream.concat(lines, Stream.succeed("]\n")))
    return Effect.succeed(sent(Stream.toAsyncIterableWith(whole, fiber.context as Context.Context<never>), calling))
  })

const lineOf = () => {
  let comma = ""
  return (entry: unknown): string => {
    if (entry === blank) return "\n"
    const line = `${comma}${textOf(entry)}\n`
    comma = ","
    return line
  }
}

async function* sent(lines: AsyncIterable<string>, calling: Calling): AsyncGenerator<string> {
  for await (const line of lines) {
    turns.spendFor(calling, line.length / charactersPerUnit)
    yield line
  }
}
