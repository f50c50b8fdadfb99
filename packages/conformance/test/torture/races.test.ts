/** Many callers at once on real servers, one and two on one store; `npm run torture -- --races` has more of both. */
import { expect, it } from "vitest"
import { leave, placeOf, programs, start } from "../../src/torture/process.ts"
import { races } from "../../src/torture/races.ts"

it.each([1, 2])(
  "gives out what there is exactly once, with %i processes on one file",
  async (processes) => {
    const place = placeOf("sqlite", programs.sources)
    const servers = await Promise.all(Array.from({ length: processes }, () => start(place)))
    const raced = await races(place, servers, 400)
    for (const { line } of raced) console.log(line)
    expect(raced.flatMap(({ wrong }) => wrong)).toEqual([])
    for (const server of servers) expect(await server.stop()).toBe(0)
    leave(place)
  },
  // A hang is what this bounds; how long anything takes is the machine's business.
  180_000
)
