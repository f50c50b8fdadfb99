/** How a single value is spelt on a form: what it may look like, how long it may be, and what it then is. */
import { SchemaAST } from "effect"
import type { Node, Problem } from "./form.ts"
import { sentenceOf, type Wire } from "./values.ts"

/** Reads one part of a tree; what it refuses it adds to `problems`, and gives `undefined`. */
export type Read = (node: Node, problems: Array<Problem>) => unknown

/** Reads a value that stands alone; sent twice it must be the same. */
export const readLeaf = (ast: SchemaAST.AST, wire: Wire): Read => {
  const grammar = grammarOf(ast, wire)
  const most = wire.bytes ?? 100 * 1024
  return (node, problems) => {
    const { children, values = [] } = node
    const first = values[0] ?? ""
    if (children !== undefined) return refuse(node, problems, "must be one value")
    if (values.length > 1 && values.some((value) => value !== first))
      return refuse(node, problems, "is given twice with different values")
    // A text has at most three bytes for each of its code units, so most texts need no counting.
    if (first.length * 3 > most && new TextEncoder().encode(first).length > most)
      return refuse(node, problems, `is longer than ${most} bytes`)
    if (!first.isWellFormed()) return refuse(node, problems, "is not well-formed text")
    const value = grammar.read(first)
    if (value === undefined) return refuse(node, problems, grammar.sentence)
    return ast.checks === undefined ? value : check(ast.checks, value, ast, node, problems)
  }
}

/** A value that passes the checks of its schema, or `undefined` where one refuses it. */
export const check = (
  checks: SchemaAST.Checks,
  value: unknown,
  ast: SchemaAST.AST,
  node: Node,
  problems: Array<Problem>
): unknown => {
  for (const one of checks) {
    if (one._tag === "Filter" && one.run(value as never, ast, options) !== undefined)
      return refuse(node, problems, sentenceOf(one))
  }
  return value
}
const options: SchemaAST.ParseOptions = {}

/** Names a parameter that is refused. */
export const refuse = (node: Node, problems: Array<Problem>, message: string): undefined => {
  problems.push({ path: node.name, message })
  return undefined
}

interface Grammar {
  readonly read: (text: string) => unknown
  readonly sentence: string
}

const int = /^-?\d{1,15}$/
const decimal = /^-?\d{1,12}(\.\d{1,15})?$/
const truths: Readonly<Record<string, boolean>> = { "1": true, "0": false, true: true, false: false }
const truth = (text: string): boolean | undefined =>
  Object.hasOwn(truths, text.trim()) ? truths[text.trim()] : undefined
/** Adding 0 turns `-0` into the 0 that JSON prints. */
const numeric = (pattern: RegExp) => (text: string) => (pattern.test(text.trim()) ? Number(text) + 0 : undefined)

const grammarOf = (ast: SchemaAST.AST, { kind }: Wire): Grammar => {
  if (kind === "flag") {
    return {
      read: (text) => {
        const value = truth(text)
        return value === undefined ? undefined : Number(value)
      },
      sentence: "must be 1 or 0"
    }
  }
  if (SchemaAST.isBoolean(ast)) return { read: truth, sentence: "must be true or false" }
  if (kind === "int") return { read: numeric(int), sentence: "must be a whole number" }
  if (SchemaAST.isNumber(ast)) return { read: numeric(decimal), sentence: "must be a number" }
  const literals = literalsOf(ast)
  if (literals === undefined) return { read: (text) => text, sentence: "" }
  const byText = new Map(literals.map((literal) => [String(literal), literal]))
  return { read: (text) => byText.get(text.trim()), sentence: `must be one of ${literals.join(", ")}` }
}

/** The values of a union of literals, or of one. */
export const literalsOf = (ast: SchemaAST.AST): ReadonlyArray<SchemaAST.LiteralValue> | undefined => {
  if (SchemaAST.isLiteral(ast)) return [ast.literal]
  return SchemaAST.isUnion(ast) && ast.types.every(SchemaAST.isLiteral)
    ? ast.types.map(({ literal }) => literal)
    : undefined
}
