import { collections as keyCollections } from "@bottega/domain/keys"
import { policies } from "@bottega/domain/throttle"
import { sequences } from "@bottega/storage/counters"
import { make as memory } from "@bottega/storage/memory"
import { type Adapter, Storage, Unavailable } from "@bottega/storage/storage"
import { Effect } from "effect"
import { assert, it } from "vitest"
import { admission } from "../src/admission.ts"
import { installation } from "../src/change.ts"
import { collections } from "../src/collections.ts"
import { prepare } from "../src/demo.ts"
import { operations } from "../src/operation.ts"

it("lets readers in while the store has no room to count their calls", async () => {
  const store = memory([...collections, sequences])
  const run = <A, E>(effect: Effect.Effect<A, E, Storage>) =>
    Effect.runPromise(Effect.provideService(effect, Storage, store))
  const { exchange, key } = await run(prepare({ orders: 1, now: 1_790_000_000_000 }))
  const full: Adapter = { ...store, commit: () => Effect.fail(new Unavailable({ reason: "full", cause: undefined })) }
  const { admit } = admission({ policies: { ...policies, daily: { ...policies.daily, limit: 300 } } }, full)
  const list = operations.find(({ id }) => id === "orders.list")!
  const caller = { key: key!, exchange: exchange! }
  for (let call = 0; call < 20; call++) {
    const admitted = await Effect.runPromise(Effect.provideService(admit(list, caller), Storage, full))
    assert.strictEqual(admitted.standings[0]!.limit, 300)
  }
  const [row] = await run(store.find(installation, keyCollections.keySets, { limit: 1 }))
  assert.strictEqual(row!.version, 1)
})
