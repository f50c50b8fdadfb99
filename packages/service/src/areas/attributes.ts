/** Handles calls on custom attributes, which are answered as they are stored. */
import { type areas, collections } from "@bottega/domain/areas"
import { type Attribute, attributeTypes, foldedLabel, withChoice } from "@bottega/domain/areas/attributes"
import { Conflict, done } from "@bottega/domain/contract"
import type { Row } from "@bottega/storage"
import { Effect } from "effect"
import { Encoded } from "../engine/answer/answer.ts"
import { insert, replace } from "../engine/decide/change.ts"
import { listed } from "../engine/decide/everything.ts"
import { existing } from "../engine/decide/existing.ts"
import type { Handlers } from "../engine/decide/handler.ts"
import { removing } from "../engine/decide/references.ts"
import { conflict } from "../engine/decide/session.ts"
import { serviceId } from "../engine/ids.ts"

const { attributes } = collections
const shown = ({ text }: Row) => new Encoded<Attribute>(text)

export const handlers: Handlers<typeof areas.attributes> = {
  list: () => listed(attributes, shown),

  types: () => Effect.succeed(attributeTypes),

  search: ({ label }) => listed(attributes, shown, { where: [{ on: "label", eq: foldedLabel(label) }] }),

  create: Effect.fnUntraced(function* ({ data = [], ...given }) {
    const id = yield* serviceId
    return { answer: { id }, writes: [insert(attributes, { id, ...given, data: [...new Set(data)] })] }
  }),

  addValue: Effect.fnUntraced(function* ({ id, value }) {
    const attribute = yield* existing(attributes, id)
    if (attribute.doc.type !== "select")
      return yield* conflict(Conflict, "Only attributes of type select have values to choose from.", [
        { at: ["id"], message: `is an attribute of type ${attribute.doc.type}` }
      ])
    const next = withChoice(attribute.doc, value)
    return { answer: done, writes: next === attribute.doc ? [] : [replace(attributes, attribute, next)] }
  }),

  remove: Effect.fnUntraced(function* ({ id }) {
    return { answer: done, ...(yield* removing(attributes, yield* existing(attributes, id))) }
  })
}
