/** Races for every relation between documents, as many as requested; the tests have fewer of them. */
import { adapters } from "@bottega/storage/adapters"
import { relations } from "../areas.ts"
import { atLeast, race, racedLine, wrongIn } from "../relations/race.ts"
import { openSides } from "../relations/sides.ts"
import { placed, placeOf } from "./process.ts"

/** Races for each relation on a store, at an address if it has one, and reports each when it has ended. */
export const raceRelations = async (
  store: string,
  address: string | undefined,
  rounds: number,
  say: (line: string, wrong: ReadonlyArray<string>) => void
): Promise<void> => {
  const adapter = adapters.find(({ name }) => name === store)!
  const run = async ({ location }: { readonly location: string }) => {
    const { close, shop, storage } = await openSides({ adapter, location, guarded: true })
    try {
      for (const relation of relations) {
        const raced = await race(relation, { sides: await shop(), storage, ...atLeast(rounds) })
        say(racedLine(relation.name, store, raced), wrongIn(raced, rounds))
      }
    } finally {
      await close()
    }
  }
  await (adapter.needs === "nothing" ? run({ location: "" }) : placed(placeOf(store, address), run))
}
