/** What became of works is committed together; a shop whose commits fail keeps no other one back. */
import { collections } from "@bottega/domain/areas"
import { hooksOf } from "@bottega/domain/areas/webhooks"
import { outbox } from "@bottega/domain/contract"
import { Storage, Unavailable } from "@bottega/storage"
import { Effect } from "effect"
import { expect, it } from "vitest"
import { Settler } from "../../src/areas/webhooks/settler.ts"
import type { Finished } from "../../src/areas/webhooks/work.ts"
import { defaultBeats, Shares } from "../../src/engine/background/shares.ts"
import { insert, writeOf } from "../../src/engine/decide/change.ts"
import { open } from "../maintenance/given.ts"
import { eventOf, webhook } from "./virtual.ts"

/** A pending event of a shop, which is parked for its webhook. */
const finishedOf = (shop: string): Finished => {
  const outgoing = { ...eventOf(1, 1), pending: true } as const
  const work = { shop, outgoing, row: { key: outgoing.id, version: 1, text: outbox.encode(outgoing) } }
  const target = { n: 0, event: outgoing.events[0]!, webhook, plan: "park", isFailing: false } as const
  return { work, targets: [{ ...target, fate: { is: "park" } }] }
}

it("a shop whose commits fail keeps no other shop back", async () => {
  const store = open("memory")
  const shops = ["bad", "one", "two"]
  const storage = await store.run(Effect.map(Storage, (one) => one))
  let refused = 0
  const commit: typeof storage.commit = (writes, guards) => {
    if (!writes.some(({ shop }) => shop === "bad")) return storage.commit(writes, guards)
    refused++
    return Effect.fail(new Unavailable({ reason: "unknown", cause: "a test" }))
  }
  const ended: Array<string> = []
  const run = <A, E>(effect: Effect.Effect<A, E, Storage>) =>
    Effect.runPromise(Effect.provideService(effect, Storage, { ...storage, commit }))
  for (const shop of shops) {
    const { outgoing } = finishedOf(shop).work
    const drafts = [insert(collections.webhooks, webhook), insert(collections.hooks, hooksOf([webhook]))]
    const all = [...drafts, insert(outbox, outgoing)].map((draft) => writeOf(shop, draft))
    await store.run(Storage.use((one) => one.commit(all)))
  }
  const shares = new Shares("process", defaultBeats, () => false)
  await run(shares.beat)
  const fibers = new Set<AbortController>()
  const settler = new Settler(shares, { lateMs: 1, laterMs: 1 }, () => Effect.void, {
    running: () => 0,
    run: (part) => {
      const end = new AbortController()
      fibers.add(end)
      void Effect.runPromise(Effect.provideService(part, Storage, { ...storage, commit }), {
        signal: end.signal
      }).catch(() => {})
    },
    onEnd: ({ work }, isCommitted) => void ended.push(`${work.shop} ${isCommitted}`),
    onTried: () => {}
  })
  for (const shop of shops) settler.add(finishedOf(shop))
  await expect.poll(() => [...ended].sort(), { timeout: 60_000 }).toEqual(["one true", "two true"])
  expect(refused).toBeGreaterThan(1)
  for (const end of fibers) end.abort()
  await store.close()
})
