/**
 * Declares that documents name documents of another collection, and what happens to them when such a document is removed.
 * The removal, the reads in between, the clearing in the background and doctor's checks are all derived from it.
 */
import { Schema } from "effect"
import { type Check, crossCheck, related } from "./check.ts"
import { type Collection, collection, type Part, type Reference } from "./collection.ts"
import { number, text, type Value } from "./lookup.ts"
import { dayMs } from "./retention.ts"

/** A part that is always removed. */
export const part = { unless: () => undefined }

/** Whether documents are removed in the commit that removes what they name. */
export const isPart = <Doc>(whenRemoved: Reference<Doc, string>["whenRemoved"]): whenRemoved is Part<Doc> =>
  typeof whenRemoved === "object"

/** The reference by which documents of a collection form a tree; `undefined` for a collection without one. */
export const upward = <Doc, Name extends string>(collection: Collection<Doc, Name>): Reference<Doc, Name> | undefined =>
  collection.references.find(({ to }) => to() === collection)

/**
 * Marks a removed document that other documents may still name. `done` is when the last of these references was cleared,
 * in milliseconds.
 */
const Tombstone = Schema.Struct({ id: Schema.String, collection: Schema.String, done: Schema.NullOr(Schema.Number) })
export type Tombstone = typeof Tombstone.Type

/** The tombstones of a shop. They stay for a day, so that a read that began before the clearing ended still sees them. */
export const tombstones = collection("tombstones", Tombstone, {
  personal: "none",
  key: ({ id }) => id,
  lookups: {
    open: text(({ collection, done }) => (done === null ? collection : undefined)),
    done: number(({ done }) => done ?? undefined)
  },
  orders: [["done"]],
  retention: { kind: "removed", by: "done", at: (instant) => instant, keep: () => dayMs }
})

/** The key of the tombstone of a document. */
export const tombstoneId = ({ name }: Pick<Collection, "name">, key: Value): string => `${name}/${key}`

/** The keys that a document names by a reference. */
export const keysNamed = <Doc>(
  { key, lookups }: Collection<Doc>,
  { on }: Pick<Reference<Doc, string>, "on">,
  doc: Doc
): ReadonlyArray<Value> => {
  if (on === "key") return [key(doc)]
  const values = (lookups as Collection<Doc>["lookups"])[on]!.of(doc)
  return values === undefined ? [] : typeof values === "object" ? values : [values]
}

/** The checks that every named document exists, unless the references to it are being cleared. */
export const referenceChecks = (collections: ReadonlyArray<Collection>): ReadonlyArray<Check> =>
  collections.flatMap((collection) => collection.references.map((reference) => referenceCheck(collection, reference)))

const withArticle = (noun: string): string => `${/^[aeiou]/i.test(noun) ? "an" : "a"} ${noun}`

const referenceCheck = (collection: Collection, reference: Reference<unknown, string>): Check => {
  const to = reference.to()
  const asked = (doc: unknown) => keysNamed(collection, reference, doc)
  const named = reference.by === "key" ? to.noun : `${to.noun} of the ${reference.by}`
  // One document may name a thousand others, so the set grows in place.
  type Found = Set<Value>
  return crossCheck<unknown, Found>(`every ${to.noun} that ${withArticle(collection.noun)} names exists`, collection, {
    related: [
      related(to, reference.by, asked, (found: Found, _, key) => found.add(key)),
      related(
        tombstones,
        "key",
        (doc: unknown) => asked(doc).map((key) => tombstoneId(to, key)),
        (found: Found, { done }, id) => (done === null ? found.add(id) : found)
      )
    ],
    begin: () => new Set(),
    wrong: (doc, found) =>
      asked(doc)
        .filter((key) => !found.has(key) && !found.has(tombstoneId(to, key)))
        .map((key) => `the ${collection.noun} ${collection.key(doc)} names the ${named} ${key}, which does not exist`)
  })
}
