/**
 * Documents that an application made, and that pause with its last pair: each stores when that pair ends. A call that changes
 * key sets changes them in its commit; a call that makes one guards the key set that ends last.
 */
import { collections } from "@bottega/domain/areas"
import { anotherEnd, endOfKeys, type KeySet } from "@bottega/domain/areas/keys"
import { stored } from "@bottega/storage"
import { Effect } from "effect"
import { unadded } from "../engine/commit/few.ts"
import { type GuardDraft, installation, replace, type WriteDraft } from "../engine/decide/change.ts"
import { type Find, madeHaving } from "../engine/decide/session.ts"
import { keySetsOf } from "../engine/decide/sessions.ts"
import { endOfApplication, ofApplications } from "./application-end.ts"
import { hooksWrite } from "./webhooks/written.ts"

/** The writes and guards by which the documents of an application follow a new or changed key set. */
export const applicationChanged = Effect.fnUntraced(function* (within: (shop: string) => Find, changed: KeySet) {
  const { instance, shop } = changed
  const all = yield* keySetsOf(within(installation), changed)
  const others = all.filter(({ doc }) => doc.id !== changed.id)
  const keysEnd = endOfKeys([changed, ...others.map(({ doc }) => doc)])
  const writes: Array<WriteDraft> = []
  const guards: Array<GuardDraft> = keysEnd === endOfKeys([changed]) ? [] : [...endOfApplication(others).guards]
  for (const collection of ofApplications) {
    const find = within(shop)
    // Read before the documents: one that is added in between makes the commit stale.
    guards.push(yield* unadded(find, collection, shop))
    const found = yield* madeHaving(find, collection, "instance", [instance], (row) => stored(collection, row))
    const late = found.filter(({ doc }) => doc.keysEnd !== keysEnd)
    writes.push(...late.map((one) => replace(collection, one, { ...one.doc, ...anotherEnd(keysEnd) }, shop)))
    if (late.length > 0 && collection.name === collections.webhooks.name)
      writes.push(yield* hooksWrite(find, new Map(), shop))
  }
  return { writes, guards }
})
