/** A webhook is removed before its deliveries, which may be many: doctor finds nothing wrong in between. */
import { collections } from "@bottega/domain/areas"
import { type Delivery, deliveryId, type Webhook } from "@bottega/domain/areas/webhooks"
import { Storage } from "@bottega/storage"
import { afterEach, expect, it } from "vitest"
import { ensureDemoShop } from "../../src/demo.ts"
import { insert, type WriteDraft, writeOf } from "../../src/engine/decide/change.ts"
import { shops } from "../../src/engine/trusted.ts"
import { examineStore } from "../../src/maintenance/doctor.ts"
import { open } from "../maintenance/given.ts"

const store = open("memory")
afterEach(() => store.close())

const webhook: Webhook = {
  ...{ id: "a".repeat(24), type: 100, url: "https://example.com", name: "", format: "json", instance: "b".repeat(24) },
  ...{ keysEnd: null, state: "active", resumed: null, secrets: [], created: 1 }
}
const waiting: Delivery = {
  ...{ id: deliveryId("01", 0, webhook.id), event: "01", n: 0, webhook: webhook.id, type: 100 },
  ...{ orderID: "1_1111111111111", version: 9, state: "waiting", attempts: [], failures: 0, due: null, ts: 1 }
}

it("deliveries of a webhook that is still there are missed, those of a removed one are not", async () => {
  await store.run(ensureDemoShop({ orders: 1, now: 1_790_000_000_000, pictures: false }))
  const [shop] = await store.run(shops)
  const write = (draft: WriteDraft) => store.run(Storage.use(({ commit }) => commit([writeOf(shop!.id, draft)])))
  const wrong = async () => {
    const sentences: Array<string> = []
    await store.run(examineStore({ onWrong: (sentence) => sentences.push(sentence) }))
    return sentences.filter((sentence) => sentence.includes(`the delivery ${waiting.id} `))
  }
  await write(insert(collections.deliveries, waiting))
  const removed = await wrong()
  expect(removed.filter((sentence) => !sentence.includes("webhook"))).toEqual([])
  await write(insert(collections.webhooks, webhook))
  const found = (await wrong()).join("\n")
  expect(found).toContain("is not made yet, and nothing will make it")
  expect(found).toContain("waits, and no other one of its order is attempted")
})
