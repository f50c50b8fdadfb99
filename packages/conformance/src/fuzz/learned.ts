/**
 * Which ways of making a request lead to a 200. A choice that did so before is made more often, and none is ever given up,
 * so that an operation finds by itself which parameters it needs and which values it wants new.
 */
import type { Chance } from "@bottega/service/demo"

/** One way to choose, and how it went. */
export interface Way {
  tries: number
  taken: number
}

/** The choices of a run, by the place in a request where they are made. */
export class Learned {
  readonly #ways = new Map<string, Map<string, Way>>()

  /** Chooses one of the names at a place, and notes it in `chosen`. */
  choose<Name extends string>(chance: Chance, place: string, names: ReadonlyArray<Name>, chosen: Array<Way>): Name {
    const ways = this.#at(place)
    const weighed = names.map((name) => {
      const { taken, tries } = wayIn(ways, name)
      const share = (taken + 1) / (tries + 2)
      return [share * share + floor, name] as const
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

/** The least weight of a way that never led anywhere. */
const floor = 0.02

/** Notes how the request went that was made in these ways. */
export const note = (chosen: ReadonlyArray<Way>, taken: boolean): void => {
  for (const way of chosen) {
    way.tries++
    if (taken) way.taken++
    // What was long ago counts less: a shop fills up, and what was free is taken.
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
