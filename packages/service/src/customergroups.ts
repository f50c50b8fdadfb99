/** Customer groups, answered as they are stored. */
import { type CustomerGroup, collections, type customergroups } from "@bottega/domain/customergroups"
import { NotFound } from "@bottega/domain/refusals"
import { Effect, Stream } from "effect"
import { Encoded, listOf } from "./answer.ts"
import { everything } from "./everything.ts"
import type { Handlers } from "./handler.ts"
import { get } from "./session.ts"

export const handlers: Handlers<typeof customergroups> = {
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
