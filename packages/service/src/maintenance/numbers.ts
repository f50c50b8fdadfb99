/** Finds numbers of a counter that two documents have. */
import type { CountCheck } from "@bottega/domain/contract"
import type { Fault, Read } from "./examine.ts"

/** The numbers of a counter that documents have, as a bit set: a million orders take a megabyte or two. */
export class Numbers {
  highest = 0
  readonly #bits = new Map<number, number>()

  /** Adds the numbers of documents and gives their faults. */
  add(counted: CountCheck, all: ReadonlyArray<Read>): ReadonlyArray<Fault> {
    return all.flatMap((read) => {
      const number = numberOf(counted, read)
      if (number <= 0) return []
      this.highest = Math.max(this.highest, number)
      const [place, bit] = [Math.floor(number / 32), 1 << (number % 32)]
      const bits = this.#bits.get(place) ?? 0
      this.#bits.set(place, bits | bit)
      const kind = `${counted.name} twice`
      return (bits & bit) === 0 ? [] : [{ kind, sentence: `the number ${number} of ${counted.name} is used twice` }]
    })
  }
}

const numberOf = ({ number }: CountCheck, { doc }: Read): number => {
  try {
    return doc === undefined ? 0 : number(doc) || 0
  } catch {
    return 0
  }
}
