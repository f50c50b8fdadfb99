/** The bounds of the lists that documents store, and of the parameters that fill them. */
import type { Schema, SchemaAST } from "effect"
import type { Bound } from "./shape.ts"
import { commaList, rule, TextUpTo } from "./values.ts"

const key = "bottega/bound"

/** Declares the bound of a list or a record where a document stores it. Decoding and answers do not check it. */
export const bounded = <S extends Schema.Top>(schema: S, bound: Bound) =>
  schema.annotate({ [key]: bound }) as S["Rebuild"]

/** The bound that {@link bounded} declares. */
export const boundOf = (ast: SchemaAST.AST): Bound | undefined => ast.annotations?.[key] as Bound | undefined

/** The same bound as a check of a parameter. */
export const atMost = ({ max, noun }: Bound) =>
  rule(`must be at most ${max} ${noun}`, (list: ReadonlyArray<unknown>) => list.length <= max, { maxItems: max })

/** Counts of documents without a bound end here, so that they cost the same however many there are. */
export const maxCounted = 1000

/** The bound of tags, wherever a document has some. */
export const tagBound: Bound = { max: 100, noun: "tags" }

/** Tags for a document to have, separated by commas, each of at most 255 characters. */
export const Tags = commaList(TextUpTo(255)).check(atMost(tagBound))
