/**
 * Admits calls of the control surface: by the operator with the token, and by people with their session, as each operation
 * declares. An operation of shops that is called with a session acts on that session's shop, and counts against no limit.
 */
import { collections } from "@bottega/domain/areas"
import type { KeySet } from "@bottega/domain/areas/keys"
import { nameOfPerson, type Person } from "@bottega/domain/areas/people"
import { absence, type Entry, isPermitted, NotPermitted, type Refusal } from "@bottega/domain/contract"
import { type Adapter, docOf, installation, type Unavailable } from "@bottega/storage"
import { Effect } from "effect"
import { matchesDigest } from "../ids.ts"
import type { AdmittedCall } from "./admitted.ts"
import { type Credentials, type Identity, stranger } from "./identity.ts"
import { type OpenSession, openSessions, roleOf } from "./signed-in.ts"
import { unmet } from "./unmet.ts"

type Admitted = Effect.Effect<AdmittedCall, Refusal | Unavailable>

/** Makes the admission of the control surface. */
export const controlAdmission = (storage: Adapter, tokenDigest: string | undefined) => {
  const sessionOf = openSessions(storage)

  /** A call of the shop in its path; another shop's is answered for as one that does not exist. */
  const asOfShop = (admitted: AdmittedCall, { endpoint }: Entry, id: string): Admitted => {
    const person = admitted.session?.person
    if (person !== undefined && admitted.session?.shop !== id) return Effect.fail(absence(shops))
    const found = storage.find(installation, shops, { where: [{ on: "key", eq: id }], limit: 1 })
    return Effect.flatMap(found, ([row]) => {
      const shop = row && docOf(shops, row)
      const refusal = shop === undefined ? absence(shops) : unmet(shop, endpoint.requires)
      return refusal === undefined
        ? Effect.succeed({ ...admitted, caller: { shop: shop!, keySet: keySetOf(id, person) } })
        : Effect.fail(refusal)
    })
  }

  const admitSession = (operation: Entry, cookie: string, now: number): Admitted =>
    Effect.flatMap(sessionOf(cookie, now), (session) => {
      const { person, shop } = session
      const caller: Identity = person === undefined ? "operator" : { person, shop }
      return isPermitted(operation.endpoint, roleOf(session))
        ? Effect.succeed({ now, caller, standings: [], session })
        : Effect.fail(new NotPermitted({ message: whyNot(session) }))
    })

  const admit = (operation: Entry, { session, token }: Credentials, now: number): Admitted => {
    const isOperator = token !== undefined && tokenDigest !== undefined && matchesDigest(token, tokenDigest)
    if (operation.endpoint.audience === "anyone" && (isOperator || token === undefined))
      return Effect.succeed({ now, caller: "anyone", standings: [] })
    if (isOperator) return Effect.succeed({ now, caller: "operator", standings: [] })
    if (token === undefined && session !== undefined) return admitSession(operation, session, now)
    return Effect.fail(
      stranger(
        "This operation needs a session or the operator's token: sign in, or send Authorization: Bearer <token>."
      )
    )
  }

  return (operation: Entry & { readonly inShop?: true }, credentials: Credentials, now: number): Admitted => {
    const admitted = admit(operation, credentials, now)
    if (operation.inShop !== true) return admitted
    return Effect.flatMap(admitted, (one) => asOfShop(one, operation, credentials.shop ?? ""))
  }
}

const { shops } = collections

/** Replaces the key set of a call without one; who made it is known by its name, which is that of the person. */
const keySetOf = (shop: string, person: Person | undefined): KeySet => {
  const name = person && nameOfPerson(person.id)
  const ends = { until: null, revoked: null, used: null }
  return {
    ...{ id: name ?? `operator:${shop}`, shop, instance: "0".repeat(24), permission: "read-write" },
    ...{ label: person?.name ?? "operator", expires: null, revoked: null },
    pairs: name === undefined ? [] : [{ key: name, digest: "", created: 0, ...ends }]
  }
}

const whyNot = ({ person }: OpenSession): string =>
  person?.role === "reads" ? "A person who only reads may not do this." : "Only the operator may do this."
