/** Reads a single value of a form: its syntax, its maximum size, and its checks. */
import type { SchemaAST } from "effect"
import { rulesOf } from "./fields.ts"
import { isLongerThan, type Node } from "./form.ts"
import { readDecimal, readInt } from "./numbers.ts"
import type { Problems } from "./problems.ts"
import type { Choice, Shape, ValueKind } from "./shape.ts"
import { sentenceOf } from "./values.ts"

/** Reads one part of a tree; adds what is wrong to `problems` and then returns `undefined`. */
export type Read = (node: Node, problems: Problems) => unknown

/** Makes the reader of a single value. A value may be sent more than once if it is the same each time. */
export const readScalar = (shape: Shape): Read => {
  const { ast } = rulesOf(shape)
  const grammar = grammarOf(shape)
  const tooLong = wrongLength(shape)
  return (node, problems) => {
    const { children, values = nothing } = node
    const first = values[0] ?? ""
    if (children !== undefined) return refuse(node, problems, "must be one value")
    if (values.length > 1 && values.some((value) => value !== first))
      return refuse(node, problems, "is given twice with different values")
    if (values.length > 1 && isOfUnnumbered(node)) return refuse(node, problems, "is given twice: number the members")
    const wrong = tooLong(first)
    if (wrong !== undefined) return refuse(node, problems, wrong)
    if (!first.isWellFormed()) return refuse(node, problems, "is not well-formed text")
    const value = grammar(first)
    if (typeof value === "object" && value instanceof Wrong) return refuse(node, problems, value.sentence)
    return ast.checks === undefined ? value : check(ast.checks, value, ast, node, problems)
  }
}

const nothing: ReadonlyArray<string> = []

/** Whether a value is within a member of `x[]`: all of those are one node, so equal values may be those of two members. */
const isOfUnnumbered = ({ parent }: Node): boolean =>
  parent !== undefined && ((parent.key === "" && parent.parent !== undefined) || isOfUnnumbered(parent))

/** Makes a check of a value's size: at most 100 KiB, unless the schema sets another limit. */
export const wrongLength = ({ maxBytes = 100 * 1024 }: Shape) => {
  const sentence = `is longer than ${maxBytes} bytes`
  return (text: string): string | undefined => (isLongerThan(text, maxBytes) ? sentence : undefined)
}

/** The value if it passes all checks of its schema; otherwise adds a problem and returns `undefined`. */
export const check = (
  checks: SchemaAST.Checks,
  value: unknown,
  ast: SchemaAST.AST,
  node: Node,
  problems: Problems
): unknown => {
  for (const one of checks) {
    if (one._tag === "Filter" && one.run(value as never, ast, options) !== undefined)
      return refuse(node, problems, sentenceOf(one))
  }
  return value
}
const options: SchemaAST.ParseOptions = {}

/** Adds a problem with a parameter; always returns `undefined`, which means "not read". */
export const refuse = (node: Node, problems: Problems, message: string): undefined => {
  problems.add(node, message)
  return undefined
}

/** Why a text is not a value of its type, as the end of a sentence. */
class Wrong {
  readonly sentence: string
  constructor(sentence: string) {
    this.sentence = sentence
  }
}

type Grammar = (text: string) => unknown

const booleansByText: ReadonlyMap<string, boolean> = new Map([
  ["1", true],
  ["0", false],
  ["true", true],
  ["false", false]
])
const booleanOf = (text: string): boolean | undefined => booleansByText.get(text.trim().toLowerCase())

const flagOf = (text: string): number | undefined => {
  const value = booleanOf(text) ?? readInt(text)
  return value === true || value === 1 ? 1 : value === false || value === 0 ? 0 : undefined
}

const numeric =
  (read: typeof readInt): Grammar =>
  (text) => {
    const value = read(text)
    return typeof value === "string" ? new Wrong(value) : value
  }

const orElse =
  (read: Grammar, sentence: string): Grammar =>
  (text) =>
    read(text) ?? new Wrong(sentence)

const grammarOf = (shape: Shape): Grammar => {
  if (shape.choices !== undefined && shape.kind === "choice") return oneOf(shape.choices)
  return grammars[shape.kind] ?? rulesOf(shape).spelling ?? ((text) => text)
}

const oneOf = (choices: ReadonlyArray<Choice>): Grammar => {
  const sentence = `must be one of ${choices.join(", ")}`
  const byText = new Map(choices.map((choice) => [String(choice), choice]))
  const areNumbers = choices.every((choice) => typeof choice === "number")
  // Leading zeros do not change a number.
  return orElse((text) => byText.get(areNumbers ? String(readInt(text)) : text.trim()), sentence)
}

const grammars: { readonly [Name in ValueKind]?: Grammar } = {
  flag: orElse(flagOf, "must be 1 or 0"),
  boolean: orElse(booleanOf, "must be true or false"),
  int: numeric(readInt),
  unix: numeric(readInt),
  number: numeric(readDecimal),
  money: numeric(readDecimal),
  percent: numeric(readDecimal)
}
