/** Makes codes that sign in once. */
import { collections } from "@bottega/domain/areas"
import { type codeSeconds, heldText, newSignInCode, personBounds, signInBounds } from "@bottega/domain/areas/people"
import { type Find, stored, type Unavailable } from "@bottega/storage"
import { Effect } from "effect"
import { digest, secret } from "../ids.ts"
import { insert, remove } from "./change.ts"

const { signInCodes } = collections

/** The owner of a code; without a person, the operator, whose codes are the installation's. */
interface For {
  readonly shop: string
  readonly person: string | null
}

/** A code that is valid from an instant on, with the write that stores its digest. */
export const newCode = Effect.fnUntraced(function* (
  { person, shop }: For,
  now: number,
  sort: keyof typeof codeSeconds
) {
  const half = yield* secret
  const code = newSignInCode({ digest: digest(half), person }, now, sort)
  return { code: heldText({ shop, secret: half }), doc: code, write: insert(signInCodes, code, shop) }
})

/** The address that signs in with a code. It is after the #, because no browser sends that part to a server or to another site. */
export const linkOf = (base: string, code: string): string => `${base}/console#${code}`

/** The writes that make room for one more sent code of a person: the oldest go. */
export const roomForCode = Effect.fnUntraced(function* (find: Find<Unavailable>, shop: string, person: string) {
  const where = [{ on: "person", eq: person }] as const
  const rows = yield* find(signInCodes, { where, limit: signInBounds.codes })
  const sent = rows.map((row) => stored(signInCodes, row)).filter(({ doc }) => doc.kept !== doc.expires)
  const oldest = sent.sort((one, other) => other.doc.kept - one.doc.kept).slice(personBounds.sentCodes - 1)
  return oldest.map((code) => remove(signInCodes, code, shop))
})
