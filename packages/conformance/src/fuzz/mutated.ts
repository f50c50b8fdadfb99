/** Changes valid parameters slightly: what is nearly valid reaches deeper code than what is completely wrong. */
import type { Chance } from "@bottega/service/demo"
import { hostileNumbers, hostileTexts, isRaw, raw } from "./hostile.ts"
import type { Parameters } from "./values.ts"

/** Parameters with one to three of their values dropped, replaced, retyped, nested or repeated. */
export const mutated = (parameters: Parameters, chance: Chance): Parameters => {
  const made = structuredClone(parameters)
  for (let left = chance.of([1, 1, 1, 2, 3]); left > 0; left--) spoil(made, chance)
  return made
}

const spoil = (parameters: Parameters, chance: Chance): void => {
  const [holder, name] = placeIn(parameters, chance)
  const value = holder[name]
  const way = chance.of(ways)
  if (way === "drop") delete holder[name]
  else if (way === "add") put(holder, chance.of(hostileNames), hostileOf(chance))
  else if (way === "rename") {
    delete holder[name]
    put(holder, `${name}${chance.of(["x", "]", "[", ".", "[]", "\0"])}`, value)
  } else put(holder, name, replacing[way](value, chance))
}

/**
 * Sets a member, even one named `__proto__`. A list gets no additional members, because no request can express such a
 * list.
 */
const put = (holder: Parameters, name: string, value: unknown): void => {
  if (Array.isArray(holder) && !/^\d+$/.test(name)) return
  Object.defineProperty(holder, name, { value, configurable: true, enumerable: true, writable: true })
}

const ways = [
  "drop",
  "hostile",
  "hostile",
  "hostile",
  "number",
  "list",
  "nest",
  "empty",
  "twice",
  "long",
  "deep",
  "add",
  "rename"
] as const

const replacing: Readonly<
  Record<Exclude<(typeof ways)[number], "drop" | "add" | "rename">, (value: unknown, chance: Chance) => unknown>
> = {
  hostile: (_, chance) => hostileOf(chance),
  number: (_, chance) => raw(chance.of(hostileNumbers)),
  list: (value) => [value],
  nest: (value, chance) => ({ [chance.of(["0", "a", "x y", "99999999999"])]: value }),
  empty: (_, chance) => chance.of(["", null, [], {}]),
  twice: (value, chance) => [value, hostileOf(chance)],
  long: (_, chance) => "ab,".repeat(chance.of([50, 2000, 12_000, 40_000])),
  deep: (value, chance) => Array.from({ length: chance.int(2, 12) }).reduce((inner) => ({ a: inner }), value)
}

const hostileNames = [
  "__proto__",
  "constructor",
  "toString",
  "",
  "x",
  "a[b",
  "]",
  "é",
  "nodes",
  "cursor",
  "limit",
  "skip",
  "SKU"
]

const hostileOf = (chance: Chance): unknown =>
  chance.is(0.9) ? chance.of(hostileTexts) : chance.of([0, -1, 1e300, true, null])

/** A place in a tree of parameters: an object or a list, and a name in it. */
const placeIn = (parameters: Parameters, chance: Chance): readonly [Parameters, string] => {
  const names = Object.keys(parameters)
  if (names.length === 0) return [parameters, "x"]
  const name = chance.of(names)
  const inner = parameters[name]
  const within = typeof inner === "object" && inner !== null && !isRaw(inner) && Object.keys(inner).length > 0
  return within && chance.is(0.6) ? placeIn(inner as Parameters, chance) : [parameters, name]
}
