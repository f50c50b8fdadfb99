/**
 * What is wrong with a request, collected within bounds while it is read: no request, however made, gives more details
 * than these, and a name is spelt only where it is told.
 */

/** What is wrong with one parameter, by the name that its sender used. */
export interface Problem {
  readonly path: string
  readonly message: string
}

/** The most name and value pairs of one request; each part of a comma list and each member of a JSON array is one. */
export const maxPairs = 10_000
/** The most problems that a refusal names. */
export const maxDetails = 100
/** The most characters of a name, or of anything else that was sent, that a refusal repeats. */
export const maxRepeated = 200

/** Something with a name that is put together when it is asked for. */
interface Named {
  readonly name: string
}

/** The first problems of a request, how many there are, and how many pairs it has so far. */
export class Problems {
  readonly details: Array<Problem> = []
  wrong = 0
  pairs = 0
  /** Why the request cannot be read at all; the only thing that is said of it then. */
  fault: Problem | undefined

  /** The problems, pairs and faults of all parts of a request. */
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

  /** Whether the next problem is told with its name. */
  get hasRoom(): boolean {
    return this.details.length < maxDetails
  }

  /** Adds a problem; a `Node` is spelt only if its name is told. */
  add(of: string | Named, message: string): void {
    this.wrong++
    if (this.hasRoom) this.details.push({ path: cut(typeof of === "string" ? of : of.name), message })
  }

  /** Gives the request up for one reason; the first one stays. */
  stop(path: string, message: string): void {
    this.fault ??= { path: cut(path), message }
  }

  /** Counts one more pair; false once there are too many, which stops the request. */
  pair(): boolean {
    if (++this.pairs <= maxPairs) return true
    this.stop("", tooMany)
    return false
  }
}

const tooMany = `more than ${maxPairs} parameters`

/** The beginning of a text that a refusal repeats. */
export const cut = (text: string, most = maxRepeated): string =>
  // Half of a surrogate pair is no character.
  text.length <= most ? text : text.slice(0, most).replace(/[\ud800-\udbff]$/, "")
