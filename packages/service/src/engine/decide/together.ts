/**
 * Runs the parts of a decision that may each refuse, so that a caller learns at once everything that stored data makes
 * wrong. A handler names its parts, and gets their values by the same names.
 */
import { merged, type Refusal } from "@bottega/domain/contract"
import { Effect, Result } from "effect"

/** The parts of a decision, by name. */
type Parts = Readonly<Record<string, Effect.Effect<unknown, unknown, unknown>>>

/**
 * Runs every part, one after the other, and gives their values by name. If parts refuse with a 400 or a 409, the call is
 * refused for all of them together: with 400 if a parameter is wrong, otherwise with the 409 that comes first in the
 * catalogue. Any other failure, such as an absent resource, ends the decision as it is.
 */
export const together = <const P extends Parts>(
  parts: P
): Effect.Effect<
  { readonly [Name in keyof P]: Effect.Success<P[Name]> },
  Effect.Error<P[keyof P]>,
  Effect.Services<P[keyof P]>
> => all(parts) as never

/** Whether a failure says what is wrong with a request, so that further findings can be added to it. */
export const isOpen = (failure: unknown): failure is Refusal =>
  typeof failure === "object" &&
  failure !== null &&
  "kind" in failure &&
  [400, 409].includes((failure as Refusal).kind.status)

const all = Effect.fnUntraced(function* (parts: Parts) {
  const values: Record<string, unknown> = {}
  const refused: Array<Refusal> = []
  for (const [name, part] of Object.entries(parts)) {
    const result = yield* Effect.result(part)
    if (Result.isSuccess(result)) values[name] = result.success
    else if (isOpen(result.failure)) refused.push(result.failure)
    else return yield* Effect.fail(result.failure)
  }
  const [first, ...others] = refused
  return first === undefined ? values : yield* Effect.fail(merged(first, ...others))
})
