/** How large a request may be, read off the parameters that its endpoint declares. */
import { type Schema, SchemaAST } from "effect"
import type { Any } from "./endpoint.ts"
import { wireOf } from "./values.ts"

const MiB = 1024 * 1024
/** The most bytes of a file that is uploaded. */
export const mostUploaded = 50 * MiB

/** The most bytes of an endpoint's parameters, without a file: 2 MiB, and more where it takes larger values. */
export const mostBytesOf = ({ input }: Any): number => largest((input as Schema.Top).ast)

const largest = (ast: SchemaAST.AST): number => Math.max(wireOf(ast).body ?? 2 * MiB, ...partsOf(ast).map(largest))

const partsOf = (ast: SchemaAST.AST): ReadonlyArray<SchemaAST.AST> => {
  if (SchemaAST.isArrays(ast)) return [...ast.elements, ...ast.rest]
  if (SchemaAST.isUnion(ast)) return ast.types
  return SchemaAST.isObjects(ast) ? [...ast.propertySignatures, ...ast.indexSignatures].map(({ type }) => type) : []
}

/** The parameters of an endpoint that are files. */
export const filesOf = ({ input }: Any): ReadonlySet<string> => {
  const { ast } = input as Schema.Top
  const fields = SchemaAST.isObjects(ast) ? ast.propertySignatures : []
  return new Set(fields.filter(({ type }) => wireOf(type).kind === "file").map(({ name }) => String(name)))
}
