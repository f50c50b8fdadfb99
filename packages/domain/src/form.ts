/**
 * The wire form of parameters: `a=1&b[c]=2&d[]=3&e[0][f]=4`, read in one pass into a tree of texts.
 *
 * Brackets nest; a dot is an ordinary character (`billing.email`, a SKU `A.1`). Whether a name holds one value or a
 * list is not decided here but by the schema that reads the tree, in `reader.ts`.
 */

/** What is wrong with one parameter, by the name that its sender used. */
export interface Problem {
  readonly path: string
  readonly message: string
}

/** The most name and value pairs of one request. */
export const maxPairs = 10_000
/** The most levels of brackets in a name, or of objects and arrays within a JSON value. */
export const maxNesting = 6

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
  readonly problems: ReadonlyArray<Problem>
}

/** Reads a form body or a query string. */
export const parse = (form: string): Parsed => {
  const root = new Node()
  const problems: Array<Problem> = []
  let pairs = 0
  let start = 0
  while (start < form.length) {
    let end = form.indexOf("&", start)
    if (end < 0) end = form.length
    if (end > start) {
      if (++pairs > maxPairs) return { root, problems: [{ path: "", message: `more than ${maxPairs} parameters` }] }
      pair(root, problems, form, start, end)
    }
    start = end + 1
  }
  return { root, problems }
}

const pair = (root: Node, problems: Array<Problem>, form: string, start: number, end: number): void => {
  let equals = form.indexOf("=", start)
  if (equals < 0 || equals > end) equals = end
  const name = form.slice(start, equals)
  const steps = known.get(name) ?? learn(name)
  if ("message" in steps) return void problems.push(steps)
  const value = decoded(form.slice(equals + 1, end))
  if (value === undefined)
    return void problems.push({ path: decoded(name) ?? name, message: "is not well-formed percent-encoding" })
  let node = root
  for (const step of steps) node = node.child(step)
  node.add(value)
}

type Steps = ReadonlyArray<string> | Problem

/** Names repeat from request to request; their steps are remembered, up to a bound that a sender cannot exceed. */
const known = new Map<string, Steps>()
const learn = (sent: string): Steps => {
  // Written out anew: a part of a text keeps the whole of it in memory, which here is somebody's body.
  const name = sent.length < 64 ? sent.split("").join("") : sent
  const plain = decoded(name)
  const steps = plain === undefined ? { path: name, message: "is not well-formed percent-encoding" } : stepsOf(plain)
  if (known.size < 4096 && name.length < 64) known.set(name, steps)
  return steps
}

const stepsOf = (name: string): Steps => {
  const open = name.indexOf("[")
  // Brackets that do not pair up, and whatever follows them, are ordinary characters of an unknown name.
  const steps = open > 0 && name.endsWith("]") ? [name.slice(0, open), ...name.slice(open + 1, -1).split("][")] : [name]
  return refused(steps, name) ?? steps
}

/** Keys that reach an object's prototype where code is careless; refused at the door, though no tree here has one. */
const forbidden = new Set(["__proto__", "constructor", "prototype"])

const refused = (steps: ReadonlyArray<string>, path: string): Problem | undefined => {
  if (steps.some((step) => forbidden.has(step))) return { path, message: "is a name that is refused" }
  if (steps.length > maxNesting + 1) return { path, message: `nests deeper than ${maxNesting} levels` }
  return undefined
}

const decoded = (text: string): string | undefined => {
  if (!/[%+]/.test(text)) return text
  try {
    return decodeURIComponent(text.replaceAll("+", " "))
  } catch {
    return undefined
  }
}

/** Adds one pair whose name and value are not encoded, as a multipart body has them. */
export const put = (
  { problems, root }: { readonly root: Node; readonly problems: Array<Problem> },
  name: string,
  value: string
): void => {
  const steps = stepsOf(name)
  if ("message" in steps) return void problems.push(steps)
  let node = root
  for (const step of steps) node = node.child(step)
  node.add(value)
}

/** Reads a parsed JSON body the same way: objects and arrays nest, leaves become texts, `null` is an empty one. */
export const fromJson = (json: unknown): Parsed => {
  const root = new Node()
  const problems: Array<Problem> = []
  if (json === null || typeof json !== "object" || Array.isArray(json))
    return { root, problems: [{ path: "", message: "the body must be a JSON object" }] }
  const count = { pairs: 0 }
  graft(root, json, [], problems, count)
  if (count.pairs > maxPairs) problems.push({ path: "", message: `more than ${maxPairs} parameters` })
  return { root, problems }
}

const graft = (
  node: Node,
  json: object,
  above: ReadonlyArray<string>,
  problems: Array<Problem>,
  count: { pairs: number }
): void => {
  for (const [key, value] of Object.entries(json)) {
    if (++count.pairs > maxPairs) return
    const steps = [...above, key]
    const problem = refused(steps, steps.length === 1 ? key : `${steps[0]}[${steps.slice(1).join("][")}]`)
    if (problem !== undefined) problems.push(problem)
    else if (value !== null && typeof value === "object" && !isEmpty(value))
      graft(node.child(key), value, steps, problems, count)
    else node.child(key).add(value === null || typeof value === "object" ? "" : String(value))
  }
}

const isEmpty = (value: object): boolean => Object.keys(value).length === 0

/** Writes parameters as wire pairs: `key[]` for lists of leaves, `key[0]` for lists of more; what is undefined is left out. */
export const format = (value: unknown, name = ""): Array<[string, string]> => {
  if (value === undefined) return []
  if (value === null) return [[name, ""]]
  if (typeof value === "boolean") return [[name, value ? "1" : "0"]]
  if (typeof value === "number") return [[name, plain(value)]]
  if (typeof value !== "object") return [[name, String(value)]]
  if (isEmpty(value)) return name === "" ? [] : [[name, ""]]
  const flat = Array.isArray(value) && value.every((item) => typeof item !== "object")
  return Object.entries(value).flatMap(([key, inner]) =>
    format(inner, name === "" ? key : `${name}[${flat ? "" : key}]`)
  )
}

/** A number without an exponent, as the grammar of decimals wants it. */
const plain = (value: number): string => {
  const text = String(value)
  return text.includes("e") ? value.toFixed(15).replace(/\.?0+$/, "") : text
}
