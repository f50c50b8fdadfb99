/** A file does not grow over years, if old documents are swept and the catalogue stays the same. */

import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { collections } from "@bottega/domain/areas"
import { type Shop, shopDefaults } from "@bottega/domain/areas/shops"
import { dayMs, defaultKeep, type RetentionDays } from "@bottega/domain/contract"
import { format } from "@bottega/domain/form"
import { policies } from "@bottega/domain/throttle"
import { installation, Storage } from "@bottega/storage"
import { adapters } from "@bottega/storage/adapters"
import { Clock, Effect, ManagedRuntime } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { allCollections } from "../../../src/collections.ts"
import { sweep } from "../../../src/engine/background/sweeper.ts"
import { insert } from "../../../src/engine/decide/change.ts"
import { trusted } from "../../../src/engine/trusted.ts"
import { inProcessTransport } from "../../../src/in-process.ts"
import { makeService } from "../../../src/service.ts"

let folder: string
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), "bottega-growth-"))))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const skus = Array.from({ length: 40 }, (_, n) => `SKU-${n}`)
const shop: Shop = { ...shopDefaults, id: "0123456789abcdef01234567", group_number: 1, name: "" }

/** The pages of a file after each day of 150 changes of stock, each with an idempotency key. */
const pagesOver = async (days: number, keep: Partial<RetentionDays>) => {
  const location = join(mkdtempSync(join(folder, "store-")), "store")
  const runtime = ManagedRuntime.make(adapters.find(({ name }) => name === "sqlite")!.open(location, allCollections))
  const real = Effect.runSync(Clock.clockWith(Effect.succeed))
  let now = 1_800_000_000_000
  const clock: Clock.Clock = {
    ...real,
    currentTimeMillisUnsafe: () => now,
    currentTimeMillis: Effect.sync(() => now),
    currentTimeNanosUnsafe: () => BigInt(Math.round(now * 1000)) * 1000n,
    monotonicTimeNanosUnsafe: () => real.monotonicTimeNanosUnsafe(),
    sleep: () => Effect.yieldNow
  }
  const run = <A, E>(effect: Effect.Effect<A, E, Storage>) =>
    runtime.runPromise(Effect.provideService(effect, Clock.Clock, clock))
  await run(Storage.use(({ commit }) => commit([{ shop: installation, ...insert(collections.shops, shop) }])))
  const transport = inProcessTransport(trusted(await run(makeService()), shop), run)
  let sent = 0
  const send = async (method: string, path: string, given: object) => {
    const headers = { "idempotency-key": `call ${++sent}` }
    const body = new URLSearchParams(format(given)).toString()
    const { status, text } = await transport({ method, path: `/v1.1${path}`, query: "", headers, body })
    expect([status, await text()]).toEqual([200, expect.anything()])
  }
  for (const sku of skus)
    await send("POST", "/products/product.json", { code: sku, title: sku, price: 1, quantity: 1000 })
  const looking = new DatabaseSync(location, { readOnly: true })
  const pages: Array<number> = []
  for (let n = 0; n < days; n++) {
    now += dayMs
    for (let at = 0; at < 150; at += skus.length)
      await Promise.all(
        skus.map((sku) => send("PUT", "/inventory/patchInventory.json", { sku, quantity: (at % 3) - 1 }))
      )
    await run(sweep({ keep: { ...defaultKeep, ...keep }, policies }, allCollections))
    pages.push(Number(looking.prepare("pragma page_count").get()?.["page_count"]))
  }
  looking.close()
  await runtime.dispose()
  return pages
}

it("a file stops growing once its retention periods are full", async () => {
  const swept = await pagesOver(24, { events: 2, ledger: 4 })
  expect(Math.max(...swept)).toBeLessThanOrEqual(Math.max(...swept.slice(0, 10)) * 1.05)
  const kept = await pagesOver(24, { events: 30, ledger: 400 })
  expect(kept.at(-1)).toBeGreaterThan(swept.at(-1)! * 1.3)
})
