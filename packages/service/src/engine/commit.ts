/** Commits a change: its writes, its events and, for an idempotency key, its answer, all or none. */
import { type Adapter, bytes } from "@bottega/storage"
import { Effect } from "effect"
import type { AdmittedCall } from "./admission.ts"
import { textOf } from "./answer.ts"
import { type Change, guardOf, insert, installation, type WriteDraft, writeOf } from "./change.ts"
import { answerRecord, type KeyedCall } from "./idempotency.ts"
import { timeKey } from "./ids.ts"
import { records } from "./records.ts"
import type { Request } from "./session.ts"

/** Commits a change and gives the text of its answer; fails with `Stale` when the handler must run again. */
export const commitOf = (storage: Adapter) =>
  Effect.fnUntraced(function* (
    change: Change<unknown>,
    { caller }: AdmittedCall,
    request: Request,
    asked: KeyedCall | undefined
  ) {
    const shop = typeof caller === "string" ? installation : caller.shop.id
    const text = textOf(change.answer)
    const drafts: Array<WriteDraft> = [...change.writes]
    if (change.events !== undefined && change.events.length > 0) {
      const id = yield* timeKey
      const instance = typeof caller === "string" ? null : caller.keySet.instance
      const at = Math.floor(request.now / 1000)
      drafts.push(insert(records.outbox, { id, at, instance, requestId: request.requestId, events: change.events }))
    }
    if (asked !== undefined) drafts.push(answerRecord(asked, 200, text, request.now))
    if (drafts.length > 0) {
      const writes = drafts.map((draft) => writeOf(shop, draft))
      const guards = change.guards?.map((draft) => guardOf(shop, draft))
      const commit = yield* bytes.accounted(storage, writes, guards)
      yield* storage.commit(commit.writes, commit.guards)
    }
    return change.after === undefined ? text : textOf(yield* change.after)
  })
