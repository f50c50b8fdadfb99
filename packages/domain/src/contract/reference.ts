/**
 * Declares that documents name documents of another collection, and what happens to them when such a document is removed.
 * The removal, the reads in between, the clearing in the background and doctor's checks are all derived from it.
 */
import { Schema } from "effect"
import { type Check, crossCheck, related } from "./check.ts"
import { type Collection, collection } from "./collection.ts"
import { type Key, number, text, type Value } from "./lookup.ts"
import { dayMs } from "./retention.ts"

/** A lookup that yields the keys of documents of another collection. */
export interface Reference<Doc, Name extends string> {
  /** The collection of the named documents; a function, because a collection may refer to itself. */
  readonly to: () => Collection
  readonly on: Name
  /**
   * `refused`: a document that is named cannot be removed. `removed`: a document is removed along with the one that it
   * names. A function gives the document without its reference to the removed one.
   */
  readonly whenRemoved: "refused" | "removed" | ((doc: Doc, key: Key) => Doc)
}

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
  { lookups }: Collection<Doc>,
  { on }: Pick<Reference<Doc, string>, "on">,
  doc: Doc
): ReadonlyArray<Value> => {
  const values = (lookups as Collection<Doc>["lookups"])[on]!.of(doc)
  return values === undefined ? [] : typeof values === "object" ? values : [values]
}

/** The checks that every named document exists, unless the references to it are being cleared. */
export const referenceChecks = (collections: ReadonlyArray<Collection>): ReadonlyArray<Check> =>
  collections.flatMap((collection) => collection.references.map((reference) => referenceCheck(collection, reference)))

const referenceCheck = (collection: Collection, reference: Reference<unknown, string>): Check => {
  const to = reference.to()
  const asked = (doc: unknown) => keysNamed(collection, reference, doc)
  type Found = ReadonlySet<Value>
  return crossCheck<unknown, Found>(`every ${to.noun} that a ${collection.noun} names exists`, collection, {
    related: [
      related(to, "key", asked, (found: Found, _, key) => new Set([...found, key])),
      related(
        tombstones,
        "key",
        (doc: unknown) => asked(doc).map((key) => tombstoneId(to, key)),
        (found: Found, { done }, id) => (done === null ? new Set([...found, id]) : found)
      )
    ],
    begin: () => new Set(),
    wrong: (doc, found) =>
      asked(doc)
        .filter((key) => !found.has(key) && !found.has(tombstoneId(to, key)))
        .map((key) => `the ${collection.noun} ${collection.key(doc)} names the ${to.noun} ${key}, which does not exist`)
  })
}
