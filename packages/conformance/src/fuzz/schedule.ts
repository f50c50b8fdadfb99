/** Chooses the next operation: those with too few 200s first, expensive ones less often. */
import type { Entry } from "@bottega/domain/contract"
import type { Chance } from "@bottega/service/demo"
import { requiredOf } from "../sample.ts"
import type { Subjects } from "./subjects.ts"
import type { Tally } from "./tally.ts"

/** The inputs of a choice. */
export interface Choosing {
  readonly entries: ReadonlyArray<Entry>
  readonly tally: Tally
  readonly subjects: Subjects
  readonly chance: Chance
  /** How many 200s each operation should have by now. */
  readonly due: number
}

/** The operation to call next, or one that makes what it needs: its subjects may have been removed or used up. */
export const next = (choosing: Choosing): Entry => {
  const { chance, entries, subjects, tally } = choosing
  const chosen = chance.weighted(entries.map((entry) => [weightOf(entry, choosing), entry]))
  const required = requiredOf(chosen.endpoint)
  const lacks = required.some((name) => !subjects.has(chosen, name))
  const { id } = chosen
  if (!chance.is(lacks ? 0.8 : tally.times(id, 200) * 4 < tally.of(id).total ? 0.4 : 0)) return chosen
  const [givers] = required
    .map((name) => subjects.givers(chosen, name))
    .filter((all) => all.length > 0 && !all.includes(chosen))
    .sort((one, other) => one.length - other.length)
  return givers === undefined ? chosen : chance.of(givers)
}

const weightOf = ({ id }: Entry, { due, tally }: Choosing): number => {
  const taken = tally.times(id, 200)
  const behind = taken < due
  return (taken === 0 ? 20 : behind ? 6 : 1) / (1 + tally.of(id).bytes / (behind ? 200_000 : 8000))
}
