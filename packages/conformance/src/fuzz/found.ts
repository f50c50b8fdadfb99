/** Collects the findings of a run: each kind once, with the first request that showed it and a count. */
import type { Request } from "./request.ts"

/** Something that is wrong. */
export interface Finding {
  readonly what: string
  /** The operations, or the rough cases, that showed it. */
  readonly names: Set<string>
  readonly request: Request
  times: number
}

/** The findings of a run. */
export class Findings {
  readonly #byKind = new Map<string, Finding>()

  /** Adds a problem with the answer to a request. */
  add(what: string, request: Request): void {
    const kind = kindOf(what)
    const known = this.#byKind.get(kind)
    if (known !== undefined) {
      known.times++
      known.names.add(request.name)
    } else if (this.#byKind.size < maxKinds)
      this.#byKind.set(kind, { what, names: new Set([request.name]), request, times: 1 })
  }

  /** All findings, in the order in which they were made. */
  all(): ReadonlyArray<Finding> {
    return [...this.#byKind.values()]
  }
}

const maxKinds = 200

/** A sentence without the parts that differ from case to case. */
export const kindOf = (what: string): string => what.replaceAll(/zq\d+x\d+|[0-9a-f]{8,}|\d+/g, "#").slice(0, 120)
