/**
 * Conditions that a shop's documents must meet beyond their schemas. Each area declares them for its own documents as
 * pure functions; doctor reads the documents and calls them.
 */

import type { Collection } from "./collection.ts"
import type { Value } from "./lookup.ts"

/** Other documents that a check reads together with a document, found by a lookup or by their key. */
// biome-ignore lint/suspicious/noExplicitAny: a list of checks is over documents of many kinds
export interface Related<Doc = any, Other = any, State = any> {
  readonly others: Collection<Other>
  readonly on: string
  /** The values to find them by, for a document of a shop; empty if the document relates to none. */
  readonly asks: (doc: Doc, shop: string) => ReadonlyArray<Value>
  /** Called once for each related document and each value that finds it; returns the new state. */
  readonly add: (state: State, other: Other, value: Value) => State
  /** The shop whose documents are read, for a document of the installation. */
  readonly shop?: ((doc: Doc) => string) | undefined
}

/** A condition that must hold between a document and its related documents. */
// biome-ignore lint/suspicious/noExplicitAny: a list of checks is over documents of many kinds
export interface CrossCheck<Doc = any, State = any> {
  readonly kind: "agreement"
  /** The condition, as a sentence without its full stop. */
  readonly promise: string
  readonly of: Collection<Doc>
  readonly related: ReadonlyArray<Related<Doc, unknown, State>>
  readonly begin: (doc: Doc) => State
  /** Everything that is wrong with the document, each as a sentence without its full stop. */
  readonly wrong: (doc: Doc, state: State) => ReadonlyArray<string>
}

/** A condition on a counter: its next number must be higher than every number that it has assigned to a document. */
// biome-ignore lint/suspicious/noExplicitAny: a list of checks is over documents of many kinds
export interface CountCheck<Doc = any> {
  readonly kind: "counted"
  readonly promise: string
  readonly of: Collection<Doc>
  /** The counter's name. */
  readonly name: string
  /** The number that the counter assigned to a document; 0 if none. */
  readonly number: (doc: Doc) => number
}

/** Anything that can be checked. */
export type Check = CrossCheck | CountCheck

/** Declares which other documents a check reads together with a document. */
export const related = <Doc, Other, State, Name extends string>(
  others: Collection<Other, Name>,
  on: NoInfer<Name> | "key",
  asks: (doc: Doc, shop: string) => ReadonlyArray<Value>,
  add: (state: State, other: NoInfer<Other>, value: Value) => State,
  shop?: (doc: Doc) => string
): Related<Doc, unknown, State> => ({ others, on, asks, add, shop }) as Related<Doc, unknown, State>

/** Declares a condition between each document of a collection and its related documents. */
export const crossCheck = <Doc, State>(
  promise: string,
  of: Collection<Doc>,
  rest: Pick<CrossCheck<Doc, State>, "related" | "begin" | "wrong">
): Check => ({ kind: "agreement", promise, of, ...rest })

/**
 * Declares that each document of a collection refers to another one by its key, and a condition between the two. `shop` names the
 * shop of the other one, for documents of the installation.
 */
export const belongs = <Doc, Other>(
  promise: string,
  of: Collection<Doc>,
  others: Collection<Other>,
  key: (doc: NoInfer<Doc>) => Value | undefined,
  wrong: (doc: NoInfer<Doc>, other: NoInfer<Other> | undefined) => string | undefined,
  shop?: (doc: NoInfer<Doc>) => string
): Check =>
  crossCheck<Doc, Other | undefined>(promise, of, {
    related: [
      related(
        others,
        "key",
        (doc: Doc) => present(key(doc)),
        (_: Other | undefined, other) => other,
        shop
      )
    ],
    begin: () => undefined,
    wrong: (doc, other) => (key(doc) === undefined ? [] : present(wrong(doc, other)))
  })

/** Declares a condition within each document of a collection. */
export const documentCheck = <Doc>(
  promise: string,
  of: Collection<Doc>,
  wrong: (doc: NoInfer<Doc>) => string | undefined
): Check => crossCheck(promise, of, { related: [], begin: () => undefined, wrong: (doc: Doc) => present(wrong(doc)) })

/** Declares that a counter assigns the numbers of a collection's documents. */
export const countCheck = <Doc>(name: string, of: Collection<Doc>, number: (doc: NoInfer<Doc>) => number): Check => ({
  kind: "counted",
  promise: `no number of ${name} is given twice`,
  of,
  name,
  number
})

const present = <A>(value: A | undefined): ReadonlyArray<A> => (value === undefined ? [] : [value])
