/**
 * The maximum size of a document: the number of members of each of its lists, declared on the field by `bounded`, and
 * the bytes of its text. The engine holds every write of a call to both. A document that was stored before a bound existed stays as it is,
 * and may become shorter, but not longer.
 */
import type { Bound, Shape } from "./shape.ts"

/** The maximum size of a document as JSON, in bytes. */
export const maxDocumentBytes = 2 * 1024 * 1024

/** One bounded list of a kind of document. */
export interface BoundedList {
  readonly bound: Bound
  /** The path to the list; a `*` stands for every member of a list or record. */
  readonly path: ReadonlyArray<string>
  /** The maximum number of members of one such list within a document; a document may have one for each of its variants. */
  readonly count: (doc: unknown) => number
}

/** The bounded lists of the documents of a shape. */
export const boundedListsOf = (shape: Shape): ReadonlyArray<BoundedList> => {
  const { bound, either = [], inner = [], item, member } = shape
  return [
    ...(bound === undefined ? [] : [{ bound, path: [], count: sizeOf }]),
    ...either.flatMap(boundedListsOf),
    ...inner.flatMap((field) =>
      boundedListsOf(field).map(({ bound, count, path }) => ({
        bound,
        path: [field.name, ...path],
        count: (doc: unknown) => count((doc as Fields | null | undefined)?.[field.name])
      }))
    ),
    ...[item, member].flatMap((members) => (members === undefined ? [] : inMembers(members)))
  ]
}

type Fields = Readonly<Record<PropertyKey, unknown>>

const sizeOf = (value: unknown): number => membersOf(value).length

const membersOf = (value: unknown): ReadonlyArray<unknown> =>
  Array.isArray(value) ? value : typeof value === "object" && value !== null ? Object.values(value) : []

const inMembers = (shape: Shape): ReadonlyArray<BoundedList> =>
  boundedListsOf(shape).map(({ bound, count, path }) => ({
    bound,
    path: ["*", ...path],
    count: (value: unknown) => membersOf(value).reduce<number>((max, member) => Math.max(max, count(member)), 0)
  }))
