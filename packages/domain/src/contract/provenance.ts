/** Where an entry of a ledger or of a log comes from: the request that made it, and who sent that request. */
import { Schema } from "effect"
import { Text } from "./values.ts"

/** What an entry stores of it beside its key; absent in entries of earlier programs, and in imported ones. */
export const storedProvenance = { requestId: Schema.optionalKey(Text) }

/** How an entry shows it. */
export const provenance = {
  requestId: Schema.NullOr(Text).annotate({
    description: "The request that made it, which requests/request.json shows while it is kept; null if none is known."
  }),
  by: Schema.NullOr(Text).annotate({
    description:
      "Its author: the instance of an application, person:<id>, operator, or worker:<name>; null if that is not known."
  })
}

/** Where an entry comes from. */
export interface Provenance {
  readonly requestId: string | null
  readonly by: string | null
}
