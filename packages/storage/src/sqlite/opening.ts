/** Opens a file: waits for processes that are in the way, and first upgrades a file of an older format. */
import { Clock, Effect, Random } from "effect"
import { type Format, type Opening, ownFormat, whyHeld, whyLocked, whyNotAsIs, whySealed } from "../format.ts"
import type { IndexKey } from "../keyed.ts"
import { Unavailable } from "../storage.ts"
import { attempt, FileHeld, FileRefused } from "./errors.ts"
import { holdFile } from "./hold.ts"
import { isSealed } from "./look.ts"
import { Behind, openAlone, upgrade } from "./start.ts"
import type { Layout } from "./tables.ts"

/** The collections as the program declares them, and the key of their keyed lookups, which is known once the file is open. */
export interface Declared {
  readonly layouts: ReadonlyArray<Layout>
  readonly key: IndexKey
}

/** The result of `open` for a file that was upgraded first. */
export const whenUpgraded = <A>(
  file: string,
  declared: Declared,
  opening: Opening,
  open: (file: string, declared: Declared, format: Format) => A
): Effect.Effect<A, Unavailable> =>
  Effect.gen(function* () {
    const format = opening.format ?? ownFormat
    const begun = yield* Clock.currentTimeMillis
    const onBusy = Effect.fnUntraced(function* (failure: Unavailable) {
      const waitedMs = (yield* Clock.currentTimeMillis) - begun
      if (failure.reason !== "busy") return yield* failure
      if (waitedMs >= retryMs(failure, opening)) return yield* heldBy(failure)
      yield* Effect.sleep(betweenTriesMs * (0.5 + (yield* Random.next)))
    })
    if (opening.asIs === true) yield* attempt(() => refuseSealed(file))
    for (;;) {
      const tried = yield* Effect.result(attempt(() => unlessBehind(() => open(file, declared, format))))
      if (tried._tag === "Failure") yield* onBusy(tried.failure)
      else if (tried.success instanceof Behind) {
        const { stored } = tried.success
        if (opening.asIs === true) return yield* attempt(() => refuse(whyNotAsIs))
        yield* Effect.catch(upgrading(file, declared, { ...opening, format }, stored), onBusy)
      } else return tried.success as A
    }
  })

/** A failure with a sentence; SQLite's own says only that the file is locked. */
const heldBy = (failure: Unavailable): Unavailable =>
  failure.cause instanceof FileHeld ? failure : new Unavailable({ reason: "busy", cause: new FileHeld(whyLocked) })

/** How long to retry a file that another process is preparing, and a file that must be upgraded while others have it open. */
const retryMs = ({ cause }: Unavailable, { waitMs = 0 }: Opening): number =>
  Math.max(waitMs, cause instanceof FileHeld ? 2000 : 60_000)
const betweenTriesMs = 20

const refuseSealed = (file: string): void => {
  if (isSealed(file)) refuse(whySealed)
}

const refuse = (why: string): never => {
  throw new FileRefused(why)
}

const unlessBehind = <A>(open: () => A): A | Behind => {
  try {
    return open()
  } catch (error) {
    if (error instanceof Behind) return error
    throw error
  }
}

/** Upgrades a file, if no other process has it open. */
const upgrading = (
  file: string,
  { key, layouts }: Declared,
  { format, onUpgrade = () => {} }: Opening & { readonly format: Format },
  stored: Format
): Effect.Effect<void, Unavailable> =>
  Effect.acquireUseRelease(
    attempt(() => taken(file, format, stored)),
    ({ alone }) => {
      const steps = upgrade(alone, layouts, format, key)
      const next: Effect.Effect<void, Unavailable> = Effect.flatMap(
        attempt(() => steps.next()),
        (step) => {
          if (step.done === true) return Effect.void
          onUpgrade(step.value)
          // Signals arrive between turns of the event loop.
          return Effect.andThen(Effect.yieldNow, next)
        }
      )
      return next
    },
    ({ alone, held }) =>
      Effect.sync(() => {
        alone.close()
        held.release()
      })
  )

const taken = (file: string, format: Format, stored: Format) => {
  const held = holdFile(file, format)
  try {
    return { held, alone: openAlone(file, whyHeld(stored, format)) }
  } catch (error) {
    held.release()
    throw error
  }
}
