/**
 * Declares what a collection stores about a person who buys from a shop: how to find it, and what is left of a document
 * without the person. The export and the erasure of a person's data are derived from these declarations.
 */
import type { Lookup, Value } from "./lookup.ts"

/** A person whose data are exported or erased. One email address is one person. */
export interface Person {
  /** In lower case. */
  readonly email: string
  /** The SHA-256 of the email address in hex, which is stored where equal addresses must still be recognised. */
  readonly digest: string
  /** The ids that the person has or had as a customer. */
  readonly customers: ReadonlyArray<string>
  /** The userUIDs that the person has or had as a registered customer. */
  readonly userUIDs: ReadonlyArray<number>
}

/** The documents of a collection that have a value of a lookup, or a key, in an order that the collection declares. */
export interface PersonalWalk<Name extends string = string> {
  readonly on: Name | "key"
  readonly eq: Value
  readonly by?: Name
}

/** What a collection stores about a person. */
export interface Personal<Doc, Name extends string> {
  /** The name of the list that shows these documents in the export. */
  readonly as: string
  /**
   * The walks that find the person's documents; or, for documents that name people only within their texts, those texts.
   * The collection then gets a lookup for the {@link marksOf marks} in them, and the person's documents are those of the found
   * ones that `erased` changes.
   */
  readonly where: ((person: Person) => ReadonlyArray<PersonalWalk<Name>>) | Mentions<Doc>
  /** What the export shows of a document; by default all of it. */
  readonly shown?: (doc: Doc) => unknown
  /** The document without the person: the same object if it holds nothing of the person, `undefined` if it is removed. */
  readonly erased: (doc: Doc, person: Person) => Doc | undefined
  /** Present if the texts of documents about other people may name the person; an erasure then searches all of them. */
  readonly freeTexts?: FreeTexts<Doc>
}

/** Texts in which anybody may have written somebody else's email address. */
export interface FreeTexts<Doc> {
  /** When a document was made, in unix microseconds. */
  readonly madeAt: (doc: Doc) => number
  /** The document without mentions of an address, which is in lower case: the same object if it has none. */
  readonly without: (doc: Doc, email: string) => Doc
}

/** Where documents may name people. */
export interface Mentions<Doc> {
  /** Texts, or JSON values with texts within them. */
  readonly within: (doc: Doc) => ReadonlyArray<unknown>
}

/** The name of the lookup that a collection with {@link Mentions} gets. */
export const personLookup = "person"

/** The lookup that finds documents by the people whom they mention. */
export const mentionedIn = <Doc>({ within }: Mentions<Doc>): Lookup<Doc> => ({
  type: "text",
  many: true,
  keyed: true,
  of: (doc) => marksOf(within(doc))
})

/** The values by which that lookup finds the documents that mention a person. */
export const marksOfPerson = ({ customers, email }: Person): ReadonlyArray<string> => [
  ...new Set([...marksIn(email).slice(-1), ...customers, tooMany])
]

/** The walks by one lookup for several values, in the order of another one. */
export const walksBy = <const On extends string, const By extends string = never>(
  on: On,
  values: ReadonlyArray<Value>,
  by?: By
): ReadonlyArray<{ readonly on: On; readonly eq: Value; readonly by?: By }> =>
  values.map((eq) => ({ on, eq, ...(by === undefined ? {} : { by }) }))

/** Whether a text contains the person's whole email address, in upper or lower case, or one of the customer ids. */
export const mentions = (text: string, { customers, email }: Person): boolean => {
  const lower = text.toLowerCase()
  return (customers.length > 0 && idsIn(lower).some((id) => customers.includes(id))) || containsAddress(lower, email)
}

/** Whether a JSON value mentions the person in any text or name within it. */
export const mentionsWithin = (value: unknown, person: Person): boolean =>
  someText(value, (text) => mentions(text, person))

/** A text without an email address, in upper or lower case; addresses of which it is a part stay. */
export const withoutAddress = (text: string, email: string): string => {
  const letters = email.replaceAll(/[^\p{L}\p{N}]/gu, (sign) => `\\u{${sign.codePointAt(0)!.toString(16)}}`)
  const left = text.replaceAll(new RegExp(`(?<!${localPartCharacter})${letters}(?!${domainStart})`, "giu"), "")
  // The lower case of a few letters is several characters, which the expression does not find.
  return containsAddress(left.toLowerCase(), email) ? "" : left
}

/**
 * The marks in texts: ids, and email addresses, each as far as its characters are those of most addresses. Whatever mentions
 * a person contains the person's mark; only few other texts do. A document with very many has a single mark that says so.
 */
export const marksOf = (values: ReadonlyArray<unknown>): ReadonlyArray<string> => {
  const marks = new Set<string>()
  for (const value of values) {
    for (const mark of marksWithin(value)) marks.add(mark)
    if (marks.size > maxMarks || marks.has(tooMany)) return [tooMany]
  }
  return [...marks]
}

/**
 * The marks in a value. Documents never change, so those of an object are remembered: an event is stored twice, with the same
 * payload.
 */
const marksWithin = (value: unknown): ReadonlyArray<string> => {
  if (typeof value !== "object" || value === null) return searched(value)
  const known = found.get(value)
  if (known !== undefined) return known
  const marks = searched(value)
  found.set(value, marks)
  return marks
}
const found = new WeakMap<object, ReadonlyArray<string>>()

const searched = (value: unknown): ReadonlyArray<string> => {
  const marks = new Set<string>()
  const isTooMany = (text: string): boolean => {
    // Every order is searched for marks when it is stored, and almost none of its texts can have one.
    if (text.length < idLength && !text.includes("@")) return false
    for (const mark of marksIn(text)) marks.add(mark)
    return marks.size > maxMarks
  }
  return someText(value, isTooMany) ? [tooMany] : [...marks]
}
const maxMarks = 2000
const tooMany = "*"
const idLength = 24

/** Whether a test holds for any text or name within a JSON value. */
const someText = (value: unknown, test: (text: string) => boolean): boolean => {
  const left: Array<unknown> = [value]
  while (left.length > 0) {
    const one = left.pop()
    if (typeof one === "string" && test(one)) return true
    if (typeof one !== "object" || one === null) continue
    if (Array.isArray(one)) for (const inner of one) left.push(inner)
    else
      for (const name of Object.keys(one)) {
        if (test(name)) return true
        left.push((one as Readonly<Record<string, unknown>>)[name])
      }
  }
  return false
}

const marksIn = (text: string): ReadonlyArray<string> => {
  const lower = text.toLowerCase()
  const marks = [...idsIn(lower)]
  for (let at = lower.indexOf("@"); at >= 0; at = lower.indexOf("@", at + 1))
    marks.push(`${localPartBefore(lower, at)}@${domainAfter(lower, at)}`)
  return marks
}

/** The ids in a text: 24 hex digits that are not a part of more. */
const idsIn = (text: string): ReadonlyArray<string> => text.match(/(?<![0-9a-f])[0-9a-f]{24}(?![0-9a-f])/g) ?? []

// Character by character, so that a long text without addresses is read once.
const localPartBefore = (text: string, at: number): string => {
  let from = at
  while (from > 0) {
    const isPair = from > 1 && /[\ud800-\udbff][\udc00-\udfff]/.test(text.slice(from - 2, from))
    const before = from - (isPair ? 2 : 1)
    if (!endsInLocalPart.test(text.slice(before, from))) break
    from = before
  }
  return text.slice(from, at)
}

const domainAfter = (text: string, at: number): string => {
  domain.lastIndex = at + 1
  return domain.exec(text)?.[0] ?? ""
}
const domain = /[\p{L}\p{N}-]*(?:\.[\p{L}\p{N}][\p{L}\p{N}-]*)*/uy

/** Whether a text contains an address that is not a part of a longer one, such as `anna@example.com` of `joanna@…`. */
const containsAddress = (text: string, address: string): boolean => {
  for (let at = text.indexOf(address); at >= 0; at = text.indexOf(address, at + 1)) {
    // A point and a letter outside the basic plane, which is two characters.
    const after = text.slice(at + address.length, at + address.length + 3)
    if (!endsInLocalPart.test(text.slice(Math.max(0, at - 2), at)) && !beginsInDomain.test(after)) return true
  }
  return false
}
const localPartCharacter = "[\\p{L}\\p{N}._%+\\-]"
const domainStart = "(?:[\\p{L}\\p{N}\\-]|\\.[\\p{L}\\p{N}])"
const endsInLocalPart = new RegExp(`${localPartCharacter}$`, "u")
const beginsInDomain = new RegExp(`^${domainStart}`, "u")
