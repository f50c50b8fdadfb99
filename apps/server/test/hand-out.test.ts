/** What a start hands out over a store that does not take writes. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { allCollections } from "@bottega/service"
import { type Adapter, Storage, Unavailable } from "@bottega/storage"
import { own } from "@bottega/storage/adapters"
import { make as memory } from "@bottega/storage/memory"
import { Effect, Result } from "effect"
import { expect, test } from "vitest"
import { configOf } from "../src/config/config.ts"
import { handOut } from "../src/start/hand-out.ts"

test("a store without room hands out again what it has, and nothing new", async () => {
  const folder = mkdtempSync(join(tmpdir(), "bottega-hand-out-"))
  const configured = (file: string) =>
    Result.getOrThrow(configOf(["--memory", "--demo", "--demo-orders", "1", "--credentials", join(folder, file)], {}))
  const store = memory([...allCollections, ...own])
  const full: Adapter = {
    ...store,
    commit: (writes) =>
      writes.length === 0 ? Effect.void : Effect.fail(new Unavailable({ reason: "full", cause: undefined }))
  }
  const from = (storage: Adapter, file: string) => {
    const options = { now: 1_790_000_000_000, onProgress: () => {}, former: undefined }
    return Effect.runPromise(Effect.provideService(handOut(configured(file), options), Storage, storage))
  }
  try {
    const first = await from(store, "a.json")
    expect(await from(full, "a.json")).toEqual(first)
    await expect(from(full, "b.json")).rejects.toMatchObject({ reason: "full" })
  } finally {
    rmSync(folder, { recursive: true })
  }
})
