/** The runs of `--deliveries`: first with receivers that fail, and then with clocks that are two hours apart. */
import { type Delivered, type Disturbance, deliver, deliveriesLine } from "./deliveries.ts"
import { placed, placeOf } from "./process.ts"

/** How often servers are disturbed, on which store. */
export interface DeliveringAll {
  readonly address: string | undefined
  readonly disturbances: number
  readonly seed: number
}

const kinds: ReadonlyArray<Disturbance> = ["one killed", "all killed", "one killed", "one restarted"]

/** Disturbs two servers of a store that often, half of it in each run. */
export const deliverAll = async (
  store: string,
  { address, disturbances, seed }: DeliveringAll,
  say: (line: string, wrong: ReadonlyArray<string>) => void
): Promise<void> => {
  const half = Array.from({ length: Math.ceil(disturbances / 2) }, (_, at) => kinds[at % kinds.length]!)
  // A stopped server takes seconds, so there are few.
  const stops = Array.from({ length: Math.ceil(half.length / 50) }, (): Disturbance => "one stopped")
  const run = { seed, callers: 6, pauseMs: 40, maxUndelivered: 100, between: 30, disturbances: [...half, ...stops] }
  const runs: Array<Delivered> = []
  for (const kind of [
    { clocksMs: [0, 0], receivers: ["/changed", "/created", "/slow", "/failing", "/broken", "/hanging", "/dead"] },
    { clocksMs: [3_600_000, -3_600_000], receivers: ["/changed", "/created", "/slow", "/dead"] }
  ] as const)
    await placed(placeOf(store, address), async (place) => {
      const found = await deliver(place, { ...run, ...kind })
      runs.push(found)
      say(deliveriesLine(place, [found]), [...found.lost, ...found.backlog, ...found.wrong])
      if (runs.length === 2) say(`together: ${deliveriesLine(place, runs)}`, [])
    })
}
