/**
 * Learns which choices in making a request lead to a 200. A choice that did so before is made more often, and none is
 * ever given up. So an operation finds by itself which parameters it needs and which of them need new values.
 */
import type { Chance } from "@bottega/service/demo"

/** One option of a choice, and its success so far. */
export interface Way {
  tries: number
  taken: number
}

/** The choices of a run, by the place in a request where they are made. */
export class Learned {
  readonly #ways = new Map<string, Map<string, Way>>()

  /** Chooses one of the names at a place, and adds it to `chosen`. */
  choose<Name extends string>(chance: Chance, place: string, names: ReadonlyArray<Name>, chosen: Array<Way>): Name {
    const ways = this.#at(place)
    const weighed = names.map((name) => {
      const { taken, tries } = wayIn(ways, name)
      const share = (taken + 1) / (tries + 2)
      return [share * share + minWeight, name] as const
    })
    const name = chance.weighted(weighed)
    chosen.push(wayIn(ways, name))
    return name
  }

  #at(place: string): Map<string, Way> {
    const known = this.#ways.get(place)
    if (known !== undefined) return known
    const made = new Map<string, Way>()
    this.#ways.set(place, made)
    return made
  }
}

/** The smallest weight of an option that never succeeded. */
const minWeight = 0.02

/** Records whether the request made by these choices succeeded. */
export const note = (chosen: ReadonlyArray<Way>, taken: boolean): void => {
  for (const way of chosen) {
    way.tries++
    if (taken) way.taken++
    // Old results count less: a shop fills up, and names that were free are taken.
    if (way.tries > 200) {
      way.tries /= 2
      way.taken /= 2
    }
  }
}

const wayIn = (ways: Map<string, Way>, name: string): Way => {
  const known = ways.get(name)
  if (known !== undefined) return known
  const made = { tries: 0, taken: 0 }
  ways.set(name, made)
  return made
}
