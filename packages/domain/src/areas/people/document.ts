/** The people who work on a shop, the codes with which they sign in, and their sessions. Of a secret only the digest is stored. */
import { Schema } from "effect"
import { bounded } from "../../contract/bounded.ts"
import { collection } from "../../contract/collection.ts"
import { withDefault } from "../../contract/defaults.ts"
import { number, text } from "../../contract/lookup.ts"
import { internal } from "../../contract/unique.ts"
import { Email, ServiceID, Text, Title, Unix } from "../../contract/values.ts"

/** What a person may do: everything in the shop, or only read what shows no secret. */
export const PersonRole = Schema.Literals(["owner", "reads"]).annotate({
  description: "owner may do everything in the shop; reads may only read, and sees no secrets."
})

/** The most links that a person gets by mail in an hour, besides that of the invitation. */
const askedBound = { max: 3, noun: "links" }

/** A person as stored; `seen` is the last use of a session, to the hour, and `asked` when links were last asked for. */
export const Person = Schema.Struct({
  id: ServiceID,
  email: Email,
  name: Title(255),
  role: PersonRole,
  created: Unix,
  seen: Schema.NullOr(Unix),
  asked: withDefault(bounded(Schema.Array(Unix), askedBound), [])
})
export type Person = typeof Person.Type

/**
 * A code that signs in once, until `expires`, which is 0 once it was used; without a person, as the operator. It is kept until
 * `kept`: one that was sent outlives its end, so that its person can ask for another link with it.
 */
export const SignInCode = Schema.Struct({ digest: Text, person: Schema.NullOr(ServiceID), expires: Unix, kept: Unix })
export type SignInCode = typeof SignInCode.Type

/** A session, valid until `until`, which moves on while it is used; without a person, the operator's. */
export const SignedIn = Schema.Struct({ digest: Text, person: Schema.NullOr(ServiceID), since: Unix, until: Unix })
export type SignedIn = typeof SignedIn.Type

/** The most documents of each kind that a shop, or the installation, has at once. */
export const signInBounds = { people: 100, codes: 1000, sessions: 1000 }
/** The most codes of one person that are kept after their end; `asked` is how many links they get in an hour. */
export const personBounds = { sentCodes: 5, asked: askedBound.max }

const people = collection("people", Person, {
  noun: "person",
  // These people do not buy from the shop; its owner removes them.
  personal: "none",
  key: ({ id }) => id,
  lookups: { email: text(({ email }) => email.toLowerCase()) },
  // Those who name an address act on a shop from outside it, so their handler looks for it.
  unique: { email: internal },
  orders: [["email"]],
  maxDocuments: signInBounds.people
})

const ofPerson = { to: () => people, on: "person", whenRemoved: "removed" } as const

export const collections = {
  people,
  // Those of the operator belong to no shop, and are stored as the installation's.
  signInCodes: collection("signincodes", SignInCode, {
    noun: "code",
    personal: "none",
    local: true,
    key: ({ digest }) => digest,
    lookups: { person: text(({ person }) => person ?? undefined), kept: number(({ kept }) => kept) },
    orders: [["kept"], ["person"]],
    references: [ofPerson],
    maxDocuments: signInBounds.codes,
    // Before codes outlived their end.
    older: (stored) => ({ ...stored, kept: stored["kept"] ?? stored["expires"] }),
    retention: { kind: "removed", by: "kept", at: (instant) => instant / 1000, keep: () => 0 }
  }),
  signedIn: collection("signedin", SignedIn, {
    noun: "session",
    personal: "none",
    local: true,
    key: ({ digest }) => digest,
    lookups: { person: text(({ person }) => person ?? undefined), until: number(({ until }) => until) },
    orders: [["until"], ["person"]],
    references: [ofPerson],
    maxDocuments: signInBounds.sessions,
    retention: { kind: "removed", by: "until", at: (instant) => instant / 1000, keep: () => 0 }
  })
}
