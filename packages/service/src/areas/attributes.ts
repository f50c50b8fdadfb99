/** Handles calls on custom attributes, which are answered as they are stored. */
import { type areas, collections } from "@bottega/domain/areas"
import type { Attribute } from "@bottega/domain/areas/attributes"
import { Encoded } from "../engine/answer.ts"
import { listed } from "../engine/everything.ts"
import type { Handlers } from "../engine/handler.ts"

export const handlers: Handlers<typeof areas.attributes> = {
  list: () => listed(collections.attributes, ({ text }) => new Encoded<Attribute>(text))
}
