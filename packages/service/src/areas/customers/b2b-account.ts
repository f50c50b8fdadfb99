/** What becomes of the B2B account of a customer who becomes a guest. */
import { collections } from "@bottega/domain/areas"
import type { Customer } from "@bottega/domain/areas/customers"
import { Effect } from "effect"
import { replace } from "../../engine/decide/change.ts"
import { get } from "../../engine/decide/session.ts"

const { accounts } = collections

/** The write that leaves a record of the account; none for a customer without one. */
export const accountClosed = ({ id }: Customer) =>
  Effect.map(get(accounts, id), (found) =>
    found === undefined ? [] : [replace(accounts, found, { ...found.doc, status: "removed" })]
  )
