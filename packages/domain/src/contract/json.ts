/**
 * Reads the text of a JSON body into the same tree as a form, in one pass and within the form's limits. Numbers stay
 * texts, so that no digit is lost before a schema decides their type.
 */
import { emptyTree, isNameTooLong, maxNesting, Node, type ParsedForm, tooDeep, tooLong, wrongKey } from "./form.ts"
import type { Problems } from "./problems.ts"

/** Reads the text of a JSON object; a blank text gives an empty tree. */
export const parseJson = (text: string): ParsedForm => {
  const parsed = emptyTree()
  const reading = new Reading(text, parsed.problems)
  if (!reading.isAtEnd()) reading.body(parsed.root)
  return parsed
}

/** A position in the text. Each method reads one thing from there, and returns false if reading has to stop. */
class Reading {
  readonly text: string
  readonly problems: Problems
  at = 0

  constructor(text: string, problems: Problems) {
    this.text = text
    this.problems = problems
  }

  body(root: Node): boolean {
    if (this.text.charCodeAt(this.at) !== openBrace) return this.stop("the body must be a JSON object")
    this.at++
    return this.members(root, 1) && (this.isAtEnd() || this.stop(malformed))
  }

  stop(message: string, { name }: { readonly name: string } = { name: "" }): false {
    this.problems.stop(name, message)
    return false
  }

  isAtEnd(): boolean {
    this.skip()
    return this.at === this.text.length
  }

  /** Skips blanks, then the character `wanted`; false if another character comes next. */
  next(wanted: number): boolean {
    this.skip()
    if (this.text.charCodeAt(this.at) !== wanted) return false
    this.at++
    return true
  }

  skip(): void {
    for (;;) {
      const char = this.text.charCodeAt(this.at)
      if (char !== 0x20 && char !== 0x0a && char !== 0x0d && char !== 0x09) return
      this.at++
    }
  }

  /** Reads the members of an object at this level, after its opening brace. */
  members(node: Node, level: number): boolean {
    if (this.next(closeBrace)) return node.parent === undefined || this.nothing(node)
    do {
      if (!this.next(quote)) return this.stop(malformed)
      const key = this.string()
      if (key === undefined || !this.next(colon)) return this.stop(malformed)
      if (!this.value(this.named(node, key), level)) return false
    } while (this.next(comma))
    return this.next(closeBrace) || this.stop(malformed)
  }

  items(node: Node, level: number): boolean {
    if (this.next(closeBracket)) return this.nothing(node)
    let index = 0
    do if (!this.value(node.child(String(index++)), level)) return false
    while (this.next(comma))
    return this.next(closeBracket) || this.stop(malformed)
  }

  /** Reads an object or array without members, which counts as empty but not as a text. */
  nothing(node: Node): boolean {
    node.children ??= new Map()
    return this.leaf(node, "")
  }

  /** The node of a member; if its name is wrong, a node outside the tree. */
  named(node: Node, key: string): Node {
    const given = node.children?.has(key) === true
    const child = given ? new Node(node, key) : node.child(key)
    const wrong = given ? "is given twice" : isTooLong(child) ? tooLong : wrongKey(key)
    if (wrong === undefined) return child
    this.problems.add(child, wrong)
    if (!given) node.children?.delete(key)
    return child
  }

  value(node: Node, level: number): boolean {
    this.skip()
    const char = this.text.charCodeAt(this.at)
    if (char === quote) {
      this.at++
      const value = this.string()
      return value === undefined ? this.stop(malformed) : this.leaf(node, value)
    }
    if (char !== openBrace && char !== openBracket) return this.word(node)
    this.at++
    if (level > maxNesting) return this.stop(tooDeep, node)
    return char === openBrace ? this.members(node, level + 1) : this.items(node, level + 1)
  }

  word(node: Node): boolean {
    words.lastIndex = this.at
    const [word] = words.exec(this.text) ?? []
    if (word === undefined) return this.stop(malformed)
    this.at += word.length
    node.isNull = word === "null"
    return this.leaf(node, node.isNull ? "" : word)
  }

  leaf(node: Node, value: string): boolean {
    if (!this.problems.pair()) return false
    node.add(value)
    return true
  }

  /** Reads a string after its opening quote; `undefined` if it has no end or is not well-formed. */
  string(): string | undefined {
    const { text } = this
    const start = this.at
    let escaped = false
    for (let at = start; at < text.length; at++) {
      const char = text.charCodeAt(at)
      if (char === quote) {
        this.at = at + 1
        return escaped ? unescaped(text.slice(start - 1, at + 1)) : text.slice(start, at)
      }
      if (char < 0x20) return undefined
      if (char === backslash) {
        escaped = true
        at++
      }
    }
    return undefined
  }
}

const malformed = "the body is not well-formed JSON"

const quote = 0x22
const comma = 0x2c
const colon = 0x3a
const openBracket = 0x5b
const backslash = 0x5c
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d

const words = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y

const unescaped = (quoted: string): string | undefined => {
  try {
    return JSON.parse(quoted)
  } catch {
    return undefined
  }
}

/** The whole name counts, as on a form. A name of up to 300 characters is short enough, so it need not be assembled. */
const isTooLong = (node: Node): boolean => {
  let length = 0
  for (let at: Node | undefined = node; at !== undefined; at = at.parent) length += at.key.length + 2
  return length > 300 && (isNameTooLong(node.key) || isNameTooLong(node.name))
}
