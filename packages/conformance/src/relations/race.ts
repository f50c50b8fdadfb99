/**
 * Races for a relation: one process makes a reference while another removes its target, again and again. The side that keeps
 * losing is given a head start, so that both win about as often.
 */
import { setTimeout } from "node:timers/promises"
import type { Storage } from "@bottega/storage"
import { type Context, Effect } from "effect"
import type { Relation, Side } from "./relation.ts"

/** The results of races. */
export interface Raced {
  readonly rounds: number
  /** How often the reference was made before its target was removed, and how often it was refused. */
  readonly made: number
  readonly removed: number
  /** How often the reference was made after its target was removed. */
  readonly dangling: number
}

/** How races are run. */
export interface Racing {
  readonly sides: ReadonlyArray<Side>
  readonly storage: Context.Context<Storage>
  /** True once these races, as many as there have been, show what they are meant to show. */
  readonly enough: (raced: Raced) => boolean
  readonly maxRounds: number
}

/** Races for a relation between two servers, until there are enough races, or as many as there may be. */
export const race = async (
  relation: Relation<unknown>,
  { enough, maxRounds, sides, storage }: Racing
): Promise<Raced> => {
  const references = (target: unknown) => Effect.runPromiseWith(storage)(relation.references(sides[0]!.shop, target))
  const lanes = Array.from({ length: 4 }, () => new Lane(relation, sides, references))
  const raced = (): Raced => {
    const sum = (of: (lane: Lane) => number) => lanes.reduce((all, lane) => all + of(lane), 0)
    const [made, removed, dangling] = [sum((one) => one.made), sum((one) => one.removed), sum((one) => one.dangling)]
    return { rounds: made + removed + dangling, made, removed, dangling }
  }
  let begun = 0
  const run = async (lane: Lane) => {
    while (begun < maxRounds && !enough(raced())) await lane.round(begun++)
  }
  await Promise.all(lanes.map(run))
  return raced()
}

/**
 * Races of this number at least, which go on until each side has won a quarter of it, or a reference dangles. Of 60 races all
 * miss a fault that one race in four shows with a probability of 3 in 10^8. Most relations show a guard that is left out in the
 * first 12 races, some only in the first hundred.
 */
export const atLeast = (rounds: number): Pick<Racing, "enough" | "maxRounds"> => ({
  enough: (raced) => raced.dangling > 0 || (raced.rounds >= rounds && wins(raced) >= rounds / 4),
  maxRounds: 6000
})

/** What is wrong with races of at least this number, as sentences. A side that hardly ever won shows nothing. */
export const wrongIn = (raced: Raced, rounds: number): ReadonlyArray<string> => [
  ...(raced.dangling > 0 ? [`${raced.dangling} references were made to what was removed.`] : []),
  ...(raced.dangling === 0 && wins(raced) < rounds / 4 ? ["One side kept winning."] : [])
]

const wins = ({ made, removed }: Raced): number => Math.min(made, removed)

/** One line for each relation and store. */
export const racedLine = (name: string, store: string, { dangling, made, removed, rounds }: Raced): string =>
  `${name}: ${store}, ${rounds} races, ${dangling} dangling, made first ${made}, removed first ${removed}`

/** Races one after the other. */
class Lane {
  made = 0
  removed = 0
  dangling = 0
  readonly #relation: Relation<unknown>
  readonly #sides: ReadonlyArray<Side>
  readonly #references: (target: unknown) => Promise<number>
  /** Milliseconds that the remover is held back; below 0, the maker. */
  #handicapMs = 0
  #stepMs = 0.5
  #madeLast = false

  constructor(
    relation: Relation<unknown>,
    sides: ReadonlyArray<Side>,
    references: (target: unknown) => Promise<number>
  ) {
    this.#relation = relation
    this.#sides = sides
    this.#references = references
  }

  async round(number: number): Promise<void> {
    const { clears = false, make, remove, target } = this.#relation
    const [maker, remover] = number % 2 === 0 ? this.#sides : this.#sides.toReversed()
    const one = await target(maker!)
    const removing = async () => {
      if (this.#handicapMs > 0) await setTimeout(Math.random() * 2 * this.#handicapMs)
      if (!(await remove(remover!, one))) return undefined
      return clears ? 0 : this.#references(one)
    }
    const making = async () => {
      if (this.#handicapMs < 0) await setTimeout(Math.random() * -2 * this.#handicapMs)
      return make(maker!, one)
    }
    const [made, left] = await Promise.all([making(), removing()])
    // Whatever refers to the target, and may not be left or was made after the removal was answered, dangles.
    if (left !== undefined && (await this.#references(one)) > left) this.dangling++
    else if (made) this.made++
    else this.removed++
    // The duration of a call depends on the store: the side that keeps winning is held back longer each time.
    this.#stepMs = made === this.#madeLast ? Math.min(2 * this.#stepMs, 50) : Math.max(this.#stepMs / 4, 0.25)
    this.#madeLast = made
    this.#handicapMs += made ? -this.#stepMs : this.#stepMs
  }
}
