/**
 * Declares what a collection holds of a person who buys from a shop: how to find it, and what is left of a document
 * without the person. The export and the erasure of a person's data are derived from these declarations.
 */
import type { Value } from "./lookup.ts"

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

/** What a collection holds of a person. */
export interface Personal<Doc, Name extends string> {
  /** The name of the list that shows these documents in the export. */
  readonly as: string
  /**
   * The walks that find the person's documents. `everywhere` reads all documents of the shop; the person's are those that
   * `erased` changes.
   */
  readonly where: "everywhere" | ((person: Person) => ReadonlyArray<PersonalWalk<Name>>)
  /** What the export shows of a document; by default all of it. */
  readonly shown?: (doc: Doc) => unknown
  /** The document without the person: the same object if it holds nothing of the person, `undefined` if it is removed. */
  readonly erased: (doc: Doc, person: Person) => Doc | undefined
}

/** The walks by one lookup for several values, in the order of another one. */
export const walksBy = <const On extends string, const By extends string = never>(
  on: On,
  values: ReadonlyArray<Value>,
  by?: By
): ReadonlyArray<{ readonly on: On; readonly eq: Value; readonly by?: By }> =>
  values.map((eq) => ({ on, eq, ...(by === undefined ? {} : { by }) }))

/** Whether a text contains the person's whole email address, in upper or lower case, or one of the customer ids. */
export const mentions = (text: string, { customers, email }: Person): boolean =>
  customers.some((id) => text.includes(id)) || containsAddress(text.toLowerCase(), email)

/** Whether a JSON value mentions the person in any text or name within it. */
export const mentionsWithin = (value: unknown, person: Person): boolean => {
  const left: Array<unknown> = [value]
  while (left.length > 0) {
    const one = left.pop()
    if (typeof one === "string" && mentions(one, person)) return true
    if (typeof one !== "object" || one === null) continue
    for (const [name, inner] of Object.entries(one)) left.push(name, inner)
  }
  return false
}

/** Whether a text contains an address that is not a part of a longer one, such as `anna@example.com` of `joanna@…`. */
const containsAddress = (text: string, address: string): boolean => {
  for (let at = text.indexOf(address); at >= 0; at = text.indexOf(address, at + 1)) {
    const after = text.slice(at + address.length, at + address.length + 2)
    if (!endsInLocalPart.test(text.slice(Math.max(0, at - 2), at)) && !beginsInDomain.test(after)) return true
  }
  return false
}
const endsInLocalPart = /[\p{L}\p{N}._%+-]$/u
const beginsInDomain = /^(?:[\p{L}\p{N}-]|\.[\p{L}\p{N}])/u
