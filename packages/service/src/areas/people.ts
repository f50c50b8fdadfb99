/** Handles calls on the people of a shop. */
import { type areas, collections } from "@bottega/domain/areas"
import { type Person, signInBounds } from "@bottega/domain/areas/people"
import { Conflict, Duplicate, done, problemsOf, utcStyle } from "@bottega/domain/contract"
import { docOf, stored } from "@bottega/storage"
import { Effect } from "effect"
import { guard, insert, remove } from "../engine/decide/change.ts"
import { linkOf, newCode } from "../engine/decide/codes.ts"
import { existingIn } from "../engine/decide/existing.ts"
import type { Handlers } from "../engine/decide/handler.ts"
import { buried } from "../engine/decide/references.ts"
import { Operator } from "../engine/decide/session.ts"
import { serviceIdAt } from "../engine/ids.ts"
import { linkMessage } from "./mail/written.ts"
import { shopOf } from "./shops.ts"

const { people } = collections

export const handlers: Handlers<typeof areas.people> = {
  list: Effect.fnUntraced(function* ({ shop }) {
    const { within } = yield* Operator
    yield* shopOf(shop)
    const rows = yield* within(shop)(people, { sort: { by: "email" }, limit: signInBounds.people })
    return rows
      .map((row) => docOf(people, row))
      .map(({ email, id, name, role, seen }) => {
        return { id, email, name, role, last_seen_at: seen === null ? null : utcStyle(seen) }
      })
  }),

  create: Effect.fnUntraced(function* ({ email, name = email, role, shop }) {
    const { base, now, sendsMail, spell, within } = yield* Operator
    yield* shopOf(shop)
    const [same] = yield* within(shop)(people, { where: [{ on: "email", eq: email.toLowerCase() }], limit: 1 })
    if (same !== undefined)
      return yield* new Duplicate({
        message: `The shop has a person with the address ${email}.`,
        ...problemsOf([{ at: ["email"], message: "is the address of another person" }], spell)
      })
    const made = { id: serviceIdAt(now), email, created: Math.floor(now / 1000), seen: null, asked: [] }
    const person: Person = { ...made, name, role }
    const { code, write } = yield* newCode({ shop, person: person.id }, now, "sent")
    const mailed = sendsMail ? yield* linkMessage(shop, now, person) : []
    return {
      answer: { id: person.id, url: linkOf(base, code) },
      eventShop: shop,
      writes: [insert(people, person, shop), write, ...mailed]
    }
  }),

  remove: Effect.fnUntraced(function* ({ id, shop }) {
    const { session, within } = yield* Operator
    yield* shopOf(shop)
    const person = yield* existingIn(within(shop), people, id)
    const isOwners = session?.person !== undefined && person.doc.role === "owner"
    const left = isOwners ? [guard(people, yield* anotherOwner(shop, id), shop)] : []
    return { answer: done, writes: [remove(people, person, shop), ...buried(people, id, shop)], guards: left }
  })
}

/** An owner who stays: only the operator removes the last one, because nobody else could let another one in. */
const anotherOwner = Effect.fnUntraced(function* (shop: string, id: string) {
  const { within } = yield* Operator
  const rows = yield* within(shop)(people, { sort: { by: "email" }, limit: signInBounds.people })
  const found = rows.map((row) => stored(people, row)).find(({ doc }) => doc.role === "owner" && doc.id !== id)
  if (found !== undefined) return found
  return yield* new Conflict({ message: "This is the last owner of the shop, whom only the operator can remove." })
})
