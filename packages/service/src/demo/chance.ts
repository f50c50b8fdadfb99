/** Random numbers from a seed: the same seed gives the same numbers on every machine. */

/** A random sequence, by the generator sfc32. */
export class Chance {
  #a = 0x9e3779b9
  #b = 0x243f6a88
  #c: number
  #counter = 1

  constructor(seed: number) {
    this.#c = seed | 0
    // The first numbers still depend visibly on the seed, so they are skipped.
    for (let n = 0; n < 15; n++) this.#bits()
  }

  /** A number from 0, inclusive, to 1, exclusive. */
  number(): number {
    return (this.#bits() >>> 0) / 2 ** 32
  }

  /** An integer from `least` to `greatest`, both included. */
  int(least: number, greatest: number): number {
    return least + Math.floor(this.number() * (greatest - least + 1))
  }

  /** True with the probability `share`. */
  is(share: number): boolean {
    return this.number() < share
  }

  /** One of a list. */
  of<A>(list: ReadonlyArray<A>): A {
    return list[this.int(0, list.length - 1)]!
  }

  /** One of a list, with probabilities in proportion to the weights. */
  weighted<A>(list: ReadonlyArray<readonly [weight: number, value: A]>): A {
    let left = this.number() * list.reduce((sum, [weight]) => sum + weight, 0)
    for (const [weight, value] of list) if ((left -= weight) < 0) return value
    return list.at(-1)![1]
  }

  /** Random hex digits, in groups of eight. */
  hex(eights: number): string {
    let text = ""
    for (let n = 0; n < eights; n++) text += hex(this.#bits() >>> 0, 8)
    return text
  }

  /** Random decimal digits. */
  digits(count: number): string {
    let text = ""
    while (text.length < count) text += String(this.int(0, 9))
    return text
  }

  #bits(): number {
    const sum = (this.#a + this.#b + this.#counter++) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0
    return sum
  }
}

/** A number in hex, padded to this many digits. */
export const hex = (n: number, digits: number): string => n.toString(16).padStart(digits, "0")

/** A ServiceID of an instant in unix seconds. */
export const idAt = (seconds: number, chance: Chance): string => hex(seconds, 8) + chance.hex(2)
