/** How a question to the source fails: for itself alone, or for the whole pull. */
import { Data, Effect } from "effect"
import { Unfit } from "./given.ts"

/** The server refused a question for good, or its answer cannot be used; the pull goes on with the next one. */
export class NotGiven extends Data.TaggedError("NotGiven")<{ readonly status: number; readonly why: string }> {}

/** The statuses of a server that has no such operation, or none for this key set. */
const absent: ReadonlySet<number> = new Set([403, 404, 405, 410, 501])

/** Whether the server has nothing to give, so that a later run gets nothing either. */
export const isAbsent = ({ status }: NotGiven): boolean => absent.has(status)

/** The server cannot be asked any more for now: the pull ends, and the same command continues it. */
export class Stopped extends Data.TaggedError("Stopped")<{ readonly message: string }> {}

/** A value made from an answer; a value that is unfit is not given. */
export const fit = <A>(make: () => A): Effect.Effect<A, NotGiven> =>
  Effect.suspend(() => {
    try {
      return Effect.succeed(make())
    } catch (error) {
      if (error instanceof Unfit) return Effect.fail(new NotGiven({ status: 200, why: error.message }))
      throw error
    }
  })
