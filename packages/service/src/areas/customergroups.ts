/** Customer groups, answered as they are stored. */
import { type areas, collections } from "@bottega/domain/areas"
import type { CustomerGroup } from "@bottega/domain/areas/customergroups"
import { NotFound } from "@bottega/domain/contract"
import { Effect, Stream } from "effect"
import { Encoded, listOf } from "../engine/answer.ts"
import { everything } from "../engine/everything.ts"
import type { Handlers } from "../engine/handler.ts"
import { get } from "../engine/session.ts"

export const handlers: Handlers<typeof areas.customergroups> = {
  list: () =>
    Effect.map(
      everything(collections.customerGroups),
      Stream.map(({ text }) => new Encoded<CustomerGroup>(text))
    ),
  read: Effect.fnUntraced(function* ({ id }) {
    const found = yield* get(collections.customerGroups, id)
    if (found === undefined) return yield* new NotFound({ message: "The shop has no such customer group." })
    return listOf([new Encoded<CustomerGroup>(found.row.text)])
  })
}
