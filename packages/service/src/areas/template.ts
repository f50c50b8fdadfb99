/** The template: its snippets, and its package, which is read whole before its bytes are stored. */
import { type areas, collections } from "@bottega/domain/areas"
import { embedded, type ShownSnippet, type Snippet } from "@bottega/domain/areas/template"
import { done, shownLine } from "@bottega/domain/contract"
import { Effect } from "effect"
import { Encoded } from "../engine/answer/answer.ts"
import { insert, remove } from "../engine/decide/change.ts"
import { listed } from "../engine/decide/everything.ts"
import { existing } from "../engine/decide/existing.ts"
import { type Handlers, staged } from "../engine/decide/handler.ts"
import { Session } from "../engine/decide/session.ts"
import { slowDeadlineMs } from "../engine/decide/slow.ts"
import { serviceId } from "../engine/ids.ts"
import { prepare, replacing } from "./template/package.ts"

const { snippets } = collections

export const handlers: Handlers<typeof areas.template> = {
  snippets: () =>
    listed(snippets, ({ text }) => new Encoded<ShownSnippet>(shownLine(text)), { sort: { by: "created" } }),

  createSnippet: Effect.fnUntraced(function* ({ content, elaborate, embed, name }) {
    const id = yield* serviceId
    const { now } = yield* Session
    const snippet: Snippet = { id, name, content: embedded(content, embed), elaborate, created: now }
    return { answer: { script_id: id }, writes: [insert(snippets, snippet)] }
  }),

  removeSnippet: Effect.fnUntraced(function* ({ id }) {
    return { answer: done, writes: [remove(snippets, yield* existing(snippets, id))] }
  }),

  upload: staged({
    deadlineMs: slowDeadlineMs,
    prepare: () => prepare,
    decide: (_, prepared) =>
      Effect.map(replacing(prepared), (writes) => ({ answer: { upload: "completed" as const }, writes }))
  })
}
