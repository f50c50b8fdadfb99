/** Runs suites on every surface and over every adapter. */
import { type AdapterEntry, adapters } from "@bottega/storage/adapters"
import { afterAll, beforeAll, describe } from "vitest"
import { type Ground, ground } from "./ground.ts"
import type { Store, Suite } from "./surface.ts"
import { surfaces } from "./surfaces.ts"

/** What lies between a caller and a database server, HTTP included, is tested whole; without HTTP it would be less of the same. */
const isTested = (surface: string, { needs }: AdapterEntry): boolean => needs !== "uri" || surface === "http"

/** Each surface with each adapter that suites run on. */
const pairs = Object.entries(surfaces).flatMap(([surface, serve]) =>
  adapters.filter((adapter) => isTested(surface, adapter)).map((adapter) => ({ surface, serve, adapter }))
)

/** Registers the tests of suites: one installation for each surface and adapter, one fresh shop on it for each suite. */
export const run = (suites: ReadonlyArray<Suite>): void => {
  for (const { adapter, serve, surface } of pairs) {
    describe(`${surface}, ${adapter.name}`, () => {
      let under: Ground | undefined
      beforeAll(async () => {
        under = await ground(adapter, serve)
      })
      afterAll(() => under?.close())
      for (const { name, register } of suites) {
        let store: Promise<Store> | undefined
        describe(name, () => register(() => (store ??= under!.open())))
      }
    })
  }
}
