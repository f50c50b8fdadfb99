/** Sends requests of every kind to every operation; `npm run torture -- --fuzz <n>` sends as many as requested. */
import { expect, it } from "vitest"
import { type FuzzRunOptions, fuzzed } from "../../src/torture/fuzzed.ts"
import { inside } from "../../src/torture/inside.ts"
import { type Place, placed, placeOf, type Server, start } from "../../src/torture/process.ts"

const run = async (place: Place, begin: () => Promise<Server>, asked: Pick<FuzzRunOptions, "requests" | "seed">) => {
  // A shared machine may delay any process for a while; this limit catches a request that blocks the loop for seconds.
  const { line, wrong } = await fuzzed(place, begin, { ...asked, maxHeldMs: 3000, maxMemoryMiB: 2048 })
  console.log(line)
  expect(wrong).toEqual([])
}

// The second seed differs each time; the printed line states it.
it.each([1, Date.now() % 1_000_000])(
  "answers whatever is sent as declared, in this process, by seed %i",
  (seed) => inside("memory", (place, server) => run(place, async () => server, { requests: 8000, seed })),
  180_000
)

it(
  "answers whatever is sent as declared, as a process on a file",
  () => placed(placeOf("sqlite"), (place) => run(place, () => start(place), { requests: 8000, seed: 2 })),
  180_000
)
