/** Handles the operator's calls on snapshots; `snapshots/` takes and restores them. */
import { type areas, collections } from "@bottega/domain/areas"
import { beginning, snapshotBounds } from "@bottega/domain/areas/snapshots"
import { absence, Conflict, done, type NotFound } from "@bottega/domain/contract"
import { bytes, docOf, stored } from "@bottega/storage"
import { Effect } from "effect"
import { installation, remove, upsert } from "../engine/decide/change.ts"
import { existingIn } from "../engine/decide/existing.ts"
import { type Handlers, staged } from "../engine/decide/handler.ts"
import { Operator } from "../engine/decide/session.ts"
import { restored } from "./snapshots/restored.ts"
import { unread } from "./snapshots/scope.ts"
import { taken } from "./snapshots/taken.ts"

const { shops, snapshots } = collections

/** How long taking or restoring a snapshot may take. */
const deadlineMs = 60_000

export const handlers: Handlers<typeof areas.snapshots> = {
  list: Effect.fnUntraced(function* ({ shop }) {
    const { within } = yield* Operator
    yield* shopOf(shop)
    const rows = yield* within(shop)(snapshots, { limit: snapshotBounds.snapshots })
    return rows.map((row) => {
      const { at, bytes, documents, name } = docOf(snapshots, row)
      return { name, at: new Date(at).toISOString(), documents, bytes }
    })
  }),

  save: staged({
    deadlineMs,
    prepare: ({ shop }) => taken(shop),
    decide: Effect.fnUntraced(function* ({ name, shop }, prepared) {
      const { now, within } = yield* Operator
      yield* shopOf(shop)
      if (typeof prepared === "string") return yield* new Conflict({ message: prepared })
      const [row] = yield* within(shop)(snapshots, { where: [{ on: "key", eq: name }], limit: 1 })
      const { claim, documents, files, size } = prepared
      for (const file of files) {
        const [content] = yield* within(shop)(bytes.contents, { where: [{ on: "key", eq: file }], limit: 1 })
        // Removed since the documents were read. No further try of the commit could name it.
        if (content === undefined) return yield* new Conflict({ message: unread.changing })
      }
      const next = { name, at: now, documents, bytes: size, digest: claim.sha256, files }
      const writes = [upsert(snapshots, row && stored(snapshots, row), next, shop), bytes.kept(shop, claim)]
      return { answer: done, writes }
    })
  }),

  remove: Effect.fnUntraced(function* ({ name, shop }) {
    const { within } = yield* Operator
    yield* shopOf(shop)
    return { answer: done, writes: [remove(snapshots, yield* existingIn(within(shop), snapshots, name), shop)] }
  }),

  restore: staged({
    deadlineMs,
    prepare: ({ name, shop }) => returned(shop, name, absence(snapshots)),
    decide: ({ shop }, refusal) => answered(shop, refusal)
  }),

  reset: staged({
    deadlineMs,
    prepare: ({ shop }) => returned(shop, beginning, withoutBeginning),
    decide: ({ shop }, refusal) => answered(shop, refusal)
  })
}

/** Areas do not import each other in a circle: the area of shops records how one began. */
const shopOf = (id: string) => Operator.use(({ within }) => existingIn(within(installation), shops, id))

const withoutBeginning = new Conflict({
  message: `It is not known how the shop began: it has no snapshot named ${beginning}. Save one, and reset returns to it.`
})

/**
 * Returns a shop to a snapshot; gives the refusal if it cannot be done. The change may be far larger than one that a handler decides, and
 * nothing of it needs the checks of one.
 */
const returned = (shop: string, name: string, absent: Conflict | NotFound) =>
  Effect.map(restored(shop, name), (result) => (result === "absent" ? absent : result))

const answered = Effect.fnUntraced(function* (shop: string, refusal: Conflict | NotFound | undefined) {
  yield* shopOf(shop)
  if (refusal !== undefined) return yield* Effect.fail(refusal)
  return { answer: done, writes: [] }
})
