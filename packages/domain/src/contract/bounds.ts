/** How large a request may be, derived from the parameters that its endpoint declares. */
import { type Schema, SchemaAST } from "effect"
import type { Any } from "./endpoint.ts"
import { wireOf } from "./values.ts"

const MiB = 1024 * 1024
/** The maximum size of an uploaded file, in bytes. */
export const maxUploadBytes = 50 * MiB

/** The maximum size of an endpoint's parameters without files, in bytes: 2 MiB, or more if it takes larger values. */
export const maxBytesOf = ({ input }: Any): number => largest((input as Schema.Top).ast)

const largest = (ast: SchemaAST.AST): number => Math.max(wireOf(ast).body ?? 2 * MiB, ...partsOf(ast).map(largest))

const partsOf = (ast: SchemaAST.AST): ReadonlyArray<SchemaAST.AST> => {
  if (SchemaAST.isArrays(ast)) return [...ast.elements, ...ast.rest]
  if (SchemaAST.isUnion(ast)) return ast.types
  return SchemaAST.isObjects(ast) ? [...ast.propertySignatures, ...ast.indexSignatures].map(({ type }) => type) : []
}

/** The parameters of an endpoint that are files. */
export const filesOf = ({ input }: Any): ReadonlySet<string> =>
  new Set(fieldsOf(input as Schema.Top).flatMap(({ name, wire }) => (wire.kind === "file" ? [name] : [])))

/** A parameter that is base64 of a file. */
export interface Base64Parameter {
  readonly name: string
  readonly maxCharacters: number
}

/** The parameter of an endpoint that is base64 of a file, if it has one. */
export const base64Of = ({ input }: Any): Base64Parameter | undefined => {
  const [found] = fieldsOf(input as Schema.Top).filter(({ wire }) => wire.kind === "base64")
  return found && { name: found.name, maxCharacters: found.wire.bytes! }
}

/** The maximum size in bytes of the parameters held in memory as text: all but base64, which goes to the disk. */
export const heldBytesOf = (endpoint: Any): number =>
  base64Of(endpoint) === undefined ? maxBytesOf(endpoint) : 2 * MiB

const fieldsOf = ({ ast }: Schema.Top) =>
  (SchemaAST.isObjects(ast) ? ast.propertySignatures : []).map(({ name, type }) => ({
    name: String(name),
    wire: wireOf(type)
  }))
