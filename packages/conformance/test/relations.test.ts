/** Races for every relation on every store: no reference is made to what was removed, and without guards some would be. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { openDatabase } from "@bottega/mongo-stand-in/shared"
import { type AdapterEntry, adapters } from "@bottega/storage/adapters"
import { expect, it } from "vitest"
import { relations } from "../src/areas.ts"
import { type Raced, race, racedLine } from "../src/relations/race.ts"
import type { Relation } from "../src/relations/relation.ts"

const rounds = 300
/** Races in which one side won fewer times show nothing. */
const least = 30
const tries = 5

const folder = { make: () => mkdtempSync(join(tmpdir(), "bottega-relations-")) }
const raced = async (adapter: AdapterEntry, relation: Relation<unknown>, guarded: boolean): Promise<Raced> => {
  const place = folder.make()
  const database = adapter.needs === "uri" ? await openDatabase("relations") : undefined
  const racing = { adapter, location: database?.uri ?? join(place, "store"), rounds, guarded }
  try {
    const found = await race(relation, racing)
    console.log(racedLine(relation.name, racing, found))
    return found
  } finally {
    await database?.close()
    rmSync(place, { recursive: true, force: true })
  }
}

const cases = adapters.flatMap((adapter) =>
  relations.map((relation) => ({ adapter, relation, ...names(adapter, relation) }))
)
function names({ name: store }: AdapterEntry, { name }: Relation<unknown>) {
  return { store, name }
}

// A hang is what this bounds; how long anything takes is the machine's business.
const patience = 600_000

it.each(cases)(
  "$name: none dangles on $store, and either side wins",
  async ({ adapter, relation }) => {
    for (let attempt = 1; ; attempt++) {
      const { dangling, made, removed } = await raced(adapter, relation, true)
      expect(dangling).toBe(0)
      if (Math.min(made, removed) >= least) return
      expect(attempt, "one side kept winning").toBeLessThan(tries)
    }
  },
  patience
)

it.each(cases.filter(({ relation }) => relation.withoutGuards === undefined))(
  "$name: some dangle on $store without guards",
  async ({ adapter, relation }) => {
    for (let attempt = 1; (await raced(adapter, relation, false)).dangling === 0; attempt++)
      expect(attempt, "nothing dangled").toBeLessThan(tries)
  },
  patience
)
