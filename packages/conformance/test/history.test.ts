/**
 * Checks that one random history of a shop has the same answers on every adapter, through every surface, and on a plain
 * model. `HISTORY` replays the one that a failure named; `HISTORY_RUNS` sets the number of runs.
 */

import type { Customer } from "@bottega/domain/areas/customers"
import { type Adapter, Storage, type Write } from "@bottega/storage"
import { type AdapterEntry, adapters } from "@bottega/storage/adapters"
import { Effect, Layer } from "effect"
import { afterAll, describe, expect, it } from "vitest"
import { type Ground, ground } from "../src/ground.ts"
import { type Search, search } from "../src/history/search.ts"
import type { TestedStore } from "../src/history/shop.ts"
import { surfaces } from "../src/surfaces.ts"

const { HISTORY: again, HISTORY_RUNS } = process.env

/** As many as take some seconds; a database server needs more time for each. */
const runsOn = ({ needs }: AdapterEntry): number => Number(HISTORY_RUNS ?? { nothing: 12, file: 10, uri: 3 }[needs])

const grounds: Array<Ground> = []
afterAll(() => Promise.all(grounds.map(({ close }) => close())))

/** An adapter under a surface, through two instances of the service. */
const opened = async (adapter: AdapterEntry, surface: string): Promise<TestedStore> => {
  const under = await ground(adapter, surfaces[surface]!)
  grounds.push(under)
  const first = await under.open()
  return { name: `${surface}, ${adapter.name}`, stores: [first, await first.twin()] }
}

const memory = adapters.find(({ needs }) => needs === "nothing")!

describe.each(Object.keys(surfaces))("any history over %s", (surface) => {
  it.each(adapters)("has on $name the answers of the model, and those of memory to the byte", async (adapter) =>
    search([await opened(memory, "embedded"), await opened(adapter, surface)], { again, runs: runsOn(adapter) })
  )
})

describe("a store is found that", () => {
  /** The planted faults: which writes of a commit are lost. */
  const faults: Readonly<Record<string, (write: Write, all: ReadonlyArray<Write>) => boolean>> = {
    "gives no stock back": ({ collection }, all) =>
      (collection.name === "inventory" || collection.name === "ledger") &&
      all.some(({ doc }) => isMovement(doc) && doc.reason === "status" && doc.moves.some(({ delta }) => delta > 0)),
    "forgets its answer to a key": ({ collection }) => collection.name === "answered",
    "keeps the use of a coupon": ({ collection, doc }) => collection.name === "couponuses" && doc === undefined,
    "keeps a removed customer": ({ collection, doc }) => collection.name === "customers" && doc === undefined,
    "logs no consent": ({ collection }) => collection.name === "consents",
    "forgets the tags of a customer who has some": ({ collection, doc, expect }) =>
      collection.name === "customers" && expect > 1 && doc !== undefined && (doc as Customer).tags.length > 1
  }
  const isMovement = (
    doc: unknown
  ): doc is { readonly reason: string; readonly moves: ReadonlyArray<{ delta: number }> } =>
    typeof doc === "object" && doc !== null && "moves" in doc

  const broken = (name: string, storage: Adapter): Adapter => ({
    ...storage,
    commit: (writes) => storage.commit(writes.filter((write) => !faults[name]!(write, writes)))
  })

  it.each(Object.keys(faults))("%s, and how is said in a few steps", async (name) => {
    const open: AdapterEntry["open"] = (...given) =>
      Layer.effect(
        Storage,
        Effect.map(Storage, (storage) => broken(name, storage))
      ).pipe(Layer.provide(memory.open(...given)))
    const instances = [await opened({ ...memory, open }, "embedded")]
    const look = (how: Search) => search(instances, how).catch((error: Error) => error.message)
    const said = await look({ runs: 2000 })
    expect(said).toMatch(
      /is answered otherwise after\n( {2}\d+\. .+\n){1,12}[\s\S]*\nReplay: HISTORY="-?\d+ [\d:]+ [\d,]+" npm test/
    )
    const [, named = ""] = /HISTORY="(.*)"/.exec(said ?? "") ?? []
    expect(await look({ runs: 1, again: named })).toBe(said)
  })
})
