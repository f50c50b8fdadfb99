/** Stops real servers while they fill their store. */
import { expect, it } from "vitest"
import { interrupt } from "../../src/torture/interrupted.ts"
import { placed, placeOf } from "../../src/torture/process.ts"

it.each([
  { name: "sqlite", orders: 8000 },
  { name: "mongo", orders: 4000 }
])(
  "a start on $name that is stopped while it fills the store ends, and the next one finishes",
  async ({ name, orders }) => {
    // While this process stands still, a start may fill its store; then another one is stopped.
    const once = () => placed(placeOf(name), (place) => interrupt(place, orders))
    let interrupted = await once()
    for (let tries = 1; interrupted === undefined && tries < 20; tries++) interrupted = await once()
    console.log(
      `interrupted: ${name}, after ${interrupted?.kept} of ${orders} orders, ended in ${Math.round(interrupted?.ms ?? 0)} ms`
    )
    // A start does not wait for a commit that takes too long.
    expect([0, 143]).toContain(interrupted?.code)
    expect(interrupted).toMatchObject({ shops: 0, orders })
    expect(interrupted?.kept).toBeLessThan(orders)
  }
)
