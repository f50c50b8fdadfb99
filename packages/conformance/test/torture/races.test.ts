/**
 * Many simultaneous callers on every adapter, on two processes where a store can be shared; `npm run torture -- --races`
 * has more of both, and other numbers of processes.
 */

import { openDatabase } from "@bottega/mongo-stand-in/shared"
import { adapters } from "@bottega/storage/adapters"
import { expect, it } from "vitest"
import { inside } from "../../src/torture/inside.ts"
import { type Place, placed, placeOf, type Server, start } from "../../src/torture/process.ts"
import { type Crowd, raceLine, races } from "../../src/torture/races.ts"

const cases = adapters.map(({ name, needs, sharable }) => ({ name, needs, processes: sharable ? 2 : 1 }))

const many = { buyers: 400, callers: 60 }
/** On MongoDB conflicting commits are tried again, so that each further caller costs more than the one before. */
const few = { buyers: 60, callers: 30 }

const run = async (place: Place, servers: ReadonlyArray<Server>, crowd: Crowd) => {
  const raced = await races(place, servers, crowd, () => {})
  console.log(raced.map(raceLine).join("\n"))
  expect(raced.flatMap(({ wrong }) => wrong)).toEqual([])
}

const served = (name: string, processes: number, crowd: Crowd, address?: string) =>
  placed(placeOf(name, address), async (place) => {
    const servers = await Promise.all(Array.from({ length: processes }, () => start(place)))
    await run(place, servers, crowd)
    for (const server of servers) expect(await server.stop()).toBe(0)
  })

it.each(cases)(
  "gives out what there is exactly once, on $name and processes: $processes",
  async ({ name, needs, processes }) => {
    if (needs === "nothing") return inside(name, (place, server) => run(place, [server], many))
    if (needs === "file") return served(name, processes, many)
    const database = await openDatabase("races")
    await served(name, processes, few, database.uri).finally(database.close)
  }
)
