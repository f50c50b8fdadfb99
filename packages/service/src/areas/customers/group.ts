/** Puts a customer into a group, or into none. */
import { type areas, collections } from "@bottega/domain/areas"
import { groupNamed } from "@bottega/domain/areas/customers"
import { Effect } from "effect"
import { existing } from "../../engine/decide/existing.ts"
import type { Handlers } from "../../engine/decide/handler.ts"
import { naming } from "../../engine/decide/references.ts"
import { refuseIf, Session } from "../../engine/decide/session.ts"
import { replaced } from "./replaced.ts"

const moved = Effect.fnUntraced(function* <After extends string | null>(id: string, after: After) {
  const session = yield* Session
  const found = yield* existing(collections.customers, id)
  const named = after === null ? [] : [{ key: after, at: ["group_id"] }]
  const { findings, guards } = yield* naming(collections.customerGroups, named)
  yield* refuseIf(session, findings)
  const { doc } = found
  const before = doc.group_id
  const updated = Math.floor(session.now / 1000)
  return {
    answer: { id, group: { before, after } },
    ...replaced(found, before === after ? doc : { ...doc, group_id: after, updated }),
    guards
  }
})

/** The handlers of the operations on a customer's group. */
export const groupHandlers = {
  setGroup: ({ group_id, id }) => moved(id, groupNamed(group_id)),
  removeGroup: ({ id }) => moved(id, null)
} satisfies Partial<Handlers<typeof areas.customers>>
