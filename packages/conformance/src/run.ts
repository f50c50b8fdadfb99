/** Runs suites on every surface and over every adapter. */
import { type AdapterEntry, adapters } from "@bottega/storage/adapters"
import { afterAll, beforeAll, describe } from "vitest"
import { type Ground, ground } from "./ground.ts"
import { isThorough, type Store, type Suite } from "./surface.ts"
import { type Served, surfaces } from "./surfaces.ts"

/** Stores that a process opens by itself, and stores of a database server: a file of tests for each, so that they run side by side. */
type Stores = "embedded" | "served"

/**
 * Nothing above the store's port knows which store there is, and nothing below it which surface. So the stores that cost most are
 * tested within the process, and HTTP with the one that costs least; histories, relations, races and crashes go through HTTP
 * to each store.
 */
const isTested = (surface: string, { needs }: AdapterEntry): boolean =>
  isThorough || surface === "embedded" || needs === "nothing"

/** Each surface with each adapter that suites run on. */
const pairs = Object.entries(surfaces).flatMap(([surface, serve]) =>
  adapters.filter((adapter) => isTested(surface, adapter)).map((adapter) => ({ surface, serve, adapter }))
)

/** Whether a suite runs on a store under a surface, or what it would show is shown elsewhere. */
const runsOn = (suite: Suite, pair: (typeof pairs)[number]): boolean =>
  isThorough || (isShownBy(suite, pair) && adds(suite, pair))

const isShownBy = ({ stores, surface }: Suite, { adapter, surface: under }: (typeof pairs)[number]): boolean =>
  (stores === undefined || adapter.needs === "nothing" || (stores === "embedded" && adapter.needs === "file")) &&
  (surface === undefined || surface === under)

/** A suite of several stores has memory over HTTP, and this process with the others: memory within the process adds neither. */
const adds = ({ stores }: Suite, { adapter, surface }: (typeof pairs)[number]): boolean =>
  stores === "one" || surface !== "embedded" || adapter.needs !== "nothing"

const rankOf = ({ works }: Suite): number => (works === true ? 0 : 1)

/**
 * Registers the tests of suites: one installation for each surface and adapter, one fresh shop on it for each suite. With `delivers`
 * events are sent to receivers on this machine, so such suites have installations of their own.
 */
export const run = (suites: ReadonlyArray<Suite>, stores: Stores, options: Pick<Served, "delivers"> = {}): void => {
  for (const pair of pairs) {
    const { adapter, serve, surface } = pair
    if ((adapter.needs === "uri") !== (stores === "served")) continue
    const running = suites.filter((suite) => runsOn(suite, pair)).sort((one, other) => rankOf(one) - rankOf(other))
    // vitest takes a group without tests for a mistake.
    if (running.length === 0) continue
    describe(`${surface}, ${adapter.name}`, () => {
      let under: Ground | undefined
      beforeAll(async () => {
        under = await ground(adapter, serve, options)
      })
      afterAll(() => under?.close())
      for (const { decided, name, register } of running) {
        let store: Promise<Store> | undefined
        const open = () => (store ??= under!.open())
        describe(name, () => {
          register(open)
          if (isThorough || stores === "embedded") decided?.(open)
        })
      }
    })
  }
}
