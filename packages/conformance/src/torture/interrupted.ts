/** Interrupts a start while it fills the store, and runs the next start. */
import { collections } from "@bottega/domain/areas"
import { records } from "@bottega/service"
import { all, get, installation } from "@bottega/storage"
import { Effect } from "effect"
import { begin, type Place, start } from "./process.ts"
import { inStore } from "./seen.ts"

/** The result of the two starts. */
export interface Interrupted {
  /** The first one's exit code, and the milliseconds from the signal to its end. */
  readonly code: number | null
  readonly ms: number
  /** Shops and orders in the store after it. */
  readonly shops: number
  readonly kept: number
  /** Orders of the shop that the second start finished. */
  readonly orders: number
}

/**
 * Interrupts the creation of a demo shop with that many orders, and lets the next start finish it. Undefined if this process stood
 * still until the shop was made.
 */
export const interrupt = async (place: Place, orders: number): Promise<Interrupted | undefined> => {
  const flags = ["--demo", "--demo-orders", String(orders), "--shutdown-delay", "0"]
  const first = begin(place, { flags })
  let [isReady, hasFailed] = [false, false]
  first.ready.then(
    () => (isReady = true),
    () => (hasFailed = true)
  )
  const isMaking = Effect.map(making, (found) => found !== undefined && found.doc.kept > 0 && found.doc.kept < orders)
  const { inTime, ...left } = await inStore(
    place,
    Effect.gen(function* () {
      while (!isReady && !hasFailed && !(yield* isMaking)) yield* Effect.sleep("5 millis")
      // Held, it gets no further before it is asked to end.
      first.send("SIGSTOP")
      const inTime = hasFailed || (yield* isMaking)
      const stoppedAt = performance.now()
      const ended = first.stop()
      first.send("SIGCONT")
      const code = yield* Effect.promise(() => ended)
      const ms = performance.now() - stoppedAt
      return { inTime, code, ms, kept: (yield* making)?.doc.kept ?? 0, shops: (yield* made).length }
    })
  )
  if (!inTime) return undefined
  const second = await start(place, { flags })
  const finished = await inStore(
    place,
    Effect.flatMap(made, ([shop]) => all(shop!.doc.id, collections.orders))
  )
  await second.stop()
  return { ...left, orders: finished.length }
}

const making = get(installation, records.makings, "demo")
const made = all(installation, collections.shops)
