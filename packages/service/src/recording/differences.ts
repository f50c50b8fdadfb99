/**
 * Compares a recorded answer with the one of the run in which it is played. Ids are compared by what they were mapped to, and
 * instants by how long before or after the call they are; ids that are new are learned.
 */
import type { Shape } from "@bottega/domain/contract"
import { type IdMap, idKindOf } from "./ids.ts"

/** Where two answers differ: `status`, or a path in the body such as `items[0].title`, which is empty for the whole body. */
export interface Difference {
  readonly at: string
  /** Values, or what they are if they are long. */
  readonly recorded: unknown
  readonly played: unknown
}

/** What two answers are compared with. */
export interface Comparing {
  readonly ids: IdMap
  readonly times: TimeShift
  /** The addresses of both servers, with which addresses in answers begin. */
  readonly origins: { readonly recorded: string; readonly played: string }
}

/** How far the run is behind the recording: between these milliseconds, because calls take time. */
export interface TimeShift {
  readonly minMs: number
  readonly maxMs: number
}

/** The differences of two bodies, up to a number. */
export const differencesOf = (
  recorded: unknown,
  played: unknown,
  shape: Shape | undefined,
  comparing: Comparing
): ReadonlyArray<Difference> => {
  const found: Array<Difference> = []
  compare({ comparing, found }, { at: "", name: "", depth: 0 }, recorded, played, shape)
  return found
}

/** The most differences of one call, and the deepest level that is compared. */
const [maxDifferences, maxDepth] = [20, 40]

/** What no two runs share: the id of a request, and the microseconds of an instant. */
const ofOneRun: ReadonlySet<string> = new Set(["requestId", "usec"])

interface Walk {
  readonly comparing: Comparing
  readonly found: Array<Difference>
}

interface Place {
  readonly at: string
  readonly name: string
  readonly depth: number
}

type Shaped = Shape | undefined

const compare = (walk: Walk, place: Place, recorded: unknown, played: unknown, shape: Shaped): void => {
  if (walk.found.length >= maxDifferences || ofOneRun.has(place.name) || place.depth > maxDepth) return
  if (Array.isArray(recorded) && Array.isArray(played)) compareLists(walk, place, recorded, played, shape)
  else if (isObject(recorded) && isObject(played)) compareObjects(walk, place, recorded, played, shape)
  else if (!isSame(walk.comparing, place.name, recorded, played, shape))
    walk.found.push({ at: place.at, recorded: brief(recorded), played: brief(played) })
}

const compareLists = (
  walk: Walk,
  { at, depth, name }: Place,
  recorded: ReadonlyArray<unknown>,
  played: ReadonlyArray<unknown>,
  shape: Shaped
): void => {
  if (recorded.length !== played.length)
    walk.found.push({ at: `${at}.length`, recorded: recorded.length, played: played.length })
  const length = Math.min(recorded.length, played.length)
  for (let n = 0; n < length && walk.found.length < maxDifferences; n++)
    compare(walk, { at: `${at}[${n}]`, name, depth: depth + 1 }, recorded[n], played[n], shape?.item)
}

type Members = Readonly<Record<string, unknown>>

const compareObjects = (walk: Walk, { at, depth }: Place, recorded: Members, played: Members, shape: Shaped): void => {
  for (const [name, other] of pairsOf(Object.keys(recorded), Object.keys(played))) {
    const inner = shape?.inner?.find((field) => field.name === name) ?? shape?.member
    const place = { at: at === "" ? name : `${at}.${name}`, name, depth: depth + 1 }
    compare(walk, place, own(recorded, name), own(played, other), inner)
  }
}

/** The names of both, each with its own; names that differ in an id alone, such as `65#|#`, are those of the same member. */
const pairsOf = (recorded: ReadonlyArray<string>, played: ReadonlyArray<string>) => {
  const there = new Set(played)
  const here = new Set(recorded)
  const others = Map.groupBy(
    played.filter((name) => !here.has(name)),
    withoutIds
  )
  const otherOf = (name: string): string => (there.has(name) ? name : (others.get(withoutIds(name))?.shift() ?? name))
  const pairs = recorded.map((name) => [name, otherOf(name)] as const)
  return [...pairs, ...[...others.values()].flat().map((name) => [name, name] as const)]
}

const withoutIds = (name: string): string => name.replace(/\d[\da-f]*/g, "0")

const own = (members: Members, name: string): unknown => (Object.hasOwn(members, name) ? members[name] : undefined)

const isSame = (comparing: Comparing, name: string, recorded: unknown, played: unknown, shape: Shaped): boolean => {
  const { ids, times } = comparing
  if (isScalar(recorded) && isScalar(played)) {
    const kind = idKindOf(name, shape)
    // Ids that are equal are pairs too: another one must not be taken for them later.
    if (kind !== undefined && typeof recorded === typeof played) return ids.learn(kind, recorded, played)
    if (recorded === played) return true
    return isSameInstant(recorded, played, times) || isSameText(comparing, recorded, played)
  }
  return recorded === played
}

const isSameText = ({ ids, origins }: Comparing, recorded: unknown, played: unknown): boolean => {
  if (typeof recorded !== "string" || typeof played !== "string") return false
  // A secret was struck out of either.
  if (recorded.includes(struckOut) && matches(recorded, played)) return true
  return ids.within(recorded.replaceAll(origins.recorded, origins.played)) === played
}
const struckOut = "[redacted]"

/** Whether a text has the parts of another one between secrets, in their order. */
const matches = (pattern: string, text: string): boolean => {
  let from = 0
  for (const part of pattern.split(struckOut)) {
    const at = text.indexOf(part, from)
    if (at < 0) return false
    from = at + part.length
  }
  return true
}

/** Whether two values show instants that are as far apart as the runs are; days may be a day more. */
const isSameInstant = (recorded: unknown, played: unknown, { maxMs, minMs }: TimeShift): boolean => {
  const [one, other] = [instantOf(recorded), instantOf(played)]
  if (one === undefined || other === undefined || one.unitMs !== other.unitMs) return false
  const shiftMs = other.ms - one.ms
  return shiftMs >= minMs - one.unitMs && shiftMs <= maxMs + one.unitMs
}

const instantOf = (value: unknown): { readonly ms: number; readonly unitMs: number } | undefined => {
  if (typeof value === "number")
    return value > 1e12 ? { ms: value, unitMs: 1 } : value > 1e9 ? { ms: value * 1000, unitMs: 1000 } : undefined
  if (typeof value !== "string" || !/^\d{4}-\d\d-\d\d(?:[T ][\d:.]+(?:Z|[+-]\d\d:?\d\d)?)?$/.test(value))
    return undefined
  const ms = Date.parse(value)
  return Number.isNaN(ms) ? undefined : { ms, unitMs: value.length === 10 ? 86_400_000 : 1000 }
}

const isScalar = (value: unknown): value is string | number => typeof value === "string" || typeof value === "number"
const isObject = (value: unknown): value is Members => typeof value === "object" && value !== null

const brief = (value: unknown): unknown => {
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (isObject(value)) return "an object"
  return typeof value === "string" && value.length > maxShown ? `${value.slice(0, maxShown)}…` : value
}
const maxShown = 200
