/** Signs in and out, and makes the codes for it. */
import { type areas, collections } from "@bottega/domain/areas"
import {
  askedAgain,
  heldOf,
  heldText,
  isCodeValid,
  mayAsk,
  newSession,
  type Person,
  usedCode
} from "@bottega/domain/areas/people"
import { done, type Output, utcStyle } from "@bottega/domain/contract"
import { docOf, installation, stored } from "@bottega/storage"
import { Effect } from "effect"
import { stranger } from "../engine/admit/identity.ts"
import { roleOf } from "../engine/admit/signed-in.ts"
import { guard, insert, remove, replace } from "../engine/decide/change.ts"
import { linkOf, newCode } from "../engine/decide/codes.ts"
import { existingIn } from "../engine/decide/existing.ts"
import type { Handlers } from "../engine/decide/handler.ts"
import { Operator, refuseIf, Visitor } from "../engine/decide/session.ts"
import { digest, secret } from "../engine/ids.ts"
import { linkMessage } from "./mail/written.ts"
import { shopOf } from "./shops.ts"

const { people, shops, signedIn, signInCodes } = collections

export const handlers: Handlers<typeof areas.session> = {
  create: Effect.fnUntraced(function* ({ code: sent }) {
    const { now, setCookie, within } = yield* Visitor
    const known = yield* codeOf(sent)
    if (known === undefined || !isCodeValid(known.code.doc, now)) return yield* unknown()
    const { code, held } = known
    const { shop } = held
    const { person: id } = code.doc
    // A person who was removed has no codes; those that are still stored are not valid.
    const person =
      id === null ? undefined : yield* Effect.catchTag(existingIn(within(shop), people, id), "NotFound", unknown)
    const used = usedCode(code.doc, now)
    const half = yield* secret
    const session = newSession({ digest: digest(half), person: id }, Math.floor(now / 1000))
    setCookie?.(heldText({ shop, secret: half }))
    return {
      answer: yield* shown(within, shop, person?.doc),
      writes: [
        used === undefined ? remove(signInCodes, code, shop) : replace(signInCodes, code, used, shop),
        insert(signedIn, session, shop)
      ],
      guards: person === undefined ? [] : [guard(people, person, shop)]
    }
  }),

  link: Effect.fnUntraced(function* ({ code: sent }) {
    const { now, sendsMail, within } = yield* Visitor
    const known = sendsMail ? yield* codeOf(sent) : undefined
    const id = known === undefined || !mayAsk(known.code.doc, now) ? null : known.code.doc.person
    // Everyone gets the same answer, so that nobody learns who has been invited or removed.
    if (known === undefined || id === null) return { answer: done, writes: [] }
    const { shop } = known.held
    const [row] = yield* within(shop)(people, { where: [{ on: "key", eq: id }], limit: 1 })
    const person = row && stored(people, row)
    const asked = person && askedAgain(person.doc, now)
    if (asked === undefined) return { answer: done, writes: [] }
    const writes = [replace(people, person!, asked, shop), ...(yield* linkMessage(shop, now, asked))]
    return { answer: done, eventShop: shop, writes }
  }),

  read: Effect.fnUntraced(function* () {
    const { session, within } = yield* Operator
    return yield* shown(within, session?.shop ?? installation, session?.person)
  }),

  remove: Effect.fnUntraced(function* () {
    const { session, setCookie, within } = yield* Operator
    setCookie?.(null)
    if (session === undefined) return { answer: done, writes: [] }
    const where = [{ on: "key", eq: session.stored.digest }] as const
    const rows = yield* within(session.shop)(signedIn, { where, limit: 1 })
    return { answer: done, writes: rows.map((row) => remove(signedIn, stored(signedIn, row), session.shop)) }
  }),

  code: Effect.fnUntraced(function* ({ person, shop }) {
    const { base, now, session, within, ...request } = yield* Operator
    if (shop !== undefined) yield* shopOf(shop)
    const own = session?.person?.id ?? null
    const id = person ?? own
    const isMissing = shop !== undefined && id === null
    yield* refuseIf(request, isMissing ? [{ at: ["person"], message: "is required with shop" }] : [])
    const place = shop ?? installation
    const found = id === null ? undefined : yield* existingIn(within(place), people, id)
    const { code, doc, write } = yield* newCode({ shop: place, person: id }, now, "printed")
    return {
      answer: { code, url: linkOf(base, code), expires_at: utcStyle(doc.expires) },
      writes: [write],
      guards: found === undefined ? [] : [guard(people, found, place)]
    }
  })
}

/** A code that is stored, valid or not. */
const codeOf = Effect.fnUntraced(function* (sent: string) {
  const { within } = yield* Visitor
  const held = heldOf(sent)
  if (held === undefined) return undefined
  const where = [{ on: "key", eq: digest(held.secret) }] as const
  const [row] = yield* within(held.shop)(signInCodes, { where, limit: 1 })
  return row && { held, code: stored(signInCodes, row) }
})

const unknown = () =>
  Effect.fail(stranger("The code is unknown, was used, or has expired. bottega console prints another."))

/** The most shops that a session of the operator names; `shops/list.json` lists all. */
const maxShown = 1000

const shown = Effect.fnUntraced(function* (
  within: Operator["Service"]["within"],
  shop: string,
  person: Person | undefined
) {
  const role = roleOf({ person })
  if (person !== undefined) return { person: person.id, role, shops: [shop] } satisfies Shown
  const rows = yield* within(installation)(shops, { sort: { by: "group_number" }, limit: maxShown })
  return { person: null, role, shops: rows.map((row) => docOf(shops, row).id) } satisfies Shown
})
type Shown = Output<(typeof areas.session)["endpoints"]["read"]>
