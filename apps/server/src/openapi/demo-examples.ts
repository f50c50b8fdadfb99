/**
 * Changes the examples' calls so that they name what the running demo shop has. Every read is tried, and one that is
 * refused or shows nothing is tried again with values from the other answers. See docs/decisions/0370.
 */
import { type Any, type Entry, pathOf } from "@bottega/domain/contract"
import { isDemo } from "@bottega/service/demo"
import { type Example, exampleOf } from "./examples.ts"
import { namesOf } from "./form.ts"

/** The demo shop of a server, and reads of it. */
export interface DemoReader {
  /** Its id. */
  readonly shop: string
  /** The answer to a read with these parameters, without its JSON if that is long; undefined if the read is refused. */
  readonly read: (entry: Entry, parameters: object) => Promise<{ readonly json?: unknown } | undefined>
}

/** Returns the example of an operation by its id. */
export type ExampleOf = (id: string) => Example | undefined

/** The examples with calls that the demo shop answers, as far as its reads show what it has; the others unchanged. */
export const demoExamplesOf = async (all: ReadonlyArray<Entry>, { read, shop }: DemoReader): Promise<ExampleOf> => {
  const seen = new Seen()
  const calls = new Map<string, Fields>()
  for (const { id } of all) if (exampleOf(id) !== undefined) calls.set(id, atHome(exampleOf(id)!.parameters, shop))
  /** Makes the calls, and keeps the one with the longest answer, which shows the most; false if none shows anything. */
  const isShown = async (entry: Entry, tried: Iterable<Fields>): Promise<boolean> => {
    const answered: Array<{ readonly call: Fields; readonly json?: unknown; readonly length: number }> = []
    for (const call of tried) {
      const answer = await read(entry, call)
      if (answer !== undefined) answered.push({ call, ...answer, length: (JSON.stringify(answer.json) ?? "").length })
    }
    const [best] = answered.sort((one, other) => other.length - one.length)
    if (best === undefined) return false
    seen.add(entry, best.call, best.json)
    calls.set(entry.id, best.call)
    return !isEmpty(best.json)
  }
  const reads = all.filter(({ endpoint, id }) => isRead(endpoint) && calls.has(id))
  const again: Array<Entry> = []
  for (const entry of reads) if (!(await isShown(entry, [calls.get(entry.id)!]))) again.push(entry)
  for (const entry of again) await isShown(entry, [...seen.callsLike(calls.get(entry.id)!, entry)])
  const readPaths = new Set(reads.map(({ endpoint }) => pathOf(endpoint)))
  for (const entry of all.filter(({ endpoint, id }) => endpoint.answer === "change" && calls.has(id))) {
    const removes = entry.endpoint.method === "DELETE" && readPaths.has(pathOf(entry.endpoint))
    calls.set(entry.id, seen.changeLike(calls.get(entry.id)!, entry, removes))
  }
  return (id) => withCall(exampleOf(id), calls.get(id))
}

type Fields = Readonly<Record<string, unknown>>

/** Only what the shop's own keys can read, so that nothing of another shop is shown. */
const isRead = ({ answer, surface }: Any): boolean => surface === "shop" && answer !== "change" && answer !== "bytes"

/** Parameters with this shop's id instead of another one's. */
const atHome = (parameters: object, shop: string): Fields =>
  Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [
      name,
      name === "shop" || (typeof value === "string" && isDemo({ id: value })) ? shop : value
    ])
  )

/** The maximum number of objects that are kept of an answer. */
const maxKept = 100
/** How many calls of an operation are tried. */
const maxTried = 40

/** The answers to the reads of an area. */
interface SeenOfArea {
  readonly objects: Array<Fields>
  readonly calls: Array<Fields>
  /** The parameters by which a resource is named. */
  readonly names: Set<string>
}

/** The answers to the reads. */
class Seen {
  readonly #byArea = new Map<string, SeenOfArea>()

  #of(area: string): SeenOfArea {
    const known = this.#byArea.get(area) ?? { objects: [], calls: [], names: new Set() }
    this.#byArea.set(area, known)
    return known
  }

  /** Keeps the objects of an answer, and the parameters that name a resource: required ones, and those that were changed. */
  add({ area, endpoint, id }: Entry, call: Fields, answer: unknown): void {
    const { calls, names, objects } = this.#of(area)
    // An object also gets its call's parameters: the addresses of a user do not repeat the user.
    objects.push(...objectsIn(answer).map((object) => ({ ...call, ...object })))
    calls.push(call)
    const made = exampleOf(id)!.parameters as Fields
    for (const { name, required } of namesOf(endpoint)) if (required || call[name] !== made[name]) names.add(name)
  }

  /** Calls with the fields of each object that has some of the parameters, first of the call's own area. */
  *callsLike(call: Fields, { area }: Entry): Generator<Fields> {
    const referring = this.#referring(call)
    yield referring
    const others = [...this.#byArea].flatMap(([of, { objects }]) => (of === area ? [] : objects))
    const all = [...this.#of(area).objects, ...others].map((object) => ({
      object,
      names: Object.keys(call).filter((name) => isNaming(object[name]) && object[name] !== call[name])
    }))
    // An object that has more of the parameters fits better: a variant has its product's uid and a SKU.
    const fitting = all
      .filter(({ names }) => names.length > 0)
      .sort((one, other) => other.names.length - one.names.length)
    for (const { names, object } of fitting.slice(0, maxTried)) yield withFields(referring, object, names)
  }

  /** A change of a resource that was seen. A removal names one that no read names, so that the reads still succeed after it. */
  changeLike(call: Fields, { area }: Entry, removes: boolean): Fields {
    const { calls, names, objects } = this.#of(area)
    const unknown = [...names].filter((name) => name in call && !objects.some((object) => object[name] === call[name]))
    const fitting = objects.filter((object) => unknown.every((name) => isNaming(object[name])))
    const isCalled = (object: Fields) => calls.some((one) => unknown.some((name) => one[name] === object[name]))
    const object = removes ? fitting.findLast((one) => !isCalled(one)) : fitting[0]
    return withFields(this.#referring(call), object ?? call, unknown)
  }

  /** A call whose `group_id` and similar parameters are ids of groups that were seen. */
  #referring(call: Fields): Fields {
    const ids = Object.keys(call).flatMap((name) => {
      if (!name.endsWith("_id")) return []
      const plural = new RegExp(`${name.slice(0, -"_id".length).replaceAll("_", "")}e?s$`)
      const [, seen] = [...this.#byArea].find(([area]) => plural.test(area)) ?? []
      const id = seen?.objects.map((object) => object["id"]).find(isNaming)
      return id === undefined ? [] : [[name, id]]
    })
    return { ...call, ...Object.fromEntries(ids) }
  }
}

const isNaming = (value: unknown): boolean => (typeof value === "string" && value !== "") || typeof value === "number"

const withFields = (call: Fields, object: Fields, names: ReadonlyArray<string>): Fields => ({
  ...call,
  ...Object.fromEntries(names.map((name) => [name, object[name]]))
})

/**
 * The objects of an answer: the answer itself, and the members of a list that it is or contains. A member of a list
 * within another object also gets that object's id: the variants of a product get its uid.
 */
const objectsIn = (answer: unknown, above: Fields = {}): ReadonlyArray<Fields> => {
  if (Array.isArray(answer)) return answer.slice(0, maxKept).flatMap((one) => objectsIn(one, above))
  if (!isObject(answer)) return []
  const own = { ...above, ...answer }
  const naming = Object.fromEntries(Object.entries(own).filter(([, value]) => isNaming(value)))
  return [own, ...Object.values(answer).flatMap((value) => (Array.isArray(value) ? objectsIn(value, naming) : []))]
}

const isEmpty = (answer: unknown): boolean => Array.isArray(answer) && answer.length === 0

const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The example with another call; the new values replace the old ones in its answer too. */
const withCall = (example: Example | undefined, call: Fields | undefined): Example | undefined => {
  if (example === undefined || call === undefined) return example
  let answer = JSON.stringify(example.answer)
  for (const [name, before] of Object.entries(example.parameters)) {
    const now = call[name]
    // Shorter values may be a part of something else.
    if (typeof before === "string" && typeof now === "string" && before.length >= minIdLength)
      answer = answer.replaceAll(JSON.stringify(before).slice(1, -1), JSON.stringify(now).slice(1, -1))
  }
  return { ...example, parameters: call, answer: JSON.parse(answer) }
}
const minIdLength = 12
