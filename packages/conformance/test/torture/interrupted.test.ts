/** Stops real servers while they fill their store. */
import { expect, it } from "vitest"
import { interrupt } from "../../src/torture/interrupted.ts"
import { placed, placeOf } from "../../src/torture/process.ts"

it.each([
  { name: "sqlite", orders: 8000 },
  { name: "mongo", orders: 4000 }
])("a start on $name that is stopped while it fills the store ends, and the next one finishes", ({ name, orders }) =>
  placed(placeOf(name), async (place) => {
    const interrupted = await interrupt(place, orders)
    console.log(
      `interrupted: ${name}, after ${interrupted.kept} of ${orders} orders, ended in ${Math.round(interrupted.ms)} ms`
    )
    // A start does not wait for a commit that takes too long.
    expect([0, 143]).toContain(interrupted.code)
    expect(interrupted).toMatchObject({ shops: 0, orders })
    expect(interrupted.kept).toBeLessThan(orders)
  })
)
