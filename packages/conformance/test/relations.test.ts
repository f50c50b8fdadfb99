/**
 * Races for every relation on a file, and for some on the other stores: no reference is made to what was removed, and without
 * guards some would be. `npm run torture -- --relations <n>` races for every one on every store.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { openDatabase } from "@bottega/mongo-stand-in/shared"
import { type AdapterEntry, adapters } from "@bottega/storage/adapters"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { relations } from "../src/areas.ts"
import { atLeast, type Racing, race, racedLine, wrongIn } from "../src/relations/race.ts"
import type { Relation } from "../src/relations/relation.ts"
import { openSides, type TwoServers } from "../src/relations/sides.ts"

/**
 * How many races each relation has at least on a store: most where two processes race on a file, since what guards a relation is the
 * same on all stores.
 */
const roundsOn = ({ needs }: AdapterEntry): number => (needs === "file" ? 60 : 16)

/** Whether a relation is raced for on a store. A store that ignores guards shows it in any of the relations. */
const isRacedFor = ({ needs }: AdapterEntry, at: number): boolean => needs === "file" || at % 4 === 0

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
  return async (relation: Relation<unknown>, until: Pick<Racing, "enough" | "maxRounds">) => {
    const { shop, storage } = servers!
    const raced = await race(relation, { sides: await shop(), storage, ...until })
    console.log(racedLine(relation.name, `${adapter.name}${guarded ? "" : " without guards"}`, raced))
    return raced
  }
}

describe.each(adapters)("on $name", (adapter) => {
  const raced = useSides(adapter, true)
  const rounds = roundsOn(adapter)
  it.each(relations.filter((_, at) => isRacedFor(adapter, at)))(
    "$name: none dangles, and either side wins",
    async (relation) => {
      expect(wrongIn(await raced(relation, atLeast(rounds)), rounds)).toEqual([])
    }
  )
})

describe.each(adapters)("on $name without guards", (adapter) => {
  const raced = useSides(adapter, false)
  it.each(relations.filter(({ withoutGuards }, at) => withoutGuards === undefined && isRacedFor(adapter, at)))(
    "$name: some dangle",
    async (relation) => {
      const { dangling } = await raced(relation, { enough: ({ dangling }) => dangling > 0, maxRounds: 6000 })
      expect(dangling, "nothing dangled").toBeGreaterThan(0)
    }
  )
})
