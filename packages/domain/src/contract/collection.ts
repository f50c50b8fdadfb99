/**
 * Declares how a resource is stored: its schema, its key and its lookups. A lookup is a pure function of the
 * document, so storage never needs to know a document's fields.
 */
import type { Schema } from "effect"
import { addDefaults } from "./defaults.ts"
import type { Key, Lookup, Value } from "./lookup.ts"
import type { Personal } from "./personal.ts"
import type { Reference } from "./reference.ts"
import { NotFound } from "./refusals.ts"
import type { RetentionPeriodsMs } from "./retention.ts"
import { type Duplicated, internal, type Unique } from "./unique.ts"

/** The stored fields of a document that any version of the program may have written. */
// biome-ignore lint/suspicious/noExplicitAny: earlier versions of the program may have stored other types
export type Fields = Readonly<Record<string, any>>

/** How to find the old documents of a collection. */
interface Aged<Name extends string> {
  /** The lookup that shows a document's age (with one value), or the key. */
  readonly by: Name | "key"
  /** The value of a document written at this instant (unix milliseconds); older documents have lower values. */
  readonly at: (instant: number) => Value
  /** How long documents are kept, in milliseconds. */
  readonly keep: (periods: RetentionPeriodsMs) => number
}

/** Documents whose lookup `on` yields the keys of the documents that they still need. */
export interface AwaitedBy {
  readonly collection: Collection
  readonly on: string
}

/** Old documents are removed, except those that other documents still need. */
export interface Removed<Name extends string> extends Aged<Name> {
  readonly kind: "removed"
  readonly awaitedBy?: ReadonlyArray<AwaitedBy>
}

/** Old documents are replaced by documents that summarise them. */
export interface Folded<Doc, Name extends string> extends Aged<Name> {
  readonly kind: "folded"
  /** The lowest key of an ordinary document; summaries have lower keys. */
  readonly first: Key
  /** The lookup that finds the summaries. */
  readonly on: Name
  /** Chooses the values of that lookup to fold in one step: a few, from the oldest documents. */
  readonly asks: (old: ReadonlyArray<Doc>) => ReadonlyArray<Value>
  /** Returns the documents that replace the old ones and the summaries found by the values of `asks`. */
  readonly fold: (old: ReadonlyArray<Doc>, standing: ReadonlyArray<Doc>) => ReadonlyArray<Doc>
}

/** How long the documents of a collection are kept, and whether they are then removed or folded. */
export type Retention<Doc, Name extends string> = Removed<Name> | Folded<Doc, Name>

/** A kind of document: how it is keyed, found, ordered, and encoded as text. */
// biome-ignore lint/suspicious/noExplicitAny: adapters take lists of collections of different documents
export interface Collection<Doc = any, Name extends string = any> {
  readonly name: string
  /** What one document is called in sentences: `customer group`. */
  readonly noun: string
  readonly schema: Schema.Codec<Doc, unknown>
  readonly key: (doc: Doc) => Key
  readonly lookups: { readonly [N in Name]: Lookup<Doc> }
  /** Lookups whose values at most one document of a shop may have. */
  readonly unique: ReadonlyArray<Name>
  /** The refusals for values of unique lookups that another document has; `internal` lookups have none. */
  readonly duplicates: { readonly [N in Name]?: Duplicated<Doc> }
  /** Who owns the documents: each shop its own, or the installation all of them. */
  readonly owner: "shop" | "installation"
  /** Where an installation's document names its shop: in a lookup or the key; `undefined` if it belongs to no shop. */
  readonly shop: Name | "key" | undefined
  /** True if the documents describe this store only, so they stay behind when their shop moves to another store. */
  readonly local: boolean
  /**
   * The orders that its endpoints read in: lookups compared for equality, then the lookup to sort by
   * (`["status", "placed"]`). An adapter keeps an index for each order, with the shop first and the key last. The
   * last name may also be `key`; at most one lookup of an order may yield many values.
   */
  readonly orders: ReadonlyArray<ReadonlyArray<Name | "key">>
  /**
   * Lookups that are not unique, and whose index entries an adapter may write later, many at once, because documents are
   * written far more often than they are looked up by them. No query sees a difference.
   */
  readonly deferred: ReadonlyArray<Name>
  /**
   * The lookup that yields the SHA-256 of each content that a document names, as 64 lower-case hex digits. The store
   * keeps bytes as long as a document names them.
   */
  readonly bytes: Name | undefined
  /** How the documents name documents of other collections that can be removed. */
  readonly references: ReadonlyArray<Reference<Doc, Name>>
  /**
   * What the documents hold of a person who buys from the shop, or `none`. Every collection of a store declares it;
   * `undefined` fails a test.
   */
  readonly personal: Personal<Doc, Name> | "none" | undefined
  /** How long documents are kept; without it they are kept forever. */
  readonly retention: Retention<Doc, Name> | undefined
  /** Makes a document of stored fields in any earlier form; fields that were added later get their defaults. */
  readonly complete: (stored: Fields) => Doc
  /** Encodes a document as the text that an adapter stores. */
  readonly encode: (doc: Doc) => string
  /** Decodes such a text; see `complete`. */
  readonly decode: (text: string) => Doc
}

/**
 * Declares a collection. The fields in `beside` go on a second line of the text, so that the first line is the
 * resource as callers see it and can be answered without being parsed; see {@link shownLine}.
 */
export const collection = <Doc extends object, const Name extends string = never>(
  name: string,
  schema: Schema.Codec<Doc, unknown>,
  options: {
    /** What one document is called in sentences; by default the collection's name. */
    readonly noun?: string
    readonly key: (doc: NoInfer<Doc>) => Key
    readonly lookups?: { readonly [N in Name]: Lookup<NoInfer<Doc>> }
    readonly unique?: { readonly [N in NoInfer<Name>]?: Unique<NoInfer<Doc>> }
    readonly owner?: Collection["owner"]
    readonly shop?: NoInfer<Name> | "key"
    readonly local?: boolean
    readonly orders?: ReadonlyArray<ReadonlyArray<NoInfer<Name> | "key">>
    readonly deferred?: ReadonlyArray<NoInfer<Name>>
    readonly bytes?: NoInfer<Name>
    readonly beside?: ReadonlyArray<keyof NoInfer<Doc>>
    readonly references?: ReadonlyArray<Reference<NoInfer<Doc>, NoInfer<Name>>>
    readonly personal?: Personal<NoInfer<Doc>, NoInfer<Name>> | "none"
    readonly retention?: Retention<NoInfer<Doc>, NoInfer<Name>>
    /** Converts stored fields of any earlier form to the current form; leaves fields of the current form unchanged. */
    readonly older?: (stored: Fields) => Fields
  }
): Collection<Doc, Name> => {
  const {
    beside = [],
    bytes,
    deferred = [],
    key,
    older,
    local = false,
    noun = name,
    lookups = {} as Collection<Doc, Name>["lookups"],
    orders = [],
    owner = "shop",
    personal,
    references = [],
    retention,
    shop,
    unique = {}
  } = options
  if ("key" in lookups) throw new Error(`A lookup of ${name} is called key, which is the name of the primary key.`)
  const declared = Object.entries(unique as Readonly<Record<Name, Unique<Doc>>>) as Array<[Name, Unique<Doc>]>
  const filled = addDefaults(schema.ast)
  const complete = (stored: Fields) => filled(older === undefined ? stored : older(stored)) as Doc
  return {
    name,
    noun,
    schema,
    key,
    lookups,
    unique: declared.map(([lookup]) => lookup),
    duplicates: Object.fromEntries(declared.filter(([, of]) => of !== internal)) as Collection<Doc, Name>["duplicates"],
    owner,
    shop,
    local,
    orders,
    deferred,
    bytes,
    references,
    personal,
    retention,
    complete,
    encode: (doc) => {
      if (beside.length === 0) return JSON.stringify(doc)
      // JSON omits undefined fields. Copying the whole document keeps its shape, which costs half of building an object.
      const first: { [Name in keyof Doc]: Doc[Name] | undefined } = { ...doc }
      const second: Partial<Doc> = {}
      for (const field of beside) {
        second[field] = doc[field]
        first[field] = undefined
      }
      return `${JSON.stringify(first)}\n${JSON.stringify(second)}`
    },
    decode: (text) => {
      const end = text.indexOf("\n")
      const doc =
        end < 0 ? JSON.parse(text) : Object.assign(JSON.parse(text.slice(0, end)), JSON.parse(text.slice(end + 1)))
      return complete(doc)
    }
  }
}

/** The refusal of a call that addresses a document that does not exist. */
export const absence = ({ noun, owner }: Pick<Collection, "noun" | "owner">): NotFound =>
  new NotFound({ message: `The ${owner} has no such ${noun}.` })

/** The first line of a stored text: the document without its `beside` fields. Encoded JSON contains no line break. */
export const shownLine = (stored: string): string => {
  const end = stored.indexOf("\n")
  return end < 0 ? stored : stored.slice(0, end)
}

/** The second line of a stored text: the `beside` fields, which callers do not see as they are. */
export const besideLine = (stored: string): string => stored.slice(stored.indexOf("\n") + 1)

/** The values of a document's lookups, for an adapter to index. */
export const valuesOf = <Doc>(
  { lookups }: Collection<Doc>,
  doc: Doc
): Record<string, ReturnType<Lookup<Doc>["of"]>> => {
  const values: Record<string, ReturnType<Lookup<Doc>["of"]>> = {}
  for (const name in lookups) values[name] = (lookups as Record<string, Lookup<Doc>>)[name]!.of(doc)
  return values
}
