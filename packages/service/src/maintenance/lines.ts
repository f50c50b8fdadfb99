/**
 * The lines of an exported shop: a header, a line for each document with the text as it is stored, and a trailer that
 * counts them and has their digest, so that a file that was cut off or changed is noticed.
 */
import type { Collection } from "@bottega/domain/contract"
import type { Row } from "@bottega/storage"
import { Data, Result, Schema } from "effect"

/** Why a shop cannot be moved: a sentence for whoever moves it. */
export class Unmovable extends Data.TaggedError("Unmovable")<{ readonly message: string }> {}

/** The format that is written and read. */
export const format = 1

const Header = Schema.Struct({
  bottega: Schema.Literal("shop"),
  format: Schema.Number,
  /** The program's version. */
  program: Schema.String,
  shop: Schema.NonEmptyString,
  /** The instant of its beginning, ISO 8601. */
  at: Schema.String,
  /** Whether all of it is of one instant, whatever was written meanwhile. */
  still: Schema.Boolean
})
export type Header = typeof Header.Type

const Kept = Schema.Struct({
  in: Schema.String,
  doc: Schema.Record(Schema.String, Schema.Unknown),
  /** The fields that are kept on a line of their own. */
  beside: Schema.optionalKey(Schema.Record(Schema.String, Schema.Unknown))
})
export type Kept = typeof Kept.Type

const Trailer = Schema.Struct({
  end: Schema.NonEmptyString,
  counts: Schema.Record(Schema.String, Schema.Number),
  /** Of all lines before it, the header included, with their ends; in hex. */
  sha256: Schema.String
})
export type Trailer = typeof Trailer.Type

/** What a line is. */
export type Line =
  | { readonly _tag: "Header"; readonly header: Header }
  | { readonly _tag: "Kept"; readonly kept: Kept }
  | { readonly _tag: "Trailer"; readonly trailer: Trailer }
  | { readonly _tag: "Wrong"; readonly why: string }

/** A header or a trailer as a line. */
export const lineOf = (value: Header | Trailer): string => `${JSON.stringify(value)}\n`

/** The line of a document; `undefined` where its text is not what a collection writes. */
export const lineOfRow = ({ decode, name }: Collection, { text }: Row): string | undefined => {
  const [doc, beside, more] = text.split("\n")
  try {
    decode(text)
  } catch {
    return undefined
  }
  const rest = beside === undefined ? "" : `,"beside":${beside}`
  return more === undefined ? `{"in":${JSON.stringify(name)},"doc":${doc}${rest}}\n` : undefined
}

/** What a line says. */
export const parse = (text: string): Line => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { _tag: "Wrong", why: "is not JSON" }
  }
  if (isKept(value)) return { _tag: "Kept", kept: value }
  const header = readHeader(value)
  if (Result.isSuccess(header)) return { _tag: "Header", header: header.success }
  const trailer = readTrailer(value)
  if (Result.isSuccess(trailer)) return { _tag: "Trailer", trailer: trailer.success }
  return { _tag: "Wrong", why: "is no line of an exported shop" }
}

const isKept = Schema.is(Kept)
const readHeader = Schema.decodeUnknownResult(Header)
const readTrailer = Schema.decodeUnknownResult(Trailer)
