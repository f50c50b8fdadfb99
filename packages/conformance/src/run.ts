/** Runs suites on every surface over every adapter. */
import { adapters } from "@bottega/storage/adapters"
import { afterAll, beforeAll, describe } from "vitest"
import { type Ground, ground } from "./ground.ts"
import type { Store, Suite } from "./surface.ts"
import { surfaces } from "./surfaces.ts"

/** The first MongoDB on a machine may have to be downloaded. */
const maxStartMs = 180_000

/** Registers the tests of suites: one installation for each surface and adapter, one fresh shop on it for each suite. */
export const run = (suites: ReadonlyArray<Suite>): void => {
  for (const [surface, serve] of Object.entries(surfaces)) {
    for (const adapter of adapters) {
      describe(`${surface}, ${adapter.name}`, () => {
        let under: Ground | undefined
        beforeAll(async () => {
          under = await ground(adapter, serve)
        }, maxStartMs)
        afterAll(() => under?.close())
        for (const { name, register } of suites) {
          let store: Promise<Store> | undefined
          describe(name, () => register(() => (store ??= under!.open())))
        }
      })
    }
  }
}
