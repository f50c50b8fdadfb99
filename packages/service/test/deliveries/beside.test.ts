/** What is looked after besides deliveries does not hold them up. */
import { eventQueue, type Pending } from "@bottega/domain/contract"
import type { Adapter } from "@bottega/storage"
import { Effect } from "effect"
import { expect, it } from "vitest"
import { sweep } from "../maintenance/given.ts"
import { begin, TestReceiver } from "./given.ts"

it("events are sent while the commit for a changed webhook waits", async () => {
  const receiver = await new TestReceiver().listen()
  const given = await begin()
  const shop = await given.shopOf()
  const held = Promise.withResolvers<void>()
  let holds = 0
  const commit: Adapter["commit"] = (writes, guards) => {
    const isLook = writes.some(({ before, collection, doc }) => {
      if (collection !== eventQueue || doc !== undefined || before === undefined) return false
      return (JSON.parse(before.text) as Pending).webhook !== undefined
    })
    if (!isLook) return given.storage.commit(writes, guards)
    holds++
    return Effect.andThen(
      Effect.promise(() => held.promise),
      given.storage.commit(writes, guards)
    )
  }
  await shop.webhook(receiver.url("/first"))
  // A change of a webhook adds an entry that asks to look at what waits for it.
  await shop.webhook(receiver.url("/second"))
  const { stop } = given.process({}, { ...given.storage, commit })
  await expect.poll(() => holds, { timeout: 60_000 }).toBe(1)
  await shop.order()
  await expect.poll(() => receiver.arrived.length, { timeout: 60_000 }).toBe(2)
  expect(holds).toBe(1)
  held.resolve()
  await expect.poll(given.queue, { timeout: 60_000 }).toEqual([])
  await stop()
  await given.close()
  await receiver.close()
  sweep()
})
