/** Whether the store is fit to serve: what `/readyz` asks. */
import { collections } from "@bottega/domain/areas"
import { type Adapter, installation, leases, Unavailable } from "@bottega/storage"
import { Effect } from "effect"
import type { StoreFailures } from "../log/store-failures.ts"

/**
 * Fails while the store cannot be read, is not the one that was opened, or is damaged; and once it has failed, until a write
 * goes through. A full disk is no reason: reads go on.
 */
export const readiness = (storage: Adapter, failures: StoreFailures): Effect.Effect<void, Unavailable> =>
  Effect.gen(function* () {
    yield* storage.check ?? Effect.void
    yield* storage.find(installation, collections.shops, { limit: 1 })
    const damage = failures.damage()
    if (damage !== undefined) return yield* damage
    if (!failures.isOpen()) return
    yield* write(storage)
    failures.settle()
  }).pipe(
    Effect.timeoutOrElse({ duration: storeTimeoutMs, orElse: () => Effect.fail(silent) }),
    Effect.tapError((failure) => Effect.sync(() => failures.report(failure)))
  )

/** Within this time the store must answer: less than a request to `/readyz` waits. */
const storeTimeoutMs = 1900

const silent = new Unavailable({ reason: "unreachable", cause: new Error(`no answer within ${storeTimeoutMs} ms`) })

/** A write that means nothing; that another server was faster with it shows as well that the store takes writes. */
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
