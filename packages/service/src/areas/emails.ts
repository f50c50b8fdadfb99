/** Handles calls on email templates. A text is tried on a sample before it is kept. */
import { type areas, collections } from "@bottega/domain/areas"
import { mailNames, mailOfId, mailTypes, sampleAbout, templateKey, variableNames } from "@bottega/domain/areas/emails"
import { absence, done } from "@bottega/domain/contract"
import { Effect } from "effect"
import { remove, upsert } from "../engine/decide/change.ts"
import { type Handlers, staged } from "../engine/decide/handler.ts"
import { get, refuseIf, Session } from "../engine/decide/session.ts"
import { overloaded, slowDeadlineMs } from "../engine/decide/slow.ts"
import type { Wrong } from "../templates/limits.ts"
import { preview } from "./emails/preview.ts"
import { templateOf } from "./emails/template.ts"
import { filledWith, reasonOf } from "./emails/text.ts"

const { emailTemplates } = collections

/** The name of the mail with a number. */
const typeOf = (id: number) => {
  const type = mailOfId(id)
  return type === undefined ? Effect.fail(absence(emailTemplates)) : Effect.succeed(type)
}

export const handlers: Handlers<typeof areas.emails> = {
  list: () => Effect.succeed({ templates: mailNames.map((type) => ({ id: mailTypes[type].id, type })) }),

  recipients: Effect.fnUntraced(function* ({ id }) {
    yield* typeOf(id)
    const { emails } = (yield* Session).shop
    return { recipients: { count: emails.length, emails } }
  }),

  read: Effect.fnUntraced(function* ({ id, locale }) {
    const type = yield* typeOf(id)
    const { find, shop } = yield* Session
    const { isBuiltIn, message, subject } = yield* templateOf(find, type, locale, shop)
    return { id, type, locale, subject, message, built_in: isBuiltIn, variables: variableNames(type) }
  }),

  update: staged({
    deadlineMs: slowDeadlineMs,
    prepare: Effect.fnUntraced(function* ({ id, locale, message, subject }) {
      const type = mailOfId(id)
      if (type === undefined) return undefined
      const { shop } = yield* Session
      const about = sampleAbout(shop.currency)
      const outcome = filledWith({ subject, message }, shop, { type, locale, about }, true)
      return yield* outcome.pipe(Effect.catchTag("Unfillable", Effect.die), Effect.mapError(overloaded))
    }),
    decide: Effect.fnUntraced(function* (given, outcome) {
      const type = yield* typeOf(given.id)
      const session = yield* Session
      const wrong: ReadonlyArray<Wrong> = outcome !== undefined && "wrong" in outcome ? outcome.wrong : []
      yield* refuseIf(
        session,
        wrong.map((one) => ({ at: [one.in], message: reasonOf(one) }))
      )
      const { id, locale, message, subject } = given
      const before = yield* get(emailTemplates, templateKey(given))
      // A built-in text that is sent back stays the built-in one.
      const shown = yield* templateOf(session.find, type, locale, session.shop)
      const isSame = shown.locale === locale && shown.subject === subject && shown.message === message
      const writes = isSame ? [] : [upsert(emailTemplates, before, { id, locale, subject, message })]
      return { answer: { ...done, nModified: writes.length }, writes }
    })
  }),

  restore: Effect.fnUntraced(function* (given) {
    yield* typeOf(given.id)
    const before = yield* get(emailTemplates, templateKey(given))
    return { answer: done, writes: before === undefined ? [] : [remove(emailTemplates, before)] }
  }),

  preview
}
