/**
 * Finds what a method and a path name, among all paths of a server. A path matches only if it is spelt exactly: nothing is decoded,
 * and a slash at its end counts.
 */

/** What has a path, by its methods, and the parameters in the path, still encoded. */
export interface Found<A> {
  readonly methods: ReadonlyMap<string, A>
  readonly parameters: ReadonlyArray<readonly [name: string, value: string]>
}

/** The paths that begin with the same parts. */
interface Branch<A> {
  readonly parts: Map<string, Branch<A>>
  /** The paths with a parameter in the next part. */
  parameter: Branch<A> | undefined
  /** The whole path, if one ends here, and its methods. */
  path: string
  readonly methods: Map<string, A>
}

/** Paths with what they name; `:name` stands for a part of 1 to 200 characters, and a path without parameters comes first. */
export class Paths<A> {
  readonly #exact = new Map<string, Map<string, A>>()
  /** The paths with parameters. */
  readonly #forms: Branch<A> = branch()
  /** The most parts that a path with parameters has. */
  #maxParts = 0

  /** Adds what one method of a path names. */
  add(method: string, path: string, value: A): void {
    const methods = path.includes("/:") ? this.#end(path).methods : (this.#exact.get(path) ?? new Map<string, A>())
    if (!path.includes("/:")) this.#exact.set(path, methods)
    methods.set(method, value)
  }

  /** Finds a path as a request sends it, without its query. */
  find(path: string): Found<A> | undefined {
    const methods = this.#exact.get(path)
    if (methods !== undefined) return { methods, parameters: [] }
    // The limit keeps a path of thousands of parts cheap.
    const parts = path.split("/", this.#maxParts + 1)
    const end = parts.length > this.#maxParts ? undefined : endOf(this.#forms, parts, 0)
    return end && { methods: end.methods, parameters: parametersIn(end.path, parts) }
  }

  /** Every path with its methods. */
  *[Symbol.iterator](): Iterator<readonly [path: string, methods: ReadonlyMap<string, A>]> {
    yield* this.#exact
    for (const { methods, path } of endsBelow(this.#forms)) yield [path, methods]
  }

  #end(path: string): Branch<A> {
    const parts = path.split("/")
    this.#maxParts = Math.max(this.#maxParts, parts.length)
    let at = this.#forms
    for (const part of parts) {
      const next: Branch<A> = (isParameter(part) ? at.parameter : at.parts.get(part)) ?? branch()
      if (isParameter(part)) at.parameter = next
      else at.parts.set(part, next)
      at = next
    }
    at.path = path
    return at
  }
}

const branch = <A>(): Branch<A> => ({ parts: new Map(), parameter: undefined, path: "", methods: new Map() })

const isParameter = (part: string): boolean => part.startsWith(":")

const endOf = <A>(from: Branch<A>, parts: ReadonlyArray<string>, at: number): Branch<A> | undefined => {
  const part = parts[at]
  if (part === undefined) return from.methods.size > 0 ? from : undefined
  const named = from.parts.get(part)
  const found = named && endOf(named, parts, at + 1)
  if (found !== undefined || from.parameter === undefined || !isValue.test(part)) return found
  return endOf(from.parameter, parts, at + 1)
}

const isValue = /^[^?#]{1,200}$/

const parametersIn = (path: string, sent: ReadonlyArray<string>): Found<unknown>["parameters"] =>
  path.split("/").flatMap((part, at) => (isParameter(part) ? [[part.slice(1), sent[at]!] as const] : []))

function* endsBelow<A>(from: Branch<A>): Iterable<Branch<A>> {
  if (from.methods.size > 0) yield from
  for (const next of from.parts.values()) yield* endsBelow(next)
  if (from.parameter !== undefined) yield* endsBelow(from.parameter)
}
