/** The sentences with which an import fails. */
import type { Stale, Taken, Write } from "@bottega/storage"
import { Effect } from "effect"
import { documentName } from "./documents.ts"
import { NotMovable } from "./lines.ts"

/** A document and the number of its line. */
export interface Placed {
  readonly number: number
  readonly write: Write
}

/** Fails with sentences, one per line. */
export const fail = (...sentences: ReadonlyArray<string>): Effect.Effect<never, NotMovable> =>
  Effect.fail(new NotMovable({ message: sentences.join("\n") }))

/** The failure of an import while another one of the same shop is running. */
export const overtaken = fail("Another import of the same shop is running; only one of them can go on.")

/** Why a step was refused, with the line that caused it; the refusal itself if no line did. */
export const refusal = <Refused extends Stale | Taken>(
  refused: Refused,
  step: ReadonlyArray<Placed>
): Effect.Effect<never, NotMovable | Refused> => {
  const found = step.find(({ write }) => write.collection.name === refused.collection && write.key === refused.key)
  if (found === undefined) return Effect.fail(refused)
  const { number, write } = found
  return refused._tag === "Taken"
    ? fail(`Line ${number}: another document of the store has the ${refused.lookup} of ${documentName(write)}.`)
    : fail(`Line ${number}: the store has a document ${documentName(write)} already.`)
}

/** Counts, sorted by name. */
export const sorted = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts).sort(([one], [other]) => (one < other ? -1 : 1))

/** The differences between a trailer's counts and the file's. */
export const differences = (
  said: Readonly<Record<string, number>>,
  found: Readonly<Record<string, number>>
): ReadonlyArray<string> =>
  [...new Set([...Object.keys(said), ...Object.keys(found)])]
    .filter((name) => said[name] !== found[name])
    .map((name) => `${said[name] ?? 0} of ${name} and not ${found[name] ?? 0}`)
