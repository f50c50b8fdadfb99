/**
 * Chooses the index that answers a query, explicitly and reproducibly: the longest equality prefix whose order fits,
 * or, if no index covers the query, the index of the rarest filter.
 */
import type { Collection, Value } from "@bottega/domain/contract"
import { type Bound, compare, type NormalQuery, type NormalTest } from "./values.ts"

/** An index that an adapter keeps: a shop's documents by these lookups and then by key. */
export interface Index {
  readonly columns: ReadonlyArray<string>
  /** The one lookup among them that has many values per document; the document is listed under each. */
  readonly many: string | undefined
  readonly unique: boolean
}

/** A way to read one index. */
export interface Plan {
  readonly index: Index
  /** One walk per entry: the values that the first columns equal. */
  readonly walks: ReadonlyArray<ReadonlyArray<Value>>
  /** The column that a walk is sorted by; `undefined` if a walk finds at most one document. */
  readonly next: string | undefined
  readonly low: Bound | undefined
  readonly high: Bound | undefined
  /** The tests that the walk does not answer. */
  readonly rest: ReadonlyArray<NormalTest>
  /** Whether a walk finds the documents in the requested order. */
  readonly fits: boolean
}

/**
 * The maximum number of keys or unique values that are looked up one by one, as many as a request can name; for more,
 * an index is read.
 */
const maxPoints = 10_000

/** The maximum number of values of a lookup whose walks are combined; for more, another index or the whole shop is read. */
export const maxWalks = 64

/** The number up to which a filter's documents are counted; filters above it count as equally common. */
export const countLimit = 1000

/**
 * The indexes of a collection: by key, its orders, its unique lookups, and every lookup that none of these begins with.
 */
export const indexesOf = (collection: Collection): ReadonlyArray<Index> => {
  const known = indexes.get(collection)
  if (known !== undefined) return known
  const made = derive(collection)
  indexes.set(collection, made)
  return made
}

/**
 * The index to use for this query; `count` returns how many documents a plan's walks find, up to {@link countLimit}.
 */
export const choose = (collection: Collection, query: NormalQuery, count: (plan: Plan) => number): Plan => {
  const shapes = settled.get(collection) ?? new Map<string, Index>()
  settled.set(collection, shapes)
  const known = shapes.get(query.shape)
  if (known !== undefined) return through(known, query).find(isExact)!
  const plans = indexesOf(collection).flatMap((index) => through(index, query))
  const fitting = deepest(plans)
  const exact = fitting.find(isExact)
  if (exact === undefined) return weighed(plans, fitting[0] ?? whole(collection, query), count)
  if (shapes.size >= 1000) shapes.clear()
  shapes.set(query.shape, exact.index)
  return exact
}

/** The chosen index for each shape of query that one index answers completely. */
const settled = new WeakMap<Collection, Map<string, Index>>()

const isExact = ({ fits, next, rest }: Plan) => fits && (next === undefined || rest.length === 0)

const deepest = (plans: ReadonlyArray<Plan>) =>
  plans.filter(({ fits }) => fits).sort((one, other) => depth(other) - depth(one))

/** Reads all values of the sorted lookup, if separate walks for the wanted values would not be in order. */
const whole = (collection: Collection, query: NormalQuery): Plan => {
  const held = query.tests.filter((test) => test.on === query.by && "values" in test)
  const others = { ...query, tests: query.tests.filter((test) => !held.includes(test)) }
  const [fitting] = deepest(indexesOf(collection).flatMap((index) => through(index, others)))
  if (fitting === undefined) throw new TypeError(`${collection.name} has no index in the order of ${query.by}`)
  return { ...fitting, rest: [...fitting.rest, ...held] }
}

// A plan in another order is chosen only if it finds few documents, because all of them must be found before the first
// is known.
const weighed = (plans: ReadonlyArray<Plan>, fitting: Plan, count: (plan: Plan) => number): Plan => {
  const narrow = plans.filter((plan) => depth(plan) > 0 || plan.low !== undefined || plan.high !== undefined)
  if (narrow.length === 0 || (narrow.length === 1 && narrow[0] === fitting)) return fitting
  return rarest(narrow, fitting, count)
}

const indexes = new WeakMap<Collection, ReadonlyArray<Index>>()

const derive = (collection: Collection): ReadonlyArray<Index> => {
  const index = (columns: ReadonlyArray<string>, unique = false): Index => ({
    columns,
    many: columns.find((name) => collection.lookups[name]!.many),
    unique
  })
  const orders = collection.orders.map((order) => order.filter((name) => name !== "key"))
  const begun = new Set([...orders.map(([first]) => first), ...collection.unique])
  const alone = Object.keys(collection.lookups).filter((name) => !begun.has(name))
  const plain = [[], ...orders, ...alone.map((name) => [name])]
  const once = plain.filter((columns, at) => plain.findIndex((other) => `${other}` === `${columns}`) === at)
  return [...collection.unique.map((name) => index([name], true)), ...once.map((columns) => index(columns))]
}

const depth = ({ walks }: Plan) => walks[0]!.length

const rarest = (narrow: ReadonlyArray<Plan>, fallback: Plan, count: (plan: Plan) => number): Plan => {
  let best = fallback
  let fewest = countLimit
  for (const plan of narrow) {
    const found = count(plan)
    if (found >= fewest) continue
    best = plan
    fewest = found
  }
  return best
}

// With several tests on a lookup of many values, any of them may be the one to walk by; the others are then checked.
const through = (index: Index, query: NormalQuery): ReadonlyArray<Plan> => {
  const ways = index.many === undefined ? [] : query.tests.filter((test) => test.on === index.many && "values" in test)
  if (index.many !== undefined && ways.length === 0) return []
  const plans = ways.length < 2 ? [along(index, query, ways[0])] : ways.map((way) => along(index, query, way))
  return plans.filter((plan) => plan !== undefined)
}

const along = (index: Index, query: NormalQuery, way: NormalTest | undefined): Plan | undefined => {
  const rest = new Set(query.tests)
  const columns = [...index.columns, "key"]
  let walks: ReadonlyArray<ReadonlyArray<Value>> = [[]]
  for (const column of columns) {
    const tests = column === index.many ? [way!] : rest
    const test = equality(column, tests, walks.length, index.unique || column === "key")
    if (test === undefined) break
    rest.delete(test)
    walks = test.values.flatMap((value) => walks.map((walk) => [...walk, value]))
  }
  const reached = walks[0]!.length
  if (index.many !== undefined && index.columns.indexOf(index.many) >= reached) return undefined
  const one = reached === columns.length || (index.unique && reached > 0)
  const next = one ? undefined : columns[reached]
  const range = next === undefined ? [] : [...rest].filter((test) => test.on === next && "low" in test)
  for (const test of range) rest.delete(test)
  const last = next === "key" || reached === index.columns.length - 1
  return { index, walks, next, ...narrowest(range), rest: [...rest], fits: one || (last && next === query.by) }
}

const equality = (column: string, rest: Iterable<NormalTest>, width: number, point: boolean) => {
  let best: Extract<NormalTest, { values: unknown }> | undefined
  for (const test of rest) {
    if (test.on !== column || !("values" in test)) continue
    if (best === undefined || test.values.length < best.values.length) best = test
  }
  return best !== undefined && width * best.values.length <= (point ? maxPoints : maxWalks) ? best : undefined
}

const narrowest = (ranges: ReadonlyArray<NormalTest>): Pick<Plan, "low" | "high"> => {
  let low: Bound | undefined
  let high: Bound | undefined
  for (const test of ranges) {
    if (!("low" in test)) continue
    low = stricter(low, test.low, 1)
    high = stricter(high, test.high, -1)
  }
  return { low, high }
}

const stricter = (one: Bound | undefined, other: Bound | undefined, sign: 1 | -1): Bound | undefined => {
  if (one === undefined || other === undefined) return one ?? other
  const order = compare(one.value, other.value) * sign
  return order > 0 || (order === 0 && one.open) ? one : other
}
