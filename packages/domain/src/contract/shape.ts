/** The fields of parameters, answers and documents as plain data; `fields.ts` finds them in a schema. */

/** Kinds of texts; `instant` is a time in ISO 8601. */
type TextKind = "text" | "html" | "email" | "url" | "color" | "day" | "instant" | "file" | "base64"
/** Kinds of numbers; `unix` is a time in seconds. */
type NumberKind = "number" | "int" | "unix" | "money" | "percent"
/** Kinds of which there are few values; `flag` is 1 or 0. */
type ClosedKind = "boolean" | "flag" | "choice" | "null" | "any" | "never"
/** Kinds with parts. Members of `commas` may be sent in one text too; the handler itself splits a text of `parted`. */
type WholeKind = "list" | "commas" | "parted" | "object" | "record" | "either"
/** What a value is. */
export type ValueKind = TextKind | NumberKind | ClosedKind | WholeKind

/** The bounds of a value, as keywords of JSON Schema. */
export interface Bounds {
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly pattern?: string
  readonly format?: string
}

/** One of the values that can be listed. */
export type Choice = string | number | boolean

/** The bound of a list, or of a record of texts. */
export interface Bound {
  readonly max: number
  /** What the members are called: `tags`. */
  readonly noun: string
  /** What has the list, if it is not the document itself: `address`. */
  readonly of?: string
  /** The parameter that adds to the list; by default, the name of the field that holds it. */
  readonly at?: string
  /** True for a list to which the program itself adds, so its size does not count against a document that is too large. */
  readonly isHistory?: boolean
}

/** What a value is, and what it consists of. */
export interface Shape {
  readonly kind: ValueKind
  readonly bounds: Bounds
  /** The end of the sentence that refuses a value, for each of its rules: "must be 0 or more". */
  readonly sentences: ReadonlyArray<string>
  /** True if null is a value of its own. */
  readonly nullable?: true
  /** True if an empty text is a value of its own and does not mean "not sent". */
  readonly keepsEmpty?: true
  /** The values there are, if they can be listed. A list that has choices itself ignores other members. */
  readonly choices?: ReadonlyArray<Choice>
  /** What each of these values means. */
  readonly labels?: Readonly<Record<string, string>>
  /** The collection that it names a document of, by the document's key. */
  readonly names?: string
  /** A member of a list. */
  readonly item?: Shape
  /** The fields of an object. */
  readonly inner?: ReadonlyArray<Field>
  /** A member of a record. */
  readonly member?: Shape
  /** What the keys of a record are called. */
  readonly key?: string
  /** The highest number of a member, in a record whose keys are numbers. */
  readonly maxNumber?: number
  /** The alternatives of a union. */
  readonly either?: ReadonlyArray<Shape>
  /** The maximum bytes of one value, if it may be larger than other values. */
  readonly maxBytes?: number
  /** The maximum size in bytes of a body with such a value, if it is larger than other bodies. */
  readonly maxBodyBytes?: number
  /** The bound of a list that a document stores. */
  readonly bound?: Bound
  /** The name that descriptions of the API give to the shape. */
  readonly identifier?: string
  /** What its declaration says. */
  readonly description?: string
}

/** A named part of an object: a parameter, or a field of an answer or a document. */
export interface Field extends Shape {
  readonly name: string
  /** Other names that a parameter may be sent under. */
  readonly aliases?: ReadonlyArray<string>
  /** Whether it must be there: it is not optional and has no default. */
  readonly required: boolean
  /** The value of an omitted field; absent if there is none. */
  readonly default?: unknown
  /** What people call it. */
  readonly title?: string
  /** What it is for: what its declaration says; for a parameter, else what its name says. */
  readonly help?: string
}

/** The default of a field, wrapped in an object so that a default of `null` differs from none. */
export const defaultIn = (field: Field): { readonly value: unknown } | undefined =>
  "default" in field ? { value: field.default } : undefined

/** The list that a shape is, or that is one of its alternatives. */
export const listIn = (shape: Shape): Shape | undefined =>
  shape.item === undefined ? shape.either?.find(({ item }) => item !== undefined) : shape

/** Whether a value has parts: a list, a record or an object. */
export const isNested = ({ inner, item, member }: Shape): boolean => (inner ?? item ?? member) !== undefined

/** The shapes directly within a shape. */
export const partsIn = ({ either = [], inner = [], item, member }: Shape): ReadonlyArray<Shape> => [
  ...inner,
  ...(item === undefined ? [] : [item]),
  ...(member === undefined ? [] : [member]),
  ...either
]

/** The shape at a path within a shape; `undefined` if there is none. Members of a list have an index or an empty name. */
export const shapeAt = (shape: Shape, [head, ...rest]: ReadonlyArray<string>): Shape | undefined => {
  if (head === undefined) return shape
  const list = listIn(shape)
  const part =
    list === undefined
      ? (shape.inner?.find(({ name }) => name === head) ?? shape.member)
      : /^\d*$/.test(head)
        ? list.item
        : undefined
  return part && shapeAt(part, rest)
}
