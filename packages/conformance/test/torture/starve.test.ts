/** One greedy caller, in a small size; `npm run torture -- --starve` has the promised size, and measures times. */
import { expect, it } from "vitest"
import { everything } from "../../src/sample.ts"
import { placed, placeOf, start } from "../../src/torture/process.ts"
import { type Starved, starve, starvedLine } from "../../src/torture/starve.ts"

const connections = { bodies: 300, headers: 300, readers: 50, callers: 40, asked: 12, askedOfEach: 3 }
/** One of every fourth area that a server has which is not for development: turns are the same for all of them. */
const served = everything.filter(({ endpoint }) => !endpoint.workbench)
const operations = [...Map.groupBy(served, ({ area }) => area).values()].flatMap(([one], at) =>
  at % 4 === 0 ? one! : []
)
const volume = { orders: 60, customers: 20, points: 40 }

it("refuses nobody else while one caller holds what it can of a server", () =>
  placed(placeOf("sqlite"), async (place) => {
    const server = await start(place)
    const all: Array<Starved> = []
    await starve(server, { ...connections, ...volume, operations }, (starved) => all.push(starved))
    console.log(all.map(starvedLine).join("\n"))
    expect(all.filter(({ refused }) => refused > 0)).toEqual([])
    expect(all.map(({ attack }) => attack)).toEqual(
      expect.arrayContaining(["slow bodies", "lists of 1,000 orders", ...operations.map(({ id }) => id)])
    )
    expect(await server.stop()).toBe(0)
  }))
