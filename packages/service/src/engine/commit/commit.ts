/** Commits a change: its writes, its events and, for an idempotency key, its answer, all or none. */
import { collections } from "@bottega/domain/areas"
import { type Collection, invalid, problemsOf } from "@bottega/domain/contract"
import { type Adapter, bytes, commitInLine, type Row, Storage, type Write } from "@bottega/storage"
import { Effect } from "effect"
import type { AdmittedCall } from "../admit/admitted.ts"
import { isOfShop } from "../admit/identity.ts"
import { type OpenSession, stillSignedIn } from "../admit/signed-in.ts"
import { textOf } from "../answer/answer.ts"
import { type Change, guard, guardOf, installation, type WriteDraft } from "../decide/change.ts"
import type { Find, Request } from "../decide/session.ts"
import { encoded, oversized } from "./bounded.ts"
import { additions, isAddition } from "./few.ts"
import { answerRecord, type KeyedCall } from "./idempotency.ts"
import { committed } from "./notices.ts"
import { eventWritesOf, lastEventsOf, looks, statesOf } from "./outgoing.ts"

/**
 * Guards that the caller is still signed in: a change that is answered after the person was removed was committed before. What the
 * change itself writes needs no guard.
 */
const signedInGuards = (storage: Adapter, session: OpenSession, writes: ReadonlyArray<WriteDraft>) => {
  const within =
    (shop: string): Find =>
    (collection, query) =>
      storage.find(shop, collection, { ...query, latest: true })
  const { shop } = session
  return Effect.map(stillSignedIn(within, session), (found) => {
    const all = [guard(signedIn, found.session, shop), ...(found.person ? [guard(people, found.person, shop)] : [])]
    const isWritten = ({ collection, row }: { readonly collection: Collection; readonly row: Row }) =>
      writes.some((write) => write.collection === collection && write.key === row.key)
    return all.filter((one) => !("row" in one) || !isWritten(one))
  })
}
const { people, signedIn } = collections

/** Commits a change and gives the text of its answer; fails with `Stale` when the handler must run again. */
export const commitOf = (storage: Adapter) => {
  const outgoing = eventWritesOf(storage)
  return Effect.fnUntraced(function* (
    change: Change<unknown>,
    { caller, session }: AdmittedCall,
    request: Request,
    asked: KeyedCall | undefined
  ) {
    const own = isOfShop(caller) ? caller : undefined
    const shop = own?.shop.id ?? installation
    const eventShop = change.eventShop ?? shop
    const text = textOf(change.answer)
    const instance = own?.keySet.instance ?? null
    const common = { at: Math.floor(request.now / 1000), instance, requestId: request.requestId }
    const { events, guards: known = [], notes, writes } = change
    const reports = { events, notes, states: statesOf(writes), after: lastEventsOf(writes) }
    const attempt = Effect.gen(function* () {
      const all: Array<Write> = []
      const write = (draft: WriteDraft) => all.push(encoded(shop, draft))
      const guards = [...known]
      if (session !== undefined) guards.push(...(yield* signedInGuards(storage, session, writes)))
      const made = yield* outgoing.drafts(eventShop, reports, common)
      for (const draft of writes) all.push(encoded(shop, draft, made.last))
      made.writes.forEach(write)
      guards.push(...made.guards)
      for (const draft of yield* looks(writes, shop)) write(draft)
      if (asked !== undefined) write(answerRecord(asked, 200, text, request.now))
      if (all.length === 0) return
      const findings = oversized(all)
      if (findings.length > 0) return yield* Effect.fail(invalid(problemsOf(findings, request.spell)))
      const added = writes.filter(isAddition)
      if (added.length > 0) for (const draft of yield* additions(storage, shop, added)) write(draft)
      const commit = yield* bytes.accounted(
        storage,
        all,
        guards.map((draft) => guardOf(shop, draft))
      )
      yield* Effect.tapError(commitInLine(storage, commit.writes, commit.guards), (failure) =>
        Effect.sync(() => outgoing.failed(eventShop, failure))
      )
      committed(storage, commit.writes)
    })
    yield* outgoing.retried(attempt, change)
    if (change.settled !== undefined) yield* Effect.provideService(change.settled, Storage, storage)
    return change.after === undefined ? text : textOf(yield* change.after)
  })
}
