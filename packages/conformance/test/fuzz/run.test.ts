/** Sends requests of every kind to every operation; `npm run torture -- --fuzz <n>` sends as many as requested. */
import { expect, it } from "vitest"
import { type FuzzRunOptions, fuzzed } from "../../src/torture/fuzzed.ts"
import { inside } from "../../src/torture/inside.ts"
import { type Place, placed, placeOf, type Server, start } from "../../src/torture/process.ts"

const run = async (
  place: Place,
  begin: () => Promise<Server>,
  { maxMemoryMiB = 2048, ...asked }: Pick<FuzzRunOptions, "requests" | "seed"> & { readonly maxMemoryMiB?: number }
) => {
  // A shared machine may delay any process for a while; this limit catches a request that blocks the loop for seconds.
  const { line, wrong } = await fuzzed(place, begin, { ...asked, maxHeldMs: 3000, maxMemoryMiB })
  console.log(line)
  expect(wrong).toEqual([])
}

/** At least; a run goes on until each operation was answered 200. */
const requests = 3000
/** The memory of this process is also that of other test files, so no limit says anything about it. */
const shared = Number.POSITIVE_INFINITY

// The seed differs each time; the printed line states it.
it("answers whatever is sent as declared, in this process", () =>
  inside("memory", (place, server) =>
    run(place, async () => server, { requests, seed: Date.now() % 1_000_000, maxMemoryMiB: shared })
  ))

it("answers whatever is sent as declared, as a process on a file", () =>
  placed(placeOf("sqlite"), (place) => run(place, () => start(place), { requests, seed: 2 })))
