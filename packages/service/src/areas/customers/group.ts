/** Puts a customer into a group, or into none. */
import { type areas, collections } from "@bottega/domain/areas"
import { groupNamed } from "@bottega/domain/areas/customers"
import { Effect } from "effect"
import { guard } from "../../engine/change.ts"
import { existing } from "../../engine/existing.ts"
import type { Handlers } from "../../engine/handler.ts"
import { get, refuseIf, Session } from "../../engine/session.ts"
import { replaced } from "./replaced.ts"

const moved = Effect.fnUntraced(function* <After extends string | null>(id: string, after: After) {
  const session = yield* Session
  const found = yield* existing(collections.customers, id)
  const group = after === null ? undefined : yield* get(collections.customerGroups, after)
  const isUnknown = after !== null && group === undefined
  yield* refuseIf(session, isUnknown ? [{ at: ["group_id"], message: "is no customer group of the shop" }] : [])
  const { doc } = found
  const before = doc.group_id
  const updated = Math.floor(session.now / 1000)
  return {
    answer: { id, group: { before, after } },
    ...replaced(found, before === after ? doc : { ...doc, group_id: after, updated }),
    guards: group === undefined ? [] : [guard(collections.customerGroups, group)]
  }
})

/** The handlers of the operations on a customer's group. */
export const groupHandlers = {
  setGroup: ({ group_id, id }) => moved(id, groupNamed(group_id)),
  removeGroup: ({ id }) => moved(id, null)
} satisfies Partial<Handlers<typeof areas.customers>>
