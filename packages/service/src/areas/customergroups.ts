/** Handles calls on customer groups, which are answered as they are stored. */
import { type areas, collections } from "@bottega/domain/areas"
import type { CustomerGroup } from "@bottega/domain/areas/customergroups"
import { Effect } from "effect"
import { Encoded, listOf } from "../engine/answer/answer.ts"
import { insert } from "../engine/decide/change.ts"
import { listed } from "../engine/decide/everything.ts"
import { existingRow } from "../engine/decide/existing.ts"
import type { Handlers } from "../engine/decide/handler.ts"
import { serviceId } from "../engine/ids.ts"

export const handlers: Handlers<typeof areas.customergroups> = {
  list: () => listed(collections.customerGroups, ({ text }) => new Encoded<CustomerGroup>(text)),
  read: Effect.fnUntraced(function* ({ id }) {
    const { text } = yield* existingRow(collections.customerGroups, id)
    return listOf([new Encoded<CustomerGroup>(text)])
  }),
  create: Effect.fnUntraced(function* ({ color = "", description = "", name }) {
    const id = yield* serviceId
    const group: CustomerGroup = { id, name, label_color: color, description, metadata: [] }
    return { answer: { id }, writes: [insert(collections.customerGroups, group)] }
  })
}
