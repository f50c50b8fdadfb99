/** The names under which a parameter may be sent. */
import type { SchemaAST } from "effect"

const aliasKey = "bottega/aliases"
/** Declares other accepted names of a parameter; pass the result to `Schema.annotateKey`. */
export const aliases = (...names: ReadonlyArray<string>) => ({ [aliasKey]: names })
/** The other names that {@link aliases} declares. */
export const aliasesOf = (ast: SchemaAST.AST): ReadonlyArray<string> =>
  ((ast.context?.annotations as Record<string, unknown> | undefined)?.[aliasKey] as
    | ReadonlyArray<string>
    | undefined) ?? []

/** The accepted names of a parameter, with the underscore for a dot. */
export const namesOf = (name: string, more: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...spellings(name),
  ...more,
  ...(name.includes(".") ? [name.replaceAll(".", "_")] : [])
]

/** The accepted spellings of a field's name at any depth. Keys of a record are data and have only one. */
export const spellings = (name: string): ReadonlyArray<string> => (name === "sku" ? ["sku", "SKU"] : [name])
