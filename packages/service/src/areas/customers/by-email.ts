/** Finds a customer by its email address. */
import { collections } from "@bottega/domain/areas"
import { Effect } from "effect"
import { list } from "../../engine/decide/session.ts"

/** The customer with an email address, compared without regard to case; undefined if there is none. */
export const byEmail = (email: string) =>
  Effect.map(
    list(collections.customers, { where: [{ on: "email", eq: email.toLowerCase() }], limit: 1 }),
    ([found]) => found
  )
