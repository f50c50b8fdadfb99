/**
 * Reads a tree of texts into the parameters that a schema declares, and reports everything that is wrong at once.
 *
 * The schema decides what is a list, what a leaf's grammar is, and what an empty text means. Its readers are made
 * once, at the first call of an endpoint.
 */
import type { SchemaAST } from "effect"
import { parametersOf, rulesOf } from "./fields.ts"
import { Node } from "./form.ts"
import { check, type Read, readScalar, refuse, wrongLength } from "./grammar.ts"
import { countParts, isBlank, isNullSent, itemsOf, membersOf, partsOf, readCommaList, singleValue } from "./members.ts"
import { readNumbered } from "./numbered.ts"
import type { Problems } from "./problems.ts"
import { type Choice, type Field as Declared, defaultIn, isNested, listIn, type Shape } from "./shape.ts"
import { namesOf, spellings } from "./spellings.ts"

/** Reads an endpoint's parameters from several trees (`[body, query]`); the first tree that has a parameter wins. */
export interface Reader {
  /** Returns the valid parameters, and adds what is wrong to the problems. */
  readonly read: (trees: ReadonlyArray<Node>, problems: Problems) => Record<string, unknown>
  /**
   * Returns a parameter's name as the sender spelt it: `["item_id", 0, "price"]` is `item_id[7][price]` if the first
   * item was sent under index 7.
   */
  readonly spell: (trees: ReadonlyArray<Node>, at: ReadonlyArray<string | number>) => string
}

/** Makes the reader of a struct of parameters. */
export const reader = (ast: SchemaAST.AST): Reader => {
  let made: ReadonlyArray<Field> | undefined
  const fields = () => (made ??= parametersOf(ast).map(parameter))
  return {
    read: (trees, problems) => readFields(fields(), (field) => firstOf(trees, field), problems, undefined),
    spell: (trees, [head = "", ...rest]) => {
      const field = fields().find(({ name }) => name === String(head))
      const node = firstOf(trees, field ?? { names: [String(head)] })
      // The parts of a comma list have no names of their own.
      return spelt(node, String(head), field?.commas === true ? [] : rest)
    }
  }
}

const spelt = (found: Node | undefined, head: string, steps: ReadonlyArray<string | number>): string => {
  let node = found
  let name = node?.name ?? head
  for (const step of steps) {
    node = node && (typeof step === "number" ? membersOf(node)[step] : within(node, spellings(step)))
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
  /** True if null is a value of its own. */
  readonly nullable: boolean
  /** True if its value is a comma list. */
  readonly commas: boolean
  readonly default: { readonly value: unknown } | undefined
  readonly read: Read
  /** The required fields of an object; if the object is missing, each of them is reported. */
  readonly inner: ReadonlyArray<Field>
}

const parameter = (field: Declared): Field => compiled(field, namesOf(field.name, field.aliases ?? []))

const compiled = (field: Declared, names: ReadonlyArray<string>): Field => {
  const inner = innerOf(field)
  return {
    name: field.name,
    names,
    required: field.required,
    keepsEmpty: field.keepsEmpty === true,
    nullable: field.nullable === true,
    commas: field.kind === "commas",
    default: defaultIn(field),
    read: readOf(field, inner),
    inner: field.nullable === true ? [] : inner.filter(({ required }) => required)
  }
}

const innerOf = ({ inner = [] }: Shape): ReadonlyArray<Field> =>
  inner.map((field) => compiled(field, spellings(field.name)))

const firstOf = (trees: ReadonlyArray<Node>, { names }: Pick<Field, "names">): Node | undefined => {
  for (const tree of trees) {
    const found = within(tree, names)
    if (found !== undefined) return found
  }
  return undefined
}

/** What was sent under the names of a field. An empty value under one of them does not hide what is under another. */
const within = ({ children }: Node, names: ReadonlyArray<string>): Node | undefined => {
  if (children === undefined) return undefined
  let found: Node | undefined
  for (const name of names) {
    const node = children.get(name)
    if (node === undefined) continue
    if (found === undefined || isBlank(found)) found = node
    else if (!isBlank(node)) found = joined(found, node)
  }
  return found
}

/** The values under two names of a field as if they had been sent under the first, which refuses different ones. */
const joined = (one: Node, other: Node): Node => {
  if (one.children !== undefined || other.children !== undefined) return one
  const both = new Node(one.parent, one.key)
  for (const value of [...one.values!, ...other.values!]) both.add(value)
  return both
}

const readFields = (
  fields: ReadonlyArray<Field>,
  find: (field: Field) => Node | undefined,
  problems: Problems,
  parent: Node | undefined
): Record<string, unknown> => {
  const value: Record<string, unknown> = {}
  for (const field of fields) {
    const node = find(field)
    if (node === undefined || (isBlank(node) && !keepsBlank(field, node))) {
      if (field.required) missing(field, node ?? new Node(parent ?? outermost, field.name), problems)
      else if (field.default !== undefined) value[field.name] = field.default.value
    } else {
      const read = field.read(node, problems)
      if (read !== undefined) value[field.name] = read
    }
  }
  return value
}
const keepsBlank = ({ keepsEmpty, nullable }: Field, { isNull }: Node): boolean => keepsEmpty || (nullable && isNull)
/** The parent of parameters that were not sent. */
const outermost = new Node()

/**
 * Reports a missing field by its required fields: for `geo`, it reports `geo[lat]` and `geo[long]`. One that was sent and could not be
 * taken into the tree is not missing.
 */
const missing = ({ inner }: Field, node: Node, problems: Problems): void => {
  for (const field of inner) missing(field, new Node(node, field.name), problems)
  // Names are assembled only as long as there is room for them.
  if (inner.length === 0 && !(problems.hasRoom && problems.has(node.name))) refuse(node, problems, "is required")
}

const readOf = (shape: Shape, inner = innerOf(shape)): Read => {
  const read = readPresent(shape, inner)
  return shape.nullable === true ? orNull(read) : read
}

const readPresent = (shape: Shape, inner: ReadonlyArray<Field>): Read => {
  if (shape.item !== undefined)
    return checked(
      shape,
      readKnown(shape, shape.kind === "commas" ? readCommas(shape, shape.item) : readList(shape.item))
    )
  if (shape.inner !== undefined) return checked(shape, readStruct(inner))
  if (shape.member !== undefined) return checked(shape, readRecord(shape, shape.member))
  const list = listIn(shape)
  const read =
    list === undefined
      ? readScalar(shape)
      : readEither(readOf(list), readScalar(shape.either!.find((one) => one !== list)!))
  return shape.kind === "parted" ? counted(read) : read
}

const readEither =
  (many: Read, one: Read): Read =>
  (node, problems) =>
    (node.children === undefined && (node.values?.length ?? 0) < 2 ? one : many)(node, problems)

/** Leaves out the unknown names of `nodes`, and repeated ones: each row of a list asks for each node that it may show. */
const readKnown = ({ choices }: Shape, read: Read): Read => {
  if (choices === undefined) return read
  return (node, problems) => {
    const asked = new Set(read(node, problems) as ReadonlyArray<Choice> | undefined)
    return choices.filter((name) => asked.has(name))
  }
}

const orNull =
  (read: Read): Read =>
  (node, problems) =>
    isNullSent(node) ? null : read(node, problems)

/** Reads a text that its handler splits at commas; its parts count as pairs. */
const counted =
  (read: Read): Read =>
  (node, problems) =>
    countParts(node, problems) ? read(node, problems) : undefined

const checked = (shape: Shape, read: Read): Read => {
  const { ast } = rulesOf(shape)
  const { checks } = ast
  if (checks === undefined) return read
  return (node, problems) => {
    const value = read(node, problems)
    return value === undefined ? undefined : check(checks, value, ast, node, problems)
  }
}

const readStruct =
  (fields: ReadonlyArray<Field>): Read =>
  (node, problems) => {
    if (node.values?.some((value) => value !== "")) return refuse(node, problems, "must be an object")
    return readFields(fields, (field) => within(node, field.names), problems, node)
  }

const readRecord = ({ maxNumber }: Shape, member: Shape): Read => {
  const read = readOf(member)
  if (maxNumber !== undefined) return readNumbered(read, maxNumber)
  return (node, problems) => {
    if (node.values?.some((value) => value !== "")) return refuse(node, problems, "must be an object")
    const value: Record<string, unknown> = {}
    for (const [key, child] of node.children ?? []) {
      const before = problems.wrong
      const one = read(child, problems)
      // What is refused stands for a member, so that the record is not also empty.
      if (one !== undefined || problems.wrong > before) value[key] = one
    }
    return value
  }
}

/** A list of references takes its members by id, or as answers show them: an object with that id. */
const readList = (item: Shape): Read => {
  const { names } = item
  const read = readOf(item)
  const nested = isNested(item)
  return (node, problems) => {
    const items: Array<unknown> = []
    if (nested && node.values?.some((value) => value !== "")) return refuse(node, problems, "must be a list")
    for (const part of nested ? [] : partsOf(node)) if (part.values![0] !== "") items.push(read(part, problems))
    for (const item of itemsOf(node)) {
      // What is refused stands for a member, so that the list is not also too short.
      if (!isIndex(item)) items.push(refuse(item, problems, "is not an index of a list"))
      else if (nested) items.push(read(item, problems))
      else if (item.children !== undefined) {
        const id = item.values === undefined && names !== undefined ? item.children.get("id") : undefined
        items.push(id === undefined ? refuse(item, problems, "must be one value") : read(id, problems))
      } else for (const part of partsOf(item)) if (part.values![0] !== "") items.push(read(part, problems))
    }
    return items
  }
}

const isIndex = ({ key }: Node): boolean => /^\d*$/.test(key)

const readCommas = (list: Shape, item: Shape): Read => {
  const read = readOf(item)
  const tooLong = wrongLength(list)
  return (node, problems) => {
    const items: Array<unknown> = []
    for (const holder of [node, ...itemsOf(node)]) {
      if (holder !== node && !isIndex(holder)) items.push(refuse(holder, problems, "is not an index of a list"))
      else if (holder !== node && holder.children !== undefined)
        items.push(refuse(holder, problems, "must be one value"))
      for (const value of holder.values ?? []) {
        const wrong = tooLong(value)
        if (wrong !== undefined) return refuse(holder, problems, wrong)
        if (!readCommaList(value, problems, (part) => items.push(read(singleValue(holder, part), problems))))
          return undefined
      }
    }
    return items
  }
}
