/** Keeps messages in the commit of the change that they tell of, and shows them to the operator. */
import { type areas, collections } from "@bottega/domain/areas"
import type { Message, MessageText } from "@bottega/domain/areas/mail"
import { docOf } from "@bottega/storage"
import { Effect } from "effect"
import { insert } from "../engine/change.ts"
import type { Handlers } from "../engine/handler.ts"
import { timeKey } from "../engine/ids.ts"
import { pagedIn } from "../engine/paged.ts"
import { Operator, Session } from "../engine/session.ts"
import { shopOf } from "./shops.ts"

const { mail } = collections

/** The write that keeps a message. */
export const messageKept = Effect.fnUntraced(function* (given: Pick<Message, "to" | "reason"> & MessageText) {
  const { now } = yield* Session
  const { html, reason, subject, text, to } = given
  const id = yield* timeKey
  return insert(mail, { id, to, subject, text, html, reason, state: "kept", ts: Math.floor(now / 1000) })
})

export const handlers: Handlers<typeof areas.mail> = {
  list: Effect.fnUntraced(function* ({ cursor, limit, shop }) {
    const { within } = yield* Operator
    yield* shopOf(shop)
    const sort = { by: "key", descending: true } as const
    return yield* pagedIn(within(shop), mail, { cursor, limit, sort }, (row) => docOf(mail, row))
  })
}
