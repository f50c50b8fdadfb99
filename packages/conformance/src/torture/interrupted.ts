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

/** Interrupts the creation of a demo shop with that many orders, and lets the next start finish it. */
export const interrupt = async (place: Place, orders: number): Promise<Interrupted> => {
  const flags = ["--demo", "--demo-orders", String(orders), "--shutdown-delay", "0"]
  const first = begin(place, { flags })
  // It must end before it is ready.
  first.ready.catch(() => {})
  const { code, left, ms } = await inStore(
    place,
    Effect.gen(function* () {
      while (((yield* making)?.doc.kept ?? 0) === 0) yield* Effect.sleep("5 millis")
      const stoppedAt = performance.now()
      const code = yield* Effect.promise(first.stop)
      const ms = performance.now() - stoppedAt
      return { code, ms, left: { kept: (yield* making)?.doc.kept ?? 0, shops: (yield* made).length } }
    })
  )
  const second = await start(place, { flags })
  const finished = await inStore(
    place,
    Effect.flatMap(made, ([shop]) => all(shop!.doc.id, collections.orders))
  )
  await second.stop()
  return { code, ms, ...left, orders: finished.length }
}

const making = get(installation, records.makings, "demo")
const made = all(installation, collections.shops)
