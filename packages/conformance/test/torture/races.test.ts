/** Many callers at once on real servers, one and two on one store; `npm run torture -- --races` has more of both. */
import { expect, it } from "vitest"
import { placed, placeOf, programs, start } from "../../src/torture/process.ts"
import { races } from "../../src/torture/races.ts"

it.each([1, 2])(
  "gives out what there is exactly once, with %i processes on one file",
  (processes) =>
    placed(placeOf("sqlite", programs.sources), async (place) => {
      const servers = await Promise.all(Array.from({ length: processes }, () => start(place)))
      const raced = await races(place, servers, 400)
      for (const { line } of raced) console.log(line)
      expect(raced.flatMap(({ wrong }) => wrong)).toEqual([])
      for (const server of servers) expect(await server.stop()).toBe(0)
    }),
  // A hang is what this bounds; how long anything takes is the machine's business.
  180_000
)
