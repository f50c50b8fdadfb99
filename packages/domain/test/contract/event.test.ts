/** Events: numbers and names are unique, and a payload has its declared type. */
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { events } from "../../src/areas.ts"
import { area, event, eventsOf, happened, orderEvent } from "../../src/contract.ts"

const data = Schema.Struct({ sku: Schema.String })
const made = event(9, "thing.made", { summary: "A thing was made.", data, by: [] })
const bought = orderEvent(8, "thing.bought", { summary: "A thing was bought.", data, by: [] })
const areaOf = (events: Parameters<typeof area>[0]["events"]) =>
  area({ endpoints: {}, collections: {}, checks: [], events })

describe("events", () => {
  it("have the numbers of the wire format", () => {
    const types = Object.values(events).map(({ type }) => type)
    assert.deepStrictEqual(
      types.sort((a, b) => a - b),
      [0, 1, 2, 3, 7, 53, 100, 101, 102, 103, 104, 105, 106, 107, 108, 109]
    )
  })
  it("cannot share a number, a name or a key, within an area or between areas", () => {
    const other = { ...made, type: 10, name: "other" }
    assert.throws(() => eventsOf({ a: areaOf({ made, other: { ...other, type: 9 } }) }), "Two events are 9.")
    assert.throws(() => eventsOf({ a: areaOf({ made }), b: areaOf({ other: { ...other, name: "thing.made" } }) }))
    assert.throws(() => eventsOf({ a: areaOf({ made }), b: areaOf({ made: other }) }))
    assert.deepStrictEqual(eventsOf({ a: areaOf({ made }), b: areaOf({ other }) }) as object, { made, other })
  })
  it("take only the declared payload, and an order if they are about one", () => {
    assert.deepStrictEqual({ ...happened(made, { sku: "A" }) } as object, { type: 9, data: { sku: "A" } })
    const order = { orderID: "1_5a", status: 3, version: 2 }
    assert.deepStrictEqual({ ...happened(bought, { sku: "A" }, order) } as object, {
      ...{ type: 8, orderID: "1_5a", status: 3, version: 2 },
      data: { sku: "A" }
    })
    // @ts-expect-error the payload has no `code`
    happened(made, { code: "A" })
    // @ts-expect-error an event of an order names it
    happened(bought, { sku: "A" })
    // @ts-expect-error an event of a resource names no order
    happened(made, { sku: "A" }, order)
  })
})
