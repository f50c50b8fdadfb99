/** Disables a webhook whose address does not accept events any more. */
import { collections } from "@bottega/domain/areas"
import { isReasonFor, type ReasonToDisable } from "@bottega/domain/areas/webhooks"
import { outbox } from "@bottega/domain/contract"
import { get, installation, retryOnConflict, Storage } from "@bottega/storage"
import { Clock, Effect } from "effect"
import { committed } from "../../engine/commit/notices.ts"
import { eventWritesOf, statesOf } from "../../engine/commit/outgoing.ts"
import { writeOf } from "../../engine/decide/change.ts"
import type { Find } from "../../engine/decide/session.ts"
import { messageOf } from "../mail/written.ts"
import { changed } from "./written.ts"

const { shops, webhooks } = collections

/**
 * Disables a webhook of a shop and writes to the shop's own addresses, in one commit; false if it does not exist, is disabled
 * already, or was let go on or got another address since. From that commit on no event is kept for it, until the operator lets it go on.
 */
export const disabled = (shop: string, id: string, reason: ReasonToDisable) =>
  retryOnConflict(
    Effect.gen(function* () {
      const storage = yield* Storage
      const before = yield* get(shop, webhooks, id, { latest: true })
      if (before === undefined || before.doc.state === "disabled") return false
      const now = yield* Clock.currentTimeMillis
      if (!isReasonFor(before.doc, reason, now)) return false
      const find: Find = (collection, query) => storage.find(shop, collection, { ...query, latest: true })
      const own = yield* changed(find, before, { ...before.doc, state: "disabled" }, shop)
      const { name, url } = before.doc
      const emails = (yield* get(installation, shops, shop, { latest: true }))?.doc.emails ?? []
      const messages = yield* Effect.forEach(emails, (to) =>
        messageOf(shop, now, { to, reason: "webhook_disabled", about: { webhook: { name, url } } })
      )
      const drafts = [...own, ...messages.flat()]
      const common = { at: Math.floor(now / 1000), instance: null, requestId: "" }
      // The commit replaces the shop's document, which was read before this, and so need not guard or make it.
      eventWritesOf(storage).forget(shop)
      const noted = yield* eventWritesOf(storage).drafts(shop, { states: statesOf(drafts) }, common)
      const writes = [...drafts, ...noted.writes.filter(({ collection }) => collection.name === outbox.name)].map(
        (draft) => writeOf(shop, draft)
      )
      yield* storage.commit(writes)
      committed(storage, writes)
      return true
    })
  )
