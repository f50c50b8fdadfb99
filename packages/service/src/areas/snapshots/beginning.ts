/** Takes the snapshot of how a shop began, to which a reset returns it. */
import { collections } from "@bottega/domain/areas"
import type { Shop } from "@bottega/domain/areas/shops"
import { beginning } from "@bottega/domain/areas/snapshots"
import { bytes, get, Storage } from "@bottega/storage"
import { Clock, Effect } from "effect"
import { insert, writeOf } from "../../engine/decide/change.ts"
import { ShiftedClock } from "../clock/process-clock.ts"
import { empty, type Taken, taken } from "./taken.ts"

const { snapshots } = collections

/** Records how a shop began, unless that is recorded, or the shop is too large for a snapshot. */
export const begun = Effect.fnUntraced(function* (shop: string) {
  if ((yield* get(shop, snapshots, beginning, { latest: true })) !== undefined) return
  const found = yield* taken(shop)
  if (typeof found !== "string") yield* recorded(shop, found)
})

/** The same for a shop that a call has just made, where the installation is for development: there the clock can be moved. */
export const begunEmpty = (shop: Shop) =>
  Clock.clockWith((clock) =>
    clock instanceof ShiftedClock ? Effect.flatMap(empty(shop), (found) => recorded(shop.id, found)) : Effect.void
  )

const recorded = (shop: string, { claim, documents, files, size }: Taken) =>
  Effect.gen(function* () {
    const storage = yield* Storage
    const at = yield* Clock.currentTimeMillis
    const doc = { name: beginning, at, documents, bytes: size, digest: claim.sha256, files }
    const writes = [writeOf(shop, insert(snapshots, doc)), bytes.kept(shop, claim)]
    const commit = yield* bytes.accounted(storage, writes)
    yield* storage.commit(commit.writes, commit.guards)
  }).pipe(
    // Another process was faster.
    Effect.catchTags({ Stale: () => Effect.void, Taken: Effect.die })
  )
