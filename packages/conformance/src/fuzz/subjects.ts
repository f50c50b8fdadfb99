/**
 * Remembers values from answers, so that later requests address what exists. Nothing here names an area: a value is
 * stored under its name in the answer, alone and prefixed by its owner's name. So `shop` finds the `id` of the area
 * `shops`, `coupon_code` the `code` of a coupon, and `uid` of the area `coupons` a coupon's uid.
 */
import type { Entry } from "@bottega/domain/contract"
import type { Chance } from "@bottega/service/demo"

/** A name without the differences between its spellings: `order_id` and `orderID` are one. */
export const plainName = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, "")

const singular = (area: string): string => plainName(area).replace(/(?<=ss)es$|s$/, "")

/** Values that were answered or accepted together, by their plain names. */
export type Together = ReadonlyMap<string, string>

/** How many values of one name are remembered; the oldest are dropped first. */
const maxValues = 48

/** The memory of one shop's run. */
export class Subjects {
  readonly #values = new Map<string, Array<string>>()
  readonly #proved = new Map<string, Array<string>>()
  readonly #together = new Map<string, Array<Together>>()
  readonly #givers = new Map<string, Set<Entry>>()
  /** Values on which the run itself depends, by the area whose operations must not change them. */
  readonly #standing = new Map<string, string>()
  readonly #own = new Map<string, string>()
  readonly #isForeign: (value: string) => boolean

  /** `isForeign` recognises values of another shop, which the operator sees and nobody may send to this one. */
  constructor(isForeign: (value: string) => boolean = () => false) {
    this.#isForeign = isForeign
  }

  /**
   * Protects a value on which the run depends: it is often addressed, but never changed by its own area's operations.
   */
  protect(area: string, name: string, value: string): void {
    this.#standing.set(value, singular(area))
    this.#own.set(singular(area) + plainName(name), value)
  }

  /** Remembers a value for a parameter of an area's operations. */
  put(area: string, name: string, value: string): void {
    this.#push(this.#values, singular(area) + plainName(name), value, maxValues)
  }

  /** Remembers an answer, and the parameters of a change. */
  learn(entry: Entry, given: unknown, answer: unknown): void {
    const owner = singular(entry.area)
    this.#walk(entry, owner, answer, 0)
    if (entry.endpoint.method !== "POST") return
    this.#walk(entry, owner, given, 0)
    const [sent, answered] = [given, answer].map((one) =>
      Object.entries(isObject(one) ? one : {}).flatMap(
        ([name, value]): ReadonlyArray<readonly [string, string]> =>
          isScalar(value) ? [[plainName(name), String(value)]] : []
      )
    )
    // What was made is named by its `id`, or by the name of its kind before it: `address_id`.
    const owned = answered!.map(([name, value]) => [owner + name, value] as const)
    this.#push(this.#together, entry.id, new Map([...owned, ...sent!, ...answered!]), 16)
  }

  /** Forgets what was removed or does not exist. */
  forget({ area }: Entry, given: unknown): void {
    for (const [name, value] of Object.entries(isObject(given) ? given : {}).filter(([, one]) => isScalar(one)))
      for (const key of keysOf(area, name)) {
        const kept = this.#values.get(key)
        const at = kept?.indexOf(String(value)) ?? -1
        if (at >= 0) kept!.splice(at, 1)
      }
  }

  /** A remembered value for a parameter, if there is one. */
  of({ area, endpoint }: Entry, name: string, chance: Chance): string | undefined {
    for (const key of keysOf(area, name)) {
      const own = this.#own.get(key)
      const kept = this.#values.get(key) ?? []
      const value =
        own !== undefined && (kept.length === 0 || chance.is(0.5)) ? own : kept.length > 0 ? chance.of(kept) : undefined
      if (value === undefined) continue
      if (endpoint.method === "GET" || this.#standing.get(value) !== singular(area)) return value
    }
    return undefined
  }

  /** Remembers values that an operation accepted, so that they may be sent again. */
  prove({ id }: Entry, given: Readonly<Record<string, unknown>>): void {
    for (const [name, value] of Object.entries(given))
      if (isScalar(value) && String(value).length < 100) this.#push(this.#proved, `${id} ${name}`, String(value), 6)
  }
  proved({ id }: Entry, place: string, chance: Chance): string | undefined {
    const kept = this.#proved.get(`${id} ${place}`)
    return kept && chance.of(kept)
  }

  /** Whether anything is remembered for a parameter. */
  has({ area }: Entry, name: string): boolean {
    return keysOf(area, name).some((key) => this.#own.has(key) || (this.#values.get(key)?.length ?? 0) > 0)
  }

  /** Values for all these parameters from one answer; they are used once. */
  together(names: ReadonlyArray<string>): Together | undefined {
    for (const kept of this.#together.values()) {
      const last = kept.at(-1)
      if (last !== undefined && names.every((name) => last.has(plainName(name)))) return kept.pop()
    }
    return undefined
  }

  /** The operations whose answers contained values for a parameter. */
  givers({ area }: Entry, name: string): ReadonlyArray<Entry> {
    return keysOf(area, name).flatMap((key) => [...(this.#givers.get(key) ?? [])])
  }

  #walk(entry: Entry, owner: string, value: unknown, depth: number): void {
    if (Array.isArray(value)) for (const one of value.slice(-8)) this.#walk(entry, owner, one, depth)
    else if (isObject(value))
      for (const [name, inner] of Object.entries(value).slice(0, 60))
        if (isScalar(inner)) {
          this.#keep(entry, plainName(name), String(inner))
          this.#keep(entry, owner + plainName(name), String(inner))
        } else if (depth < 3) this.#walk(entry, plainName(name), inner, depth + 1)
  }

  #keep(entry: Entry, key: string, value: string): void {
    // The secret half of a pair is sent only as a credential.
    if (value.length > 200 || key.endsWith("exchange") || this.#isForeign(value)) return
    if (this.#values.get(key)?.includes(value) !== true) this.#push(this.#values, key, value, maxValues)
    const givers = this.#givers.get(key)
    if (entry.endpoint.method !== "POST") return
    if (givers === undefined) this.#givers.set(key, new Set([entry]))
    else givers.add(entry)
  }

  #push<A>(into: Map<string, Array<A>>, key: string, value: A, room: number): void {
    const kept = into.get(key)
    if (kept === undefined) into.set(key, [value])
    else if (kept.push(value) > room) kept.shift()
  }
}

/** The names under which a value for a parameter is looked up, the likeliest first. */
const keysOf = (area: string, name: string): ReadonlyArray<string> => {
  const known = keys.get(`${area} ${name}`)
  if (known !== undefined) return known
  const plain = plainName(name)
  // A user's `uid` is the `userUID` of other answers.
  const made = [singular(area) + plain, `${plain}id`, `${plain}uid`, `user${plain}`, plain]
  if (keys.size < 4096) keys.set(`${area} ${name}`, made)
  return made
}
const keys = new Map<string, ReadonlyArray<string>>()

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
const isScalar = (value: unknown): boolean => (typeof value === "string" && value !== "") || typeof value === "number"
