/**
 * What must be true of a shop's documents beyond what their schemas say. Each area declares it for its own documents,
 * with pure functions; whoever examines a store brings the documents.
 */
import type { Collection, Value } from "./collection.ts"

/** Other documents that a document has to do with, found by a lookup or by their key. */
// biome-ignore lint/suspicious/noExplicitAny: a list of checks is over documents of many kinds
export interface Related<Doc = any, Other = any, State = any> {
  readonly others: Collection<Other>
  readonly on: string
  /** The values that they are asked for by; none where the document has nothing to do with any. */
  readonly asks: (doc: Doc) => ReadonlyArray<Value>
  /** They are shown one after the other, for each of the values that they are found by. */
  readonly add: (state: State, other: Other, value: Value) => State
}

/** What must hold between a document and others. */
// biome-ignore lint/suspicious/noExplicitAny: a list of checks is over documents of many kinds
export interface Agreement<Doc = any, State = any> {
  readonly kind: "agreement"
  /** What holds where nothing is wrong, as a sentence without its end. */
  readonly promise: string
  readonly of: Collection<Doc>
  readonly related: ReadonlyArray<Related<Doc, unknown, State>>
  readonly begin: (doc: Doc) => State
  /** What is wrong with it, each as a sentence without its end. */
  readonly wrong: (doc: Doc, state: State) => ReadonlyArray<string>
}

/** A running count: what it gives next must be above every number that a document has of it. */
// biome-ignore lint/suspicious/noExplicitAny: a list of checks is over documents of many kinds
export interface Counted<Doc = any> {
  readonly kind: "counted"
  readonly promise: string
  readonly of: Collection<Doc>
  /** What the count is called. */
  readonly name: string
  /** The number that a document has of it, 0 for none. */
  readonly number: (doc: Doc) => number
}

/** Anything that can be checked. */
export type Check = Agreement | Counted

/** Declares which documents have to do with one. */
export const related = <Doc, Other, State, Name extends string>(
  others: Collection<Other, Name>,
  on: NoInfer<Name> | "key",
  asks: (doc: Doc) => ReadonlyArray<Value>,
  add: (state: State, other: NoInfer<Other>, value: Value) => State
): Related<Doc, unknown, State> => ({ others, on, asks, add }) as Related<Doc, unknown, State>

/** Declares what must hold between each document of a collection and others. */
export const agreement = <Doc, State>(
  promise: string,
  of: Collection<Doc>,
  rest: Pick<Agreement<Doc, State>, "related" | "begin" | "wrong">
): Check => ({ kind: "agreement", promise, of, ...rest })

/** Declares that each document of a collection has another one, found by its key, and what holds between the two. */
export const belongs = <Doc, Other>(
  promise: string,
  of: Collection<Doc>,
  others: Collection<Other>,
  key: (doc: NoInfer<Doc>) => Value | undefined,
  wrong: (doc: NoInfer<Doc>, other: NoInfer<Other> | undefined) => string | undefined
): Check =>
  agreement<Doc, Other | undefined>(promise, of, {
    related: [
      related(
        others,
        "key",
        (doc: Doc) => present(key(doc)),
        (_: Other | undefined, other) => other
      )
    ],
    begin: () => undefined,
    wrong: (doc, other) => (key(doc) === undefined ? [] : present(wrong(doc, other)))
  })

/** Declares what must hold within each document of a collection. */
export const sound = <Doc>(
  promise: string,
  of: Collection<Doc>,
  wrong: (doc: NoInfer<Doc>) => string | undefined
): Check => agreement(promise, of, { related: [], begin: () => undefined, wrong: (doc: Doc) => present(wrong(doc)) })

/** Declares that the numbers of a collection's documents are of a running count. */
export const counted = <Doc>(name: string, of: Collection<Doc>, number: (doc: NoInfer<Doc>) => number): Check => ({
  kind: "counted",
  promise: `no number of ${name} is given twice`,
  of,
  name,
  number
})

const present = <A>(value: A | undefined): ReadonlyArray<A> => (value === undefined ? [] : [value])
