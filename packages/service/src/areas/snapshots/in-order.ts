/** Orders writes so that no unique value is taken by one document before another one has given it up. */
import { indexValues, type Write } from "@bottega/storage"

/** Removals first; then each write after those that give up the unique values that it takes. An exchange of values has no order. */
export const inOrder = (writes: ReadonlyArray<Write>): ReadonlyArray<Write> => {
  const ordered = writes.filter(({ doc }) => doc === undefined)
  let left = writes.filter(({ doc }) => doc !== undefined)
  while (left.length > 0) {
    const held = new Map(left.flatMap((write) => valuesOf(write, before(write)).map((value) => [value, write])))
    const isFree = (write: Write) => valuesOf(write, write.doc).every((value) => (held.get(value) ?? write) === write)
    const free = left.filter(isFree)
    // The store refuses an exchange.
    if (free.length === 0) return [...ordered, ...left]
    ordered.push(...free)
    left = left.filter((write) => !isFree(write))
  }
  return ordered
}

const before = ({ before: row, collection }: Write): unknown =>
  row === undefined || collection.unique.length === 0 ? undefined : collection.decode(row.text)

/** The unique values that a document has, each with its collection and lookup. */
const valuesOf = ({ collection }: Write, doc: unknown): ReadonlyArray<string> =>
  doc === undefined
    ? []
    : collection.unique.flatMap((lookup) =>
        indexValues(collection.lookups[lookup]!.of(doc)).map((value) =>
          JSON.stringify([collection.name, lookup, value])
        )
      )
