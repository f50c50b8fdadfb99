/** Chance that a seed decides: the same seed gives the same numbers on every machine. */

/** A sequence of numbers, by the generator sfc32. */
export class Chance {
  #a = 0x9e3779b9
  #b = 0x243f6a88
  #c: number
  #counter = 1

  constructor(seed: number) {
    this.#c = seed | 0
    // Its first numbers still show the seed.
    for (let n = 0; n < 15; n++) this.#bits()
  }

  /** From 0, below 1. */
  number(): number {
    return (this.#bits() >>> 0) / 2 ** 32
  }

  /** A whole number from `least` to `most`, both included. */
  int(least: number, most: number): number {
    return least + Math.floor(this.number() * (most - least + 1))
  }

  /** True as often as `share` says, of 1. */
  is(share: number): boolean {
    return this.number() < share
  }

  /** One of a list. */
  of<A>(list: ReadonlyArray<A>): A {
    return list[this.int(0, list.length - 1)]!
  }

  /** One of a list, each as often as its weight says. */
  weighted<A>(list: ReadonlyArray<readonly [weight: number, value: A]>): A {
    let left = this.number() * list.reduce((sum, [weight]) => sum + weight, 0)
    for (const [weight, value] of list) if ((left -= weight) < 0) return value
    return list.at(-1)![1]
  }

  /** Hex digits, eight at a time. */
  hex(eights: number): string {
    let text = ""
    for (let n = 0; n < eights; n++) text += hex(this.#bits() >>> 0, 8)
    return text
  }

  /** Decimal digits. */
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

/** A number in hex, with as many digits at least. */
export const hex = (n: number, digits: number): string => n.toString(16).padStart(digits, "0")

/** A ServiceID of an instant, in seconds. */
export const idAt = (seconds: number, chance: Chance): string => hex(seconds, 8) + chance.hex(2)
