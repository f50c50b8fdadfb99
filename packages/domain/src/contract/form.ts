/**
 * The wire form of parameters: `a=1&b[c]=2&d[]=3&e[0][f]=4`, read in one pass into a tree of texts.
 *
 * Brackets nest; a dot is an ordinary character (`billing.email`, a SKU `A.1`). The schema decides in `reader.ts`
 * whether a name holds one value or a list.
 */
import { decoded } from "./percent.ts"
import { Problems } from "./problems.ts"

/** The maximum depth of brackets in a name, or of objects and arrays within a JSON value. */
export const maxNesting = 6
/** The maximum size of a name, including its brackets. */
const maxNameBytes = 1024
/** The maximum length of an encoded name, in which a byte takes up to three characters. */
const maxEncodedChars = 3 * maxNameBytes

/** A name in a form with everything that was sent under it: its own values in order, and the names nested in it. */
export class Node {
  readonly parent: Node | undefined
  readonly key: string
  values: Array<string> | undefined
  children: Map<string, Node> | undefined
  /** True for a JSON null, whose value is also an empty text. */
  isNull = false

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

  /** The name as the sender spelt it: `item_id[7][price]`. */
  get name(): string {
    if (this.parent === undefined) return ""
    return this.parent.parent === undefined ? this.key : `${this.parent.name}[${this.key}]`
  }
}

/** A tree, and the problems with whatever could not be added to it. */
export interface ParsedForm {
  readonly root: Node
  readonly problems: Problems
}

/** The tree of a request without parameters. */
export const emptyTree = (): ParsedForm => ({ root: new Node(), problems: new Problems() })

/** Reads a form body or a query string. */
export const parse = (form: string): ParsedForm => {
  const parsed = emptyTree()
  let start = 0
  // The next one from `start` may be far behind many names without a value, which must not each look for it.
  let equals = -1
  while (start < form.length) {
    const end = placeOf("&", form, start)
    if (end > start) {
      if (!parsed.problems.pair()) break
      if (equals < start) equals = placeOf("=", form, start)
      addPair(parsed, form, start, Math.min(equals, end), end)
    }
    start = end + 1
  }
  return parsed
}

const placeOf = (character: string, form: string, from: number): number => {
  const at = form.indexOf(character, from)
  return at < 0 ? form.length : at
}

const addPair = (parsed: ParsedForm, form: string, start: number, equals: number, end: number): void => {
  const name = form.slice(start, Math.min(equals, start + maxEncodedChars + 1))
  const steps = stepsByName.get(name) ?? cacheSteps(name)
  const value = typeof steps === "string" ? undefined : decoded(form.slice(equals + 1, end))
  if (typeof steps === "string" || value === undefined)
    parsed.problems.add(nameForRefusal(name), typeof steps === "string" ? steps : malformed)
  else place(parsed.root, steps, value)
}

/** Decodes a name for a refusal. A name that was cut off may end in half an escape, which is removed. */
const nameForRefusal = (sent: string): string => {
  if (sent.length <= maxEncodedChars) return decoded(sent) ?? sent
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

/** The keys that lead to a value, or a sentence on what is wrong with the name. */
type Steps = ReadonlyArray<string> | string

/**
 * Names repeat from request to request, so their steps are cached. A full cache is cleared, so that made-up names
 * cannot keep ordinary ones out of it.
 */
const stepsByName = new Map<string, Steps>()
const maxCached = { names: 4096, chars: 64 }

const cacheSteps = (sent: string): Steps => {
  if (sent.length > maxEncodedChars) return tooLong
  if (sent.length >= maxCached.chars) return stepsOfSent(sent)
  // Copies the name: a slice would keep the whole text, here a request's body, in memory.
  const name = sent.split("").join("")
  const steps = stepsOfSent(name)
  if (stepsByName.size >= maxCached.names) stepsByName.clear()
  stepsByName.set(name, steps)
  return steps
}

const stepsOfSent = (sent: string): Steps => {
  const name = decoded(sent)
  return name === undefined ? malformed : stepsOf(name)
}

const stepsOf = (name: string): Steps => {
  if (isNameTooLong(name)) return tooLong
  const open = name.indexOf("[")
  // If its brackets do not match, the whole text is an unknown name.
  const steps = open > 0 && name.endsWith("]") ? [name.slice(0, open), ...name.slice(open + 1, -1).split("][")] : [name]
  if (steps.length > maxNesting + 1) return tooDeep
  for (const step of steps) {
    const wrong = wrongKey(step)
    if (wrong !== undefined) return wrong
  }
  return steps
}

/** Whether a name exceeds its maximum size in UTF-8. */
export const isNameTooLong = (name: string): boolean => isLongerThan(name, maxNameBytes)
/** The problem with a name that is too long. */
export const tooLong = `is a name of more than ${maxNameBytes} bytes`
/** The problem with a name or a JSON value that nests too deeply. */
export const tooDeep = `nests deeper than ${maxNesting} levels`

/** Whether a text exceeds this many bytes of UTF-8. */
export const isLongerThan = (text: string, bytes: number): boolean => {
  // A UTF-16 code unit takes one to three bytes, so most texts need not be encoded to be measured.
  if (text.length > bytes) return true
  return text.length * 3 > bytes && new TextEncoder().encode(text).length > bytes
}

/** Keys that reach an object's prototype in careless code. They are refused even though the trees here are safe. */
const forbidden = new Set(["__proto__", "constructor", "prototype"])

/** What is wrong with one key of a name; `undefined` if nothing is. */
export const wrongKey = (key: string): string | undefined => {
  if (forbidden.has(key)) return "is a name that is not allowed"
  return key.isWellFormed() ? undefined : "is not well-formed text"
}

/** Adds a pair with an unencoded name and value, as in a multipart body; false once there are too many pairs. */
export const put = ({ problems, root }: ParsedForm, name: string, value: string): boolean => {
  if (!problems.pair()) return false
  const steps = stepsOf(name)
  if (typeof steps === "string") problems.add(name, steps)
  else place(root, steps, value)
  return true
}

/** Converts parameters to wire pairs: `key[]` for lists of leaves, `key[0]` for nested lists; omits undefined values. */
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
