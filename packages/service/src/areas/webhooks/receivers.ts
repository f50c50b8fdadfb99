/** Changes what is known of receivers by what became of works. */
import { collections } from "@bottega/domain/areas"
import {
  type Delivery,
  isDelivered,
  type Receiver,
  reasonToDisable,
  receiverAfter,
  soundReceiver
} from "@bottega/domain/areas/webhooks"
import { get, installation, type Stored } from "@bottega/storage"
import { Effect } from "effect"
import { remove, upsert, type WriteDraft } from "../../engine/decide/change.ts"
import type { Fated, Finished } from "./work.ts"

const { receivers, webhooks } = collections

/** A receiver before and after a commit, and the address that its webhook has now. */
interface Change {
  readonly url: string | undefined
  readonly before: Stored<Receiver> | undefined
  readonly after: Receiver
}

/** The receivers that the works concern, if anything is known of them or is to be noted. */
export const receiversOf = Effect.fnUntraced(function* (shop: string, finished: ReadonlyArray<Finished>) {
  const known = new Map<string, Change>()
  const concerned = finished.flatMap(({ targets }) => targets.filter((target) => target.isFailing || !isAtOnce(target)))
  for (const id of new Set(concerned.map(({ webhook }) => webhook.id))) {
    const before = yield* get(installation, receivers, id, { latest: true })
    const url = yield* addressOf(shop, id)
    known.set(id, { url, before, after: before?.doc ?? soundReceiver(id, shop) })
  }
  return known
})

/** The address that a webhook has now; what a former one answered says nothing of it. */
export const addressOf = (shop: string, webhook: string) =>
  Effect.map(get(shop, webhooks, webhook, { latest: true }), (found) => found?.doc.url)

const isAtOnce = ({ fate }: Fated): boolean =>
  fate.is === "void" || (fate.is === "ended" && isDelivered(fate.result.attempt))

/** Notes at a receiver what became of a target; says why its webhook is to be disabled. */
export const noted = (known: Map<string, Change>, { fate, webhook: { id } }: Fated, nowMs: number, chance: number) => {
  const change = known.get(id)
  if (change === undefined) return undefined
  const { after, url } = change
  if (fate.is === "ended") {
    if (fate.result.url !== url) return undefined
    const next = receiverAfter(after, fate.result, nowMs, chance)
    known.set(id, { ...change, after: next })
    return reasonToDisable(next, fate.result, nowMs)
  }
  if (fate.is === "park" && !after.hasParked)
    known.set(id, {
      ...change,
      after: { ...after, hasParked: true, due: after.isBroken ? (after.due ?? nowMs) : nowMs }
    })
  return undefined
}

/** Counts an open delivery, and when its receiver is to be looked at. */
export const counted = (known: Map<string, Change>, { due, webhook: id }: Delivery): void => {
  const change = known.get(id)!
  const { after } = change
  const next = after.isBroken || due === null ? after.due : Math.min(due, after.due ?? due)
  known.set(id, { ...change, after: { ...after, open: after.open + 1, due: next } })
}

/** Writes a receiver, or removes it once nothing is to be known of it. */
export const receiverWrite = (before: Stored<Receiver> | undefined, after: Receiver): ReadonlyArray<WriteDraft> => {
  const isSound = after.failures === 0 && after.open === 0 && !after.hasParked && !after.isBroken
  if (!isSound) return [upsert(receivers, before, after, installation)]
  return before === undefined ? [] : [remove(receivers, before, installation)]
}
