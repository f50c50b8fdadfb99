/** Handles calls on tax profiles, which are answered as they are stored. */
import { type areas, collections } from "@bottega/domain/areas"
import type { TaxProfile } from "@bottega/domain/areas/taxes"
import { removed } from "@bottega/domain/contract"
import { Effect } from "effect"
import { Encoded } from "../engine/answer/answer.ts"
import { insert } from "../engine/decide/change.ts"
import { listed } from "../engine/decide/everything.ts"
import { existing, existingRow } from "../engine/decide/existing.ts"
import type { Handlers } from "../engine/decide/handler.ts"
import { removing } from "../engine/decide/references.ts"
import { serviceId } from "../engine/ids.ts"

const { taxes } = collections

export const handlers: Handlers<typeof areas.taxes> = {
  list: () => listed(taxes, ({ text }) => new Encoded<TaxProfile>(text)),

  read: ({ id }) => Effect.map(existingRow(taxes, id), ({ text }) => new Encoded<TaxProfile>(text)),

  create: Effect.fnUntraced(function* ({ countries, name, value }) {
    const id = yield* serviceId
    const profile: TaxProfile = { id, value, title: name, countriesUID: [...new Set(countries)] }
    return { answer: { tax_profile: { id } }, writes: [insert(taxes, profile)] }
  }),

  remove: Effect.fnUntraced(function* ({ id }) {
    return { answer: removed, ...(yield* removing(taxes, yield* existing(taxes, id))) }
  })
}
