/**
 * Declares how a resource is stored: its schema, its key and its lookups. A lookup is a pure function of the
 * document, so storage never needs to know a document's fields.
 */
import type { Schema } from "effect"
import { type BoundedList, boundedListsOf } from "./bounded-lists.ts"
import { addDefaults } from "./completion.ts"
import { shapeOf } from "./fields.ts"
import type { Key, Lookup, Value } from "./lookup.ts"
import { type Mentions, mentionedIn, type Personal, personLookup } from "./personal.ts"
import { NotFound } from "./refusals.ts"
import type { RetentionCounts, RetentionPeriodsMs } from "./retention.ts"
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

/** Old documents are removed. */
export interface Removed<Name extends string> extends Aged<Name> {
  readonly kind: "removed"
  /**
   * Whether the shop notes up to which instant documents were removed, for readers who go on from a place. The keys must be
   * of time.
   */
  readonly isNoted?: boolean
  /** The most documents of an owner that are kept, the newest by key. */
  readonly atMost?: (counts: RetentionCounts) => number | undefined
  /** A collection of the same retention: documents whose keys come before all of its keys are removed too. */
  readonly along?: () => Collection
  /** How much of what a document stands for was still to be done, and is given up when it is removed. */
  readonly givenUp?: (doc: unknown) => number
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

/** A lookup, or the key, that yields the keys of documents of another collection. */
export interface Reference<Doc, Name extends string> {
  /** The collection of the named documents. */
  readonly to: () => Collection
  readonly on: Name | "key"
  /** What is named of them: the key, or a unique lookup. */
  readonly by: string
  /**
   * `refused`: a document that is named cannot be removed. `removed`: a document is removed some time after the one that it
   * names. A function gives the document without its reference to the removed one. A {@link Part} is removed with it.
   */
  readonly whenRemoved: "refused" | "removed" | ((doc: Doc, key: Key) => Doc) | Part<Doc>
}

/** At most one document for each that is named, removed in the commit that removes that one. */
export interface Part<Doc> {
  /** The sentence that refuses the removal of both as long as the document is in this state. */
  readonly unless: (doc: Doc) => string | undefined
}

/** A reference as a collection declares it. */
export interface DeclaredReference<Doc, Name extends string> extends Pick<Reference<Doc, Name>, "on" | "whenRemoved"> {
  /** The collection of the named documents, or the word for a collection whose documents name each other. */
  readonly to: (() => Collection) | "itself"
  /** By default the key. */
  readonly by?: string
}

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
  /** The owner of the documents: each shop its own, or the installation all of them. */
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
   * What the documents store about a person who buys from the shop, or `none`. Every collection of a store declares it;
   * `undefined` fails a test.
   */
  readonly personal: Personal<Doc, Name> | "none" | undefined
  /** How long documents are kept; without it they are kept forever. */
  readonly retention: Retention<Doc, Name> | undefined
  /** The bounds of the lists within a document, which the fields declare by {@link bounded}. */
  readonly bounds: ReadonlyArray<BoundedList>
  /** The maximum number of documents of a shop; a call that would make more is refused with 409. */
  readonly maxDocuments: number | undefined
  /**
   * The field that gets the key of the last event of a commit that changes a document. A later commit gives its events higher
   * keys, so that the events of a document are in the sequence of its changes.
   */
  readonly lastEvent: string | undefined
  /** The state of a document that followers of its shop see: each commit that changes it writes a note, once someone has followed. */
  readonly followed: ((doc: Doc) => string) | undefined
  /** A document of another store as this one takes it over by an import, if that is not as it is. */
  readonly imported: ((doc: Doc) => Doc) | undefined
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
    readonly references?: ReadonlyArray<DeclaredReference<NoInfer<Doc>, NoInfer<Name>>>
    readonly personal?: Personal<NoInfer<Doc>, NoInfer<Name>> | "none"
    readonly retention?: Retention<NoInfer<Doc>, NoInfer<Name>>
    readonly maxDocuments?: number
    readonly lastEvent?: keyof Doc & string
    readonly followed?: (doc: NoInfer<Doc>) => string
    /** A document as an import takes it over; by default as it is. */
    readonly imported?: (doc: NoInfer<Doc>) => NoInfer<Doc>
    /** Converts stored fields of any earlier form to the current form; leaves fields of the current form unchanged. */
    readonly older?: (stored: Fields) => Fields
  }
): Collection<Doc, Name> => {
  const {
    beside = [],
    bytes,
    deferred = [],
    followed,
    imported,
    key,
    older,
    local = false,
    noun = name,
    lookups: own = {} as Collection<Doc, Name>["lookups"],
    lastEvent,
    maxDocuments,
    orders = [],
    owner = "shop",
    personal,
    references = [],
    retention,
    shop,
    unique = {}
  } = options
  const isMentioned = typeof personal === "object" && typeof personal.where === "object"
  const lookups = isMentioned ? { ...own, [personLookup]: mentionedIn(personal.where as Mentions<Doc>) } : own
  if ("key" in lookups) throw new Error(`A lookup of ${name} is called key, which is the name of the primary key.`)
  const declared = Object.entries(unique as Readonly<Record<Name, Unique<Doc>>>) as Array<[Name, Unique<Doc>]>
  // A start uses few collections, so what is derived from a schema waits for its first use.
  let filled: ReturnType<typeof addDefaults> | undefined
  let bounds: Collection["bounds"] | undefined
  const complete = (stored: Fields) => {
    filled ??= addDefaults(shapeOf(schema.ast))
    return filled(older === undefined ? stored : older(stored)) as Doc
  }
  const self: Collection<Doc, Name> = {
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
    references: references.map(({ by = "key", to, ...rest }) => ({
      ...rest,
      by,
      to: to === "itself" ? () => self : to
    })),
    personal,
    retention,
    get bounds() {
      bounds ??= boundedListsOf(shapeOf(schema.ast))
      return bounds
    },
    maxDocuments,
    lastEvent,
    followed: followed as Collection<Doc, Name>["followed"],
    imported: imported as Collection<Doc, Name>["imported"],
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
  return self
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
