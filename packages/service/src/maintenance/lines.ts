/**
 * The lines of an exported shop: a header, a line for each document with its stored text, lines for the bytes that
 * documents name, and a trailer with their counts and digest, which reveals a file that was cut off or changed.
 */
import type { Collection } from "@bottega/domain/contract"
import type { Row } from "@bottega/storage"
import { Data, Result, Schema } from "effect"

/** A shop cannot be moved; the message gives the operator the reason. */
export class NotMovable extends Data.TaggedError("Unmovable")<{ readonly message: string }> {}

/** The formats that can be read, the latest last; a shop without bytes is written in the first. */
export const formats: ReadonlyArray<number> = [1, 2]

const Header = Schema.Struct({
  bottega: Schema.Literal("shop"),
  format: Schema.Number,
  /** The program's version. */
  program: Schema.String,
  shop: Schema.NonEmptyString,
  /** When the export began, in ISO 8601. */
  at: Schema.String,
  /** Whether the whole export is of one instant, whatever was written during it. */
  still: Schema.Boolean
})
export type Header = typeof Header.Type

const Kept = Schema.Struct({
  in: Schema.String,
  doc: Schema.Record(Schema.String, Schema.Unknown),
  /** The fields that are stored on a separate line. */
  beside: Schema.optionalKey(Schema.Record(Schema.String, Schema.Unknown))
})
export type Kept = typeof Kept.Type

const Piece = Schema.Struct({
  /** The SHA-256 of all the bytes, in lower-case hex, and their length. */
  bytes: Schema.String,
  size: Schema.Number,
  /** The offset of the first byte of this piece. */
  from: Schema.Number,
  base64: Schema.String
})
/** A piece of the bytes that documents name. */
export type Piece = typeof Piece.Type

const Trailer = Schema.Struct({
  end: Schema.NonEmptyString,
  counts: Schema.Record(Schema.String, Schema.Number),
  /** In hex, of all lines before this one with their line ends, including the header. */
  sha256: Schema.String
})
export type Trailer = typeof Trailer.Type

/** A parsed line. */
export type Line =
  | { readonly _tag: "Header"; readonly header: Header }
  | { readonly _tag: "Kept"; readonly kept: Kept }
  | { readonly _tag: "Piece"; readonly piece: Piece }
  | { readonly _tag: "Trailer"; readonly trailer: Trailer }
  | { readonly _tag: "Wrong"; readonly why: string }

/** The text of a line other than a document's. */
export const lineOf = (value: Header | Piece | Trailer): string => `${JSON.stringify(value)}\n`

/** The line of a document; `undefined` if its text is not in the form that its collection writes. */
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

/** Parses a line. */
export const parse = (text: string): Line => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { _tag: "Wrong", why: "is not JSON" }
  }
  if (isKept(value)) return { _tag: "Kept", kept: value }
  if (isPiece(value)) return { _tag: "Piece", piece: value }
  const header = readHeader(value)
  if (Result.isSuccess(header)) return { _tag: "Header", header: header.success }
  const trailer = readTrailer(value)
  if (Result.isSuccess(trailer)) return { _tag: "Trailer", trailer: trailer.success }
  return { _tag: "Wrong", why: "is not a line of an exported shop" }
}

const isKept = Schema.is(Kept)
const isPiece = Schema.is(Piece)
const readHeader = Schema.decodeUnknownResult(Header)
const readTrailer = Schema.decodeUnknownResult(Trailer)
