/** Handles calls on legal texts, which are answered as they are stored. */
import { type areas, collections } from "@bottega/domain/areas"
import type { LegalText } from "@bottega/domain/areas/legal"
import { done } from "@bottega/domain/contract"
import { Effect } from "effect"
import { Encoded } from "../engine/answer/answer.ts"
import { upsert } from "../engine/decide/change.ts"
import type { Handlers } from "../engine/decide/handler.ts"
import { get, rows } from "../engine/decide/session.ts"

const { legal } = collections

const shown = (type: LegalText["type"]) =>
  Effect.map(rows(legal, { where: [{ on: "key", eq: type }], limit: 1 }), ([row]) =>
    row === undefined ? { type, content: "" } : new Encoded<LegalText>(row.text)
  )

const replaced = Effect.fnUntraced(function* (next: LegalText) {
  const before = yield* get(legal, next.type)
  const isSame = (before?.doc.content ?? "") === next.content
  return { answer: { ...done, errmsg: null }, writes: isSame ? [] : [upsert(legal, before, next)] }
})

export const handlers: Handlers<typeof areas.legal> = {
  privacy: () => shown("privacy"),
  setPrivacy: ({ content }) => replaced({ type: "privacy", content }),
  terms: () => shown("terms"),
  setTerms: ({ content }) => replaced({ type: "terms", content }),
  cookies: () => shown("cookies"),
  setCookies: ({ content }) => replaced({ type: "cookies", content })
}
