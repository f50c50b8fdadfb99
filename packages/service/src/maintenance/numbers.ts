/** Finds numbers of a counter that two documents have. */
import type { CountCheck } from "@bottega/domain/contract"
import type { Row } from "@bottega/storage"
import type { Fault } from "./examine.ts"

/** The numbers of a counter that documents have, as a bit set: a million orders take a megabyte or two. */
export class Numbers {
  highest = 0
  readonly #bits = new Map<number, number>()

  /** Adds the numbers of rows and gives their faults. */
  add(counted: CountCheck, rows: ReadonlyArray<Row>): ReadonlyArray<Fault> {
    return rows.flatMap((row) => {
      const number = numberOf(counted, row)
      if (number <= 0) return []
      this.highest = Math.max(this.highest, number)
      const [place, bit] = [Math.floor(number / 32), 1 << (number % 32)]
      const bits = this.#bits.get(place) ?? 0
      this.#bits.set(place, bits | bit)
      const kind = `${counted.name} twice`
      return (bits & bit) === 0 ? [] : [{ kind, sentence: `the number ${number} of ${counted.name} is given twice` }]
    })
  }
}

const numberOf = ({ number, of }: CountCheck, { text }: Row): number => {
  try {
    return number(of.decode(text)) || 0
  } catch {
    return 0
  }
}
