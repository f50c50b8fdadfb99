/**
 * The wire form of parameters: `a=1&b[c]=2&d[]=3&e[0][f]=4`, read in one pass into a tree of texts.
 *
 * Brackets nest; a dot is an ordinary character (`billing.email`, a SKU `A.1`). Whether a name holds one value or a
 * list is not decided here but by the schema that reads the tree, in `reader.ts`.
 */
import { decoded } from "./percent.ts"
import { Problems } from "./problems.ts"

/** The most levels of brackets in a name, or of objects and arrays within a JSON value. */
export const maxNesting = 6
/** The most bytes of a name, all its brackets included. */
const maxNameBytes = 1024
/** The most characters of an encoded name, where a byte takes three at the most. */
const mostSent = 3 * maxNameBytes

/** A name of a form with what was sent under it: its own values in order, and the names nested in it. */
export class Node {
  readonly parent: Node | undefined
  readonly key: string
  values: Array<string> | undefined
  children: Map<string, Node> | undefined

  constructor(parent?: Node, key = "") {
    this.parent = parent
    this.key = key
  }

  child(key: string): Node {
    this.children ??= new Map()
    let found = this.children.get(key)
    if (found === undefined) this.children.set(key, (found = new Node(this, key)))
    return found
  }

  add(value: string): void {
    if (this.values === undefined) this.values = [value]
    else this.values.push(value)
  }

  /** The name as its sender spelt it: `item_id[7][price]`. */
  get name(): string {
    if (this.parent === undefined) return ""
    return this.parent.parent === undefined ? this.key : `${this.parent.name}[${this.key}]`
  }
}

/** A tree and what could not be put into it. */
export interface Parsed {
  readonly root: Node
  readonly problems: Problems
}

/** The tree of a request without parameters. */
export const nothing = (): Parsed => ({ root: new Node(), problems: new Problems() })

/** Reads a form body or a query string. */
export const parse = (form: string): Parsed => {
  const parsed = nothing()
  let start = 0
  while (start < form.length) {
    let end = form.indexOf("&", start)
    if (end < 0) end = form.length
    if (end > start) {
      if (!parsed.problems.pair()) break
      pair(parsed, form, start, end)
    }
    start = end + 1
  }
  return parsed
}

const pair = (parsed: Parsed, form: string, start: number, end: number): void => {
  let equals = form.indexOf("=", start)
  if (equals < 0 || equals > end) equals = end
  const name = form.slice(start, Math.min(equals, start + mostSent + 1))
  const steps = known.get(name) ?? learn(name)
  const value = typeof steps === "string" ? undefined : decoded(form.slice(equals + 1, end))
  if (typeof steps === "string" || value === undefined)
    parsed.problems.add(spelt(name), typeof steps === "string" ? steps : malformed)
  else place(parsed.root, steps, value)
}

/** A name for a refusal; of one that is read no further, the last character may be broken off. */
const spelt = (sent: string): string => {
  if (sent.length <= mostSent) return decoded(sent) ?? sent
  let start = sent
  for (let escapes = 0; escapes < 4 && decoded(start) === undefined; escapes++)
    start = start.slice(0, start.lastIndexOf("%"))
  return decoded(start) ?? sent
}

const malformed = "is not well-formed percent-encoding"

const place = (root: Node, steps: ReadonlyArray<string>, value: string): void => {
  let node = root
  for (const step of steps) node = node.child(step)
  node.add(value)
}

/** The keys on the way to a value, or what is wrong with the name. */
type Steps = ReadonlyArray<string> | string

/**
 * Names repeat from request to request, so their steps are remembered. Once the table is full it is begun anew: names
 * that somebody makes up cannot keep the ordinary ones out.
 */
const known = new Map<string, Steps>()
const mostKnown = { names: 4096, length: 64 }

const learn = (sent: string): Steps => {
  if (sent.length > mostSent) return tooLong
  if (sent.length >= mostKnown.length) return stepsOfSent(sent)
  // Written out anew: a part of a text keeps the whole of it in memory, which here is somebody's body.
  const name = sent.split("").join("")
  const steps = stepsOfSent(name)
  if (known.size >= mostKnown.names) known.clear()
  known.set(name, steps)
  return steps
}

const stepsOfSent = (sent: string): Steps => {
  const name = decoded(sent)
  return name === undefined ? malformed : stepsOf(name)
}

const stepsOf = (name: string): Steps => {
  if (isLong(name)) return tooLong
  const open = name.indexOf("[")
  // Brackets that do not pair up, and whatever follows them, are ordinary characters of an unknown name.
  const steps = open > 0 && name.endsWith("]") ? [name.slice(0, open), ...name.slice(open + 1, -1).split("][")] : [name]
  if (steps.length > maxNesting + 1) return tooDeep
  for (const step of steps) {
    const wrong = wrongKey(step)
    if (wrong !== undefined) return wrong
  }
  return steps
}

/** Whether a name is over its size in UTF-8. */
export const isLong = (name: string): boolean => isOver(name, maxNameBytes)
/** What is said of a name over its size, and of one that nests too deep. */
export const tooLong = `is a name of more than ${maxNameBytes} bytes`
export const tooDeep = `nests deeper than ${maxNesting} levels`

/** Whether a text is over so many bytes of UTF-8. */
export const isOver = (text: string, bytes: number): boolean => {
  // A character takes one byte at the least and three at the most.
  if (text.length > bytes) return true
  return text.length * 3 > bytes && new TextEncoder().encode(text).length > bytes
}

/** Keys that reach an object's prototype where code is careless: refused at once, though no tree here has one. */
const forbidden = new Set(["__proto__", "constructor", "prototype"])

/** What is wrong with one key of a name. */
export const wrongKey = (key: string): string | undefined => {
  if (forbidden.has(key)) return "is a name that is refused"
  return key.isWellFormed() ? undefined : "is not well-formed text"
}

/** Adds one pair whose name and value are not encoded, as a multipart body has them; false once there are too many. */
export const put = ({ problems, root }: Parsed, name: string, value: string): boolean => {
  if (!problems.pair()) return false
  const steps = stepsOf(name)
  if (typeof steps === "string") problems.add(name, steps)
  else place(root, steps, value)
  return true
}

/** Writes parameters as wire pairs: `key[]` for lists of leaves, `key[0]` for lists of more; what is undefined is left out. */
export const format = (value: unknown, name = ""): Array<[string, string]> => {
  if (value === undefined) return []
  if (value === null) return [[name, ""]]
  if (typeof value === "boolean") return [[name, value ? "1" : "0"]]
  if (typeof value !== "object") return [[name, String(value)]]
  const members = Object.entries(value)
  if (members.length === 0) return name === "" ? [] : [[name, ""]]
  const flat = Array.isArray(value) && value.every((item) => typeof item !== "object")
  return members.flatMap(([key, inner]) => format(inner, name === "" ? key : `${name}[${flat ? "" : key}]`))
}
