/**
 * Reads a tree of texts into the parameters that a schema declares, and names everything that is wrong at once.
 *
 * The schema decides where a list is wanted, what a leaf's grammar is, and what an empty text means; the plan for that
 * is made once, when the contract is compiled.
 */
import { SchemaAST } from "effect"
import { defaultOf } from "./defaults.ts"
import type { Node, Problem } from "./form.ts"
import { check, type Read, readLeaf, refuse } from "./grammar.ts"
import { alone, isBlank, itemsOf, membersOf, partsOf } from "./members.ts"
import { wireOf } from "./values.ts"

/** What was read: as much of the parameters as is right, and all that is wrong. */
export interface Reading {
  readonly value: Record<string, unknown>
  readonly problems: ReadonlyArray<Problem>
}

/** Reads an endpoint's parameters from trees, of which the first that names one wins: `[body, query]`. */
export interface Reader {
  readonly read: (trees: ReadonlyArray<Node>) => Reading
  /**
   * The sender's own spelling of a parameter: `["item_id", 0, "price"]` is `item_id[7][price]` for one who sent the
   * first item under index 7.
   */
  readonly spell: (trees: ReadonlyArray<Node>, at: ReadonlyArray<string | number>) => string
}

/** Makes the reader of a struct of parameters. */
export const reader = (ast: SchemaAST.AST): Reader => {
  const fields = fieldsOf(ast, true)
  const named = new Map(fields.map((field) => [field.name, field]))
  return {
    read: (trees) => {
      const problems: Array<Problem> = []
      const find = (field: Field) => firstOf(trees, field)
      return { value: readFields(fields, find, problems, String), problems }
    },
    spell: (trees, [head = "", ...rest]) => {
      const field = named.get(String(head))
      const node = firstOf(trees, field ?? { names: [String(head)] })
      // The parts of a list by commas have no names of their own.
      return spelt(node, String(head), field?.commas === true ? [] : rest)
    }
  }
}

const spelt = (found: Node | undefined, head: string, steps: ReadonlyArray<string | number>): string => {
  let node = found
  let name = node?.name ?? head
  for (const step of steps) {
    node = node && (typeof step === "number" ? membersOf(node)[step] : node.children?.get(step))
    name = node?.name ?? `${name}[${step}]`
  }
  return name
}

interface Field {
  readonly name: string
  /** The name and the other spellings that are accepted. */
  readonly names: ReadonlyArray<string>
  readonly required: boolean
  readonly keepsEmpty: boolean
  /** Its values are parted by commas. */
  readonly commas: boolean
  readonly default: { readonly value: unknown } | undefined
  readonly read: Read
  /** The fields of an object that must be there, each of which is missing when the object is. */
  readonly inner: ReadonlyArray<Field>
}

const fieldsOf = (ast: SchemaAST.AST, outermost = false): ReadonlyArray<Field> =>
  (SchemaAST.isObjects(ast) ? ast.propertySignatures : []).map(({ name, type }) => ({
    name: String(name),
    names: outermost ? namesOf(String(name), aliasesOf(type)) : [String(name)],
    required: !SchemaAST.isOptional(type) && defaultOf(type) === undefined,
    keepsEmpty: wireOf(type).keepsEmpty === true,
    commas: wireOf(type).kind === "commas",
    default: defaultOf(type),
    read: readOf(type),
    inner: SchemaAST.isObjects(type) ? fieldsOf(type).filter(({ required }) => required) : []
  }))

const aliasKey = "bottega/aliases"
/** Declares other names that a parameter is also read by; pass it to `Schema.annotateKey`. */
export const aliases = (...names: ReadonlyArray<string>) => ({ [aliasKey]: names })
const aliasesOf = (ast: SchemaAST.AST): ReadonlyArray<string> =>
  ((ast.context?.annotations as Record<string, unknown> | undefined)?.[aliasKey] as
    | ReadonlyArray<string>
    | undefined) ?? []

const namesOf = (name: string, more: ReadonlyArray<string>): ReadonlyArray<string> => [
  name,
  ...more,
  ...(name.includes(".") ? [name.replaceAll(".", "_")] : []),
  ...(name === "sku" ? ["SKU"] : [])
]

const firstOf = (trees: ReadonlyArray<Node>, { names }: Pick<Field, "names">): Node | undefined => {
  for (const { children } of trees) {
    if (children === undefined) continue
    for (const name of names) {
      const found = children.get(name)
      if (found !== undefined) return found
    }
  }
  return undefined
}

const readFields = (
  fields: ReadonlyArray<Field>,
  find: (field: Field) => Node | undefined,
  problems: Array<Problem>,
  nameOf: (name: string) => string
): Record<string, unknown> => {
  const value: Record<string, unknown> = {}
  for (const field of fields) {
    const node = find(field)
    if (node === undefined || (isBlank(node) && !field.keepsEmpty)) {
      if (field.required) missing(field, node?.name ?? nameOf(field.name), problems)
      else if (field.default !== undefined) value[field.name] = field.default.value
    } else {
      const read = field.read(node, problems)
      if (read !== undefined) value[field.name] = read
    }
  }
  return value
}

/** `geo` that is missing lacks `geo[lat]` and `geo[long]`. */
const missing = ({ inner }: Field, path: string, problems: Array<Problem>): void => {
  for (const field of inner) missing(field, `${path}[${field.name}]`, problems)
  if (inner.length === 0) problems.push({ path, message: "is required" })
}

const readOf = (ast: SchemaAST.AST): Read => {
  const wire = wireOf(ast)
  if (SchemaAST.isArrays(ast)) return checked(ast, wire.kind === "commas" ? readCommas(ast) : readList(ast))
  if (SchemaAST.isObjects(ast))
    return checked(ast, ast.propertySignatures.length > 0 ? readStruct(ast) : readRecord(ast))
  const list = SchemaAST.isUnion(ast) ? ast.types.find(SchemaAST.isArrays) : undefined
  if (list === undefined) return readLeaf(ast, wire)
  const [many, one] = [readOf(list), readLeaf(SchemaAST.string, wire)]
  return (node, problems) =>
    (node.children === undefined && (node.values?.length ?? 0) < 2 ? one : many)(node, problems)
}

const checked = (ast: SchemaAST.AST, read: Read): Read => {
  const { checks } = ast
  if (checks === undefined) return read
  return (node, problems) => {
    const value = read(node, problems)
    return value === undefined ? undefined : check(checks, value, ast, node, problems)
  }
}

const readStruct = (ast: SchemaAST.AST): Read => {
  const fields = fieldsOf(ast)
  return (node, problems) => {
    if (node.values?.some((value) => value !== "")) return refuse(node, problems, "must be an object")
    return readFields(
      fields,
      ({ name }) => node.children?.get(name),
      problems,
      (name) => `${node.name}[${name}]`
    )
  }
}

const readRecord = (ast: SchemaAST.Objects): Read => {
  const read = readOf(ast.indexSignatures[0]!.type)
  return (node, problems) => {
    if (node.values?.some((value) => value !== "")) return refuse(node, problems, "must be an object")
    const value: Record<string, unknown> = {}
    for (const [key, child] of node.children ?? []) {
      const one = read(child, problems)
      if (one !== undefined) value[key] = one
    }
    return value
  }
}

const readList = (ast: SchemaAST.Arrays): Read => {
  const type = ast.rest[0]!
  const read = readOf(type)
  const nested = SchemaAST.isObjects(type) || SchemaAST.isArrays(type)
  return (node, problems) => {
    const items: Array<unknown> = []
    if (nested && node.values?.some((value) => value !== "")) return refuse(node, problems, "must be a list")
    for (const part of nested ? [] : partsOf(node)) if (part.values![0] !== "") items.push(read(part, problems))
    for (const item of itemsOf(node)) {
      if (!/^\d*$/.test(item.key)) problems.push({ path: item.name, message: "is not an index of a list" })
      else if (nested) items.push(read(item, problems))
      else if (item.children !== undefined) refuse(item, problems, "must be one value")
      else for (const part of partsOf(item)) if (part.values![0] !== "") items.push(read(part, problems))
    }
    return items
  }
}

const readCommas = (ast: SchemaAST.Arrays): Read => {
  const read = readOf(ast.rest[0]!)
  return (node, problems) => {
    const items: Array<unknown> = []
    for (const holder of [node, ...itemsOf(node)]) {
      if (holder !== node && holder.children !== undefined) refuse(holder, problems, "must be one value")
      for (const value of holder.values ?? []) {
        for (const part of value.split(","))
          if (part.trim() !== "") items.push(read(alone(holder, part.trim()), problems))
      }
    }
    return items
  }
}
