/** Kills and restarts servers while they deliver; `npm run torture -- --deliveries` runs longer. */
import { expect, it } from "vitest"
import { deliver, deliveriesLine } from "../../src/torture/deliveries.ts"
import { placed, placeOf } from "../../src/torture/process.ts"

it.concurrent.each([
  { name: "sqlite", disturbances: ["one killed", "one restarted", "all killed"] },
  { name: "mongo", disturbances: ["one killed", "all killed"] }
] as const)(
  "two servers on $name deliver every event, in order, whichever of them is killed",
  ({ disturbances, name }) =>
    placed(placeOf(name), async (place) => {
      const receivers = ["/changed", "/created", "/slow", "/failing", "/broken", "/dead"] as const
      const load = {
        seed: 3,
        callers: 3,
        pauseMs: 60,
        maxUndelivered: 12,
        between: 10,
        clocksMs: [0, 0],
        receivers
      } as const
      const found = await deliver(place, { ...load, disturbances })
      console.log(deliveriesLine(place, [found]))
      expect([...found.lost, ...found.backlog, ...found.wrong]).toEqual([])
      expect(found.delivered).toBeGreaterThan(20)
    })
)
