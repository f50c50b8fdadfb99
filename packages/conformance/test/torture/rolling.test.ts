/** Restarts servers one after the other under load; `npm run torture -- --rolling` runs longer. */
import { expect, it } from "vitest"
import { placed, placeOf } from "../../src/torture/process.ts"
import { roll, rollLine } from "../../src/torture/rolling.ts"

it("two servers of one file are restarted in turn behind a balancer, and no caller notices", () =>
  placed(placeOf("sqlite"), async (place) => {
    const rolled = await roll(place, { restarts: 2, writers: 4, readers: 12, sleepers: 6, seed: 7 })
    console.log(rollLine(place, rolled))
    expect(rolled).toMatchObject({ failed: 0, resets: 0, again: 0, wrong: [] })
    expect(rolled.requests).toBeGreaterThan(30)
  }))
