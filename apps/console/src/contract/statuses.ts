/** What the rules of orders say of each status. The build replaces this module by its value; see `build/frozen.ts`. */
import { mailOfStatus } from "@bottega/domain/areas/emails"
import {
  type Status,
  stockEffectOf,
  type TransitionPolicy,
  statuses as table,
  transitions
} from "@bottega/domain/areas/orders"

/** A status: what an order may become after it, and what entering it does. */
export interface StatusRule {
  readonly label: string
  /** By the shop's policy. */
  readonly next: Readonly<Record<TransitionPolicy, ReadonlyArray<number>>>
  /** The mail to the buyer, by the name of its template. */
  readonly mail: string | null
  /** What happens to the stock of an order that comes from the status with this number. */
  readonly stock: ReadonlyArray<"give" | "take" | null>
}

const all = table.map((_, status) => status as Status)
const isOver = (status: Status): boolean => stockEffectOf(0, status, false) === "give"

/** By the number of the status. */
export const statuses: ReadonlyArray<StatusRule> = all.map((status) => ({
  label: table[status]!.label,
  next: {
    any: all.filter((one) => one !== status),
    guarded: transitions.guarded[status]!
  },
  mail: mailOfStatus(status) ?? null,
  // Only an order that is over may have given its stock back.
  stock: all.map((from) => stockEffectOf(from, status, isOver(from)) ?? null)
}))
