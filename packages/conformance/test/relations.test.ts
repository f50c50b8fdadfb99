/** Races for every relation on every store: no reference is made to what was removed, and without guards some would be. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { openDatabase } from "@bottega/mongo-stand-in/shared"
import { type AdapterEntry, adapters } from "@bottega/storage/adapters"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { relations } from "../src/areas.ts"
import { type Racing, race, racedLine } from "../src/relations/race.ts"
import type { Relation } from "../src/relations/relation.ts"
import { openSides, type TwoServers } from "../src/relations/sides.ts"

const leastRounds = 300
/** Races in which one side won fewer times show nothing. */
const leastWins = 30
/** A busy machine may let one side win for long: the races go on until both have their wins, up to this number. */
const maxRounds = 6000

/** One pair of servers on a fresh store for all tests around it; each race has a shop of its own. */
const useSides = (adapter: AdapterEntry, guarded: boolean) => {
  let servers: TwoServers | undefined
  let clear = async () => {}
  beforeAll(async () => {
    const place = mkdtempSync(join(tmpdir(), "bottega-relations-"))
    const database = adapter.needs === "uri" ? await openDatabase("relations") : undefined
    clear = async () => {
      await database?.close()
      rmSync(place, { recursive: true, force: true })
    }
    servers = await openSides({ adapter, location: database?.uri ?? join(place, "store"), guarded })
  })
  afterAll(async () => {
    await servers?.close()
    await clear()
  })
  return async (relation: Relation<unknown>, enough: Racing["enough"]) => {
    const { shop, storage } = servers!
    const raced = await race(relation, { sides: await shop(), storage, enough, maxRounds })
    console.log(racedLine(relation.name, `${adapter.name}${guarded ? "" : " without guards"}`, raced))
    return raced
  }
}

describe.each(adapters)("on $name", (adapter) => {
  const raced = useSides(adapter, true)
  it.each(relations)("$name: none dangles, and either side wins", async (relation) => {
    const { dangling, made, removed } = await raced(
      relation,
      ({ dangling, made, removed, rounds }) =>
        dangling > 0 || (rounds >= leastRounds && Math.min(made, removed) >= leastWins)
    )
    expect(dangling).toBe(0)
    expect(Math.min(made, removed), "one side kept winning").toBeGreaterThanOrEqual(leastWins)
  })
})

describe.each(adapters)("on $name without guards", (adapter) => {
  const raced = useSides(adapter, false)
  it.each(relations.filter(({ withoutGuards }) => withoutGuards === undefined))(
    "$name: some dangle",
    async (relation) => {
      const { dangling } = await raced(relation, ({ dangling }) => dangling > 0)
      expect(dangling, "nothing dangled").toBeGreaterThan(0)
    }
  )
})
