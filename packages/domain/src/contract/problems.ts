/**
 * Collects what is wrong with a request while it is read. The number and the size of the details are limited whatever
 * was sent, and a name is assembled only if a detail reports it.
 */

/** What is wrong with one parameter, by the name that its sender used. */
export interface Problem {
  readonly path: string
  readonly message: string
}

/** The maximum number of pairs in a request; each part of a comma list and each member of a JSON array counts as one. */
export const maxPairs = 10_000
/** The maximum number of problems that a refusal lists. */
export const maxDetails = 100
/** The maximum number of characters of a name, or of any other sent text, that a refusal repeats. */
export const maxRepeated = 200

/** Something whose name is assembled when it is read. */
interface Named {
  readonly name: string
}

/** The first problems of a request, how many there are, and how many pairs it has so far. */
export class Problems {
  readonly details: Array<Problem> = []
  wrong = 0
  pairs = 0
  /** Why the request cannot be read at all; if set, the refusal reports nothing else. */
  fault: Problem | undefined

  /** Merges the problems, pairs and faults of all parts of a request. */
  static of(parts: ReadonlyArray<Problems>): Problems {
    const all = new Problems()
    for (const { details, fault, pairs, wrong } of parts) {
      all.fault ??= fault
      all.pairs += pairs
      all.wrong += wrong - details.length
      for (const { message, path } of details) all.add(path, message)
    }
    if (all.pairs > maxPairs) all.stop("", tooMany)
    return all
  }

  /** Whether the next problem will be listed in the details. */
  get hasRoom(): boolean {
    return this.details.length < maxDetails
  }

  /** Whether a parameter, or something within it, has a problem that is listed. */
  has(name: string): boolean {
    return this.details.some(({ path }) => path === name || path.startsWith(`${name}[`))
  }

  /** Adds a problem; assembles the name of a `Node` only if the problem will be listed. */
  add(of: string | Named, message: string): void {
    this.wrong++
    if (this.hasRoom) this.details.push({ path: truncated(typeof of === "string" ? of : of.name), message })
  }

  /** Marks the request as unreadable; the first reason stays. */
  stop(path: string, message: string): void {
    this.fault ??= { path: truncated(path), message }
  }

  /** Counts one more pair; false once there are too many, which makes the request unreadable. */
  pair(): boolean {
    if (++this.pairs <= maxPairs) return true
    this.stop("", tooMany)
    return false
  }
}

const tooMany = `more than ${maxPairs} parameters`

/** Cuts a text to the length that a refusal may repeat. */
export const truncated = (text: string, maxChars = maxRepeated): string =>
  // Half of a surrogate pair is not well-formed text.
  text.length <= maxChars ? text : text.slice(0, maxChars).replace(/[\ud800-\udbff]$/, "")
