import { collections } from "@bottega/domain/areas"
import { policies } from "@bottega/domain/throttle"
import { type Adapter, Storage, sequences, Unavailable } from "@bottega/storage"
import { make as memory } from "@bottega/storage/memory"
import { Effect } from "effect"
import { assert, it } from "vitest"
import { allCollections } from "../../../src/collections.ts"
import { ensureDemoShop } from "../../../src/demo.ts"
import { admission } from "../../../src/engine/admit/admission.ts"
import { Owners } from "../../../src/engine/admit/owners.ts"
import { installation } from "../../../src/engine/decide/change.ts"
import { operations } from "../../../src/service.ts"

it("admits readers while the store has no room to count their calls", async () => {
  const store = memory([...allCollections, sequences])
  const run = <A, E>(effect: Effect.Effect<A, E, Storage>) =>
    Effect.runPromise(Effect.provideService(effect, Storage, store))
  const { exchange, key } = await run(ensureDemoShop({ orders: 1, now: 1_790_000_000_000, pictures: false }))
  const full: Adapter = { ...store, commit: () => Effect.fail(new Unavailable({ reason: "full", cause: undefined })) }
  const { admit } = admission(
    { policies: { ...policies, daily: { ...policies.daily, limit: 300 } } },
    full,
    new Owners(undefined)
  )
  const list = operations.find(({ id }) => id === "orders.list")!
  const caller = { key: key!, exchange: exchange! }
  for (let call = 0; call < 20; call++) {
    const admitted = await Effect.runPromise(Effect.provideService(admit(list, caller, ""), Storage, full))
    assert.strictEqual(admitted.standings[0]!.limit, 300)
  }
  const [row] = await run(store.find(installation, collections.keySets, { limit: 1 }))
  assert.strictEqual(row!.version, 1)
})
