/** Every list of every kind of document has a bound, and the largest document is indexed by a bounded number of entries. */
import { assert, describe, it } from "vitest"
import { collections } from "../../src/areas.ts"
import {
  type BoundedList,
  boundedListsOf,
  type Collection,
  overBounds,
  type Shape,
  shapeOf,
  valuesOf
} from "../../src/contract.ts"

const all: ReadonlyArray<Collection> = Object.values(collections)

/** Lists that have no bound of their own, and why they do not need one. */
const without: Readonly<Record<string, string>> = {
  "erasures.customers": "the ids of one person, which only the operator's erasure adds",
  "erasures.userUIDs": "the ids of one person, which only the operator's erasure adds"
}

/** The paths of all lists and records of texts within a schema. */
const listsOf = ({ either = [], inner = [], item, member }: Shape, path: string): ReadonlyArray<string> => {
  const members = item ?? member
  return [
    ...either.flatMap((one) => listsOf(one, path)),
    ...inner.flatMap((field) => listsOf(field, `${path}.${field.name}`)),
    ...(members === undefined || members.kind === "never" ? [] : [path, ...listsOf(members, `${path}.*`)])
  ]
}

/** A value with as many members in each list as `membersOf` says; all texts and numbers differ. */
const sample = (shape: Shape, membersOf: (path: string) => number, path: ReadonlyArray<string> = []): unknown => {
  const { choices, either, inner, item, kind, member } = shape
  if (either !== undefined) {
    const one = either.find((one) => one.kind !== "null" && one.item?.kind !== "never")
    return one && sample(one, membersOf, path)
  }
  if (choices !== undefined) return choices[0]
  if (kind === "boolean") return true
  if (["number", "money", "percent", "int", "unix"].includes(kind)) return ++unique
  const members = <A>(make: () => A) => Array.from({ length: membersOf(path.join(".")) }, make)
  if (item !== undefined) return members(() => sample(item, membersOf, [...path, "*"]))
  if (inner === undefined && member === undefined) return `text ${++unique}`
  return Object.fromEntries([
    ...(inner ?? []).map((field) => [field.name, sample(field, membersOf, [...path, field.name])]),
    ...(member === undefined ? [] : members(() => [`key ${++unique}`, sample(member, membersOf, [...path, "*"])]))
  ])
}
let unique = 0

/** A document whose list at a path has that many members; every other list has one. */
const having = ({ schema }: Collection, { path }: BoundedList, members: number) =>
  sample(shapeOf(schema.ast), (at) => (at === path.join(".") ? members : 1))

describe("every collection", () => {
  it("has a bound for each of its lists", () => {
    const unbounded = all.flatMap(({ bounds, name, schema }) => {
      const declared = new Set(bounds.map(({ path }) => [name, ...path].join(".")))
      return listsOf(shapeOf(schema.ast), name).filter((path) => !declared.has(path))
    })
    assert.deepStrictEqual(unbounded.sort(), Object.keys(without).sort())
  })

  it("takes a list up to its bound; a longer one only if it is no longer than before", () => {
    let lists = 0
    for (const collection of all)
      for (const list of collection.bounds) {
        const { max } = list.bound
        const [full, over] = [max, max + 1].map((members) => having(collection, list, members))
        assert.deepStrictEqual(overBounds(collection, full), [], list.path.join("."))
        const [finding, another] = overBounds(collection, over)
        assert.isUndefined(another)
        assert.match(
          finding!.message,
          new RegExp(`^makes ${max + 1} [a-z ]+ of the [a-zA-Z0-9 ]+, which has at most ${max}$`)
        )
        assert.lengthOf(overBounds(collection, over, full), 1)
        assert.deepStrictEqual(overBounds(collection, over, over), [])
        assert.deepStrictEqual(overBounds(collection, over, having(collection, list, max + 2)), [])
        lists++
      }
    assert.isAbove(lists, 30)
  })

  it("is indexed by at most 12,000 entries for its largest document", () => {
    for (const collection of all) {
      const maxByPath = new Map(collection.bounds.map(({ bound, path }) => [path.join("."), bound.max]))
      // The lists within the members of another list have a common bound, or none of them is looked up.
      const doc = sample(shapeOf(collection.schema.ast), (path) =>
        path.includes("*") ? 1 : (maxByPath.get(path) ?? 1)
      )
      const entries = Object.values(valuesOf(collection, doc)).flat().length
      assert.isAtMost(entries, 12_000, collection.name)
      assert.deepStrictEqual(collection.decode(collection.encode(doc)), doc, collection.name)
    }
  })
})

describe("a bound within the members of a list", () => {
  it("is that of the longest of them", () => {
    const { addressBooks } = collections
    const metadata = boundedListsOf(shapeOf(addressBooks.schema.ast)).find(({ path }) => path.at(-1) === "metadata")!
    const of = (...counts: ReadonlyArray<number>) => ({
      addresses: counts.map((count) => ({ metadata: Array.from({ length: count }) }))
    })
    assert.strictEqual(metadata.count(of(2, 11, 3)), 11)
    assert.strictEqual(metadata.count({}), 0)
    assert.strictEqual(metadata.count(undefined), 0)
  })
})
