/** What becomes of a customer's B2B account when the customer is removed, or becomes a guest. */
import { collections } from "@bottega/domain/areas"
import type { Customer } from "@bottega/domain/areas/customers"
import { Effect } from "effect"
import { remove, replace } from "../../engine/change.ts"
import { get } from "../../engine/session.ts"

const { accounts } = collections

/** The account goes with its customer; if the customer stays as a guest, a record of the account stays too. */
export const accountGone = ({ id }: Customer, isGuest: boolean) =>
  Effect.map(get(accounts, id), (found) => {
    if (found === undefined) return { writes: [] }
    return {
      writes: [isGuest ? replace(accounts, found, { ...found.doc, status: "removed" }) : remove(accounts, found)]
    }
  })
