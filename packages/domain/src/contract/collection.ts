/**
 * Declares where a resource is kept: its schema, its key, and what it can be
 * found by. A lookup is a pure function of the document, so storage never needs
 * to know a document's insides.
 */
import type { Schema } from "effect"
import { fill } from "./defaults.ts"
import { NotFound } from "./refusals.ts"
import type { Retention } from "./retention.ts"
import { type Duplicated, internal, type Unique } from "./unique.ts"

/** What names a document within its shop and collection; text or an integer, one of the two per collection. */
export type Key = string | number
/** What a lookup yields and a test compares with. Text compares by UTF-8 bytes, numbers by size. */
export type Value = string | number

/** One way to find a document. `undefined` (or an empty list) means: not to be found this way. */
export interface Lookup<Doc> {
  readonly type: "text" | "number"
  /** True when a document is found by any of several values (tags). */
  readonly many: boolean
  readonly of: (doc: Doc) => Value | undefined | ReadonlyArray<Value>
}

/** A lookup that yields one text. */
export const text = <Doc>(of: (doc: Doc) => string | undefined): Lookup<Doc> => ({ type: "text", many: false, of })
/** A lookup that yields one number. */
export const number = <Doc>(of: (doc: Doc) => number | undefined): Lookup<Doc> => ({ type: "number", many: false, of })
/** A lookup that yields several texts. */
export const texts = <Doc>(of: (doc: Doc) => ReadonlyArray<string>): Lookup<Doc> => ({ type: "text", many: true, of })
/** A lookup that yields several numbers. */
export const numbers = <Doc>(of: (doc: Doc) => ReadonlyArray<number>): Lookup<Doc> => ({
  type: "number",
  many: true,
  of
})

/** Fields as they are stored, of a document of any age. */
// biome-ignore lint/suspicious/noExplicitAny: their types are those of programs before this one
export type Fields = Readonly<Record<string, any>>

/** A kind of document: how it is keyed, found, ordered, and written as text. */
// biome-ignore lint/suspicious/noExplicitAny: a list of collections of any document is what adapters take
export interface Collection<Doc = any, Name extends string = any> {
  readonly name: string
  /** What one document is called in sentences: `customer group`. */
  readonly noun: string
  readonly schema: Schema.Codec<Doc, unknown>
  readonly key: (doc: Doc) => Key
  readonly lookups: { readonly [N in Name]: Lookup<Doc> }
  /** Lookups whose values belong to at most one document of a shop. */
  readonly unique: ReadonlyArray<Name>
  /** What a taken value of a unique lookup is refused with; `internal` ones are not here. */
  readonly duplicates: { readonly [N in Name]?: Duplicated<Doc> }
  /** Whose the documents are: each shop has its own, or the installation has them all. */
  readonly owner: "shop" | "installation"
  /** What names the shop that a document of the installation belongs with: a lookup, or the key; without it, none does. */
  readonly shop: Name | "key" | undefined
  /** True when documents tell of this store alone, so that they stay when their shop moves to another. */
  readonly local: boolean
  /**
   * The orders its endpoints read in: lookups compared for equality, then the one sorted by
   * (`["status", "placed"]`). An adapter keeps an index for each, shop first and key last. The last name may
   * also be `key`; at most one name of an order yields many values.
   */
  readonly orders: ReadonlyArray<ReadonlyArray<Name | "key">>
  /**
   * The lookup that yields the SHA-256 of all bytes that a document names, 64 lower-case hex digits each. The store keeps
   * bytes for as long as a document names them.
   */
  readonly bytes: Name | undefined
  /** What becomes of documents in the course of time; without it they are kept for good. */
  readonly retention: Retention<Doc, Name> | undefined
  /** The document of the fields that are stored, in whichever form: those added since have their defaults. */
  readonly complete: (stored: Fields) => Doc
  /** The document as the text an adapter keeps. */
  readonly encode: (doc: Doc) => string
  /** The document of such a text; see `complete`. */
  readonly decode: (text: string) => Doc
}

/**
 * Declares a collection. Fields named in `beside` are written on a second line of the text, so that the first
 * line is the resource as it is shown and can be answered without being parsed; see {@link shown}.
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
    readonly bytes?: NoInfer<Name>
    readonly beside?: ReadonlyArray<keyof NoInfer<Doc>>
    readonly retention?: Retention<NoInfer<Doc>, NoInfer<Name>>
    /** The fields as they are declared now, from those of any form that was ever stored; those of this form as they are. */
    readonly older?: (stored: Fields) => Fields
  }
): Collection<Doc, Name> => {
  const {
    beside = [],
    bytes,
    key,
    older,
    local = false,
    noun = name,
    lookups = {} as Collection<Doc, Name>["lookups"],
    orders = [],
    owner = "shop",
    retention,
    shop,
    unique = {}
  } = options
  const declared = Object.entries(unique as Readonly<Record<Name, Unique<Doc>>>) as Array<[Name, Unique<Doc>]>
  const filled = fill(schema.ast)
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
    bytes,
    retention,
    complete,
    encode: (doc) => {
      if (beside.length === 0) return JSON.stringify(doc)
      // What is undefined is not written; a copy of the whole keeps its shape, which is half the cost of a new object.
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

/** The refusal of a call that addresses a document which is not there. */
export const absence = ({ noun, owner }: Pick<Collection, "noun" | "owner">): NotFound =>
  new NotFound({ message: `The ${owner} has no such ${noun}.` })

/** The first line of a stored text: the document without the fields kept beside it. JSON text holds no line break. */
export const shown = (stored: string): string => {
  const end = stored.indexOf("\n")
  return end < 0 ? stored : stored.slice(0, end)
}

/** The second line of a stored text: the fields that are kept beside what is shown. */
export const beside = (stored: string): string => stored.slice(stored.indexOf("\n") + 1)

/** The values a document is found by, for an adapter to index. */
export const valuesOf = <Doc>(
  { lookups }: Collection<Doc>,
  doc: Doc
): Record<string, ReturnType<Lookup<Doc>["of"]>> => {
  const values: Record<string, ReturnType<Lookup<Doc>["of"]>> = {}
  for (const name in lookups) values[name] = (lookups as Record<string, Lookup<Doc>>)[name]!.of(doc)
  return values
}
