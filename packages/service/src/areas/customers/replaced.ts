/** The write and the event of a changed customer. */
import { collections, events } from "@bottega/domain/areas"
import { type Customer, detailOf } from "@bottega/domain/areas/customers"
import { happened } from "@bottega/domain/contract"
import type { Stored } from "@bottega/storage"
import { type Change, replace } from "../../engine/decide/change.ts"

/** Replaces a customer and adds the event; makes neither write nor event if it is the same object. */
export const replaced = (before: Stored<Customer>, after: Customer): Pick<Change<unknown>, "writes" | "events"> =>
  after === before.doc
    ? { writes: [] }
    : {
        writes: [replace(collections.customers, before, after)],
        events: [happened(events.customerUpdated, detailOf(after))]
      }
