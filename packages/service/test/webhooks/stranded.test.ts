/** A delivery whose predecessor was removed because of its age is sent all the same, the first of its order first. */
import { collections } from "@bottega/domain/areas"
import { type Delivery, deliveryId, soundReceiver } from "@bottega/domain/areas/webhooks"
import { installation, Storage } from "@bottega/storage"
import { expect, it } from "vitest"
import { afterAttempts } from "../../src/areas/webhooks/recovery.ts"
import { insert, writeOf } from "../../src/engine/decide/change.ts"
import { open } from "../maintenance/given.ts"

const webhook = "a".repeat(24)
const waiting = (event: string, version: number): Delivery => ({
  ...{ id: deliveryId(event, 0, webhook), event, n: 0, webhook, type: 100, orderID: "1_1111111111111", version },
  ...{ state: "waiting", attempts: [], failures: 0, due: null, ts: 1 }
})

it("the first delivery of a lane without one that is attempted is attempted next", async () => {
  const store = open("memory")
  const drafts = [
    insert(collections.deliveries, waiting("01", 9)),
    insert(collections.deliveries, waiting("02", 7)),
    insert(collections.receivers, { ...soundReceiver(webhook, "shop"), open: 2, due: 1 }, installation)
  ]
  await store.run(Storage.use(({ commit }) => commit(drafts.map((draft) => writeOf("shop", draft)))))
  const { writes } = await store.run(afterAttempts("shop", webhook, []))
  expect(writes.map(({ doc, key }) => [key, doc])).toEqual([
    [deliveryId("02", 0, webhook), expect.objectContaining({ state: "pending", due: expect.any(Number) })],
    [webhook, expect.objectContaining({ open: 2, due: expect.any(Number) })]
  ])
  await store.close()
})
