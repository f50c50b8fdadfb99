/** Handles calls on pages. The content of a page is a document of its own, so that a list reads none. */
import { type areas, collections } from "@bottega/domain/areas"
import { type PageSummary, pageDetail, parentNamed } from "@bottega/domain/areas/pages"
import { shownLine, updated } from "@bottega/domain/contract"
import { Effect } from "effect"
import { Encoded } from "../engine/answer/answer.ts"
import { insert, replace } from "../engine/decide/change.ts"
import { listed } from "../engine/decide/everything.ts"
import { existing } from "../engine/decide/existing.ts"
import type { Handlers } from "../engine/decide/handler.ts"
import { removingParts } from "../engine/decide/parts.ts"
import { present, removing } from "../engine/decide/references.ts"
import { get, Session } from "../engine/decide/session.ts"
import { slugged } from "../engine/decide/slug.ts"
import { pathOf, placed } from "../engine/decide/tree.ts"
import { serviceIdAt } from "../engine/ids.ts"

const { pageContents, pages } = collections

const stays = { writes: [], guards: [] }

/** A page as it is stored, and as readers see it: below no page that is removed. */
const pageOf = Effect.fnUntraced(function* (id: string) {
  const { find } = yield* Session
  const before = yield* existing(pages, id)
  const [shown] = yield* present(find, pages, [before.doc])
  return { before, shown: shown!, content: yield* existing(pageContents, id) }
})

export const handlers: Handlers<typeof areas.pages> = {
  list: () => listed(pages, ({ text }) => new Encoded<PageSummary>(shownLine(text)), { sort: { by: "title" } }),

  read: Effect.fnUntraced(function* ({ id }) {
    const { content, shown } = yield* pageOf(id)
    const above = shown.parent === null ? undefined : yield* get(pages, shown.parent)
    return pageDetail(shown, content.doc, above?.doc)
  }),

  create: Effect.fnUntraced(function* ({ content, parent, title }) {
    const id = serviceIdAt((yield* Session).now)
    const page = { id, url_path: yield* slugged(pages, "slug", title), title, parent: parentNamed(parent) ?? null }
    const { guards, writes } = yield* placed(pages, page)
    return { answer: { id }, writes: [insert(pages, page), insert(pageContents, { id, content }), ...writes], guards }
  }),

  update: Effect.fnUntraced(function* (given) {
    const { before, content, shown } = yield* pageOf(given.id)
    const { parent = shown.parent, title = shown.title } = { ...given, parent: parentNamed(given.parent) }
    const isMoved = parent !== shown.parent
    const { guards, writes } = isMoved
      ? yield* placed(pages, { ...shown, parent }, yield* pathOf(pages, given.id))
      : stays
    const isRewritten = given.content !== undefined && given.content !== content.doc.content
    const isChanged = isMoved || title !== shown.title
    return {
      answer: updated(isChanged || isRewritten),
      writes: [
        ...(isChanged ? [replace(pages, before, { ...shown, title, parent })] : []),
        ...(isRewritten ? [replace(pageContents, content, { id: given.id, content: given.content! })] : []),
        ...writes
      ],
      guards
    }
  }),

  remove: Effect.fnUntraced(function* ({ id }) {
    const { find } = yield* Session
    const { writes } = yield* removing(pages, yield* existing(pages, id))
    const parts = yield* removingParts(find, pages, id)
    return { answer: { ok: "1", err: null }, writes: [...writes, ...parts.writes], guards: parts.guards }
  })
}
