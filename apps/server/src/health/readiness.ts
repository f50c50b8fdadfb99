/** Whether the store is fit to serve: what `/readyz` asks. */
import { collections } from "@bottega/domain/areas"
import { type Adapter, installation, leases, Unavailable } from "@bottega/storage"
import { Effect } from "effect"
import type { StoreFailures } from "../log/store-failures.ts"

/**
 * Fails while the store cannot be read, is not the one that was opened, or is damaged, which is checked again. After a
 * failure it also fails until a write succeeds. A full disk is not a reason, because reads still work.
 */
export const readiness = (storage: Adapter, failures: StoreFailures): Effect.Effect<void, Unavailable> =>
  Effect.gen(function* () {
    yield* storage.check ?? Effect.void
    yield* storage.find(installation, collections.shops, { limit: 1 })
    for (let damage = failures.damage(); damage !== undefined; damage = failures.damage()) {
      // A text that is not a document stays damaged, but a read error of SQLite may have passed.
      if (damage.again === undefined) return yield* damage
      yield* Effect.mapError(damage.again, () => damage)
      failures.passed(damage)
    }
    if (!failures.isOpen()) return
    yield* write(storage)
    failures.settle()
  }).pipe(
    Effect.timeoutOrElse({ duration: storeTimeoutMs, orElse: () => Effect.fail(silent) }),
    Effect.tapError((failure) => Effect.sync(() => failures.report(failure)))
  )

/** The time within which the store must answer; less than a request to `/readyz` waits. */
const storeTimeoutMs = 1900

const silent = new Unavailable({ reason: "unreachable", cause: new Error(`no answer within ${storeTimeoutMs} ms`) })

/** A write without a meaning. If another server was faster, that shows too that the store accepts writes. */
const write = (storage: Adapter): Effect.Effect<void, Unavailable> =>
  Effect.gen(function* () {
    const name = "readiness"
    const query = { where: [{ on: "key", eq: name }], limit: 1, latest: true } as const
    const [before] = yield* storage.find(installation, leases, query)
    const doc = { name, owner: String(process.pid) }
    const one = { shop: installation, collection: leases, key: name, expect: before?.version ?? 0, doc, before }
    yield* storage.commit([one])
  }).pipe(
    Effect.catchTags({
      Stale: () => Effect.void,
      Taken: () => Effect.void,
      Unavailable: (failure) => (failure.reason === "full" ? Effect.void : Effect.fail(failure))
    })
  )
