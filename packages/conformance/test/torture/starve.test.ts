/** One greedy caller, in a small size; `npm run torture -- --starve` has the promised size, and measures times. */
import { expect, it } from "vitest"
import { placed, placeOf, start } from "../../src/torture/process.ts"
import { type Starved, starve, starvedLine } from "../../src/torture/starve.ts"

it("refuses nobody else while one caller holds what it can of a server", () =>
  placed(placeOf("sqlite"), async (place) => {
    const server = await start(place)
    const all: Array<Starved> = []
    await starve(server, { bodies: 300, headers: 300, readers: 50, asked: 40 }, (starved) => all.push(starved))
    console.log(all.map(starvedLine).join("\n"))
    expect(all.map(({ attack, refused }) => [attack, refused])).toEqual([
      ["slow bodies", 0],
      ["slow headers", 0],
      ["slow readers", 0],
      ["heaviest body", 0]
    ])
    expect(await server.stop()).toBe(0)
  }))
