/**
 * The statuses of an order: their table, the transitions that a shop allows, and how a transition changes the order's
 * stock and coupon.
 */
import { Schema } from "effect"
import { labelled } from "../../contract/values.ts"

/** The group and label of each status, in the order of their numbers. */
export const statuses = [
  { group: "opened", label: "Pending Payment" },
  { group: "opened", label: "Order Paid" },
  { group: "processing", label: "Preparation" },
  { group: "processing", label: "Sent" },
  { group: "processing", label: "Delivered" },
  { group: "closed", label: "Closed" },
  { group: "closed", label: "Archived/Deleted" },
  { group: "closed", label: "Aborted" },
  { group: "aftersale", label: "AfterSale" }
] as const

/** An order's status. */
export const Status = labelled(
  Schema.Literals([0, 1, 2, 3, 4, 5, 6, 7, 8]),
  Object.fromEntries(statuses.map(({ label }, status) => [status, label]))
)
export type Status = typeof Status.Type

/** The only status in which tracking can be set. */
export const shippedStatus: Status = 3

const label = <S extends Status>(status: S) => Schema.Literal(statuses[status].label)
/** The labels of the statuses by number, group by group, as `GET /orders/statuses.json` shows them. */
export const StatusGroups = Schema.Struct({
  opened: Schema.Struct({ 0: label(0), 1: label(1) }),
  processing: Schema.Struct({ 2: label(2), 3: label(3), 4: label(4) }),
  closed: Schema.Struct({ 5: label(5), 6: label(6), 7: label(7) }),
  aftersale: Schema.Struct({ 8: label(8) })
})
const labelsOf = (name: (typeof statuses)[number]["group"]) =>
  Object.fromEntries(statuses.flatMap(({ group, label }, status) => (group === name ? [[status, label]] : [])))
/** The value of {@link StatusGroups}. */
export const statusGroups = Object.fromEntries(
  Object.keys(StatusGroups.fields).map((name) => [name, labelsOf(name as (typeof statuses)[number]["group"])])
) as unknown as typeof StatusGroups.Type

const every = Status.literals

/** Which transitions a shop allows: every one, or those of an order's usual course. */
export const TransitionPolicy = Schema.Literals(["any", "guarded"])
export type TransitionPolicy = typeof TransitionPolicy.Type

/** The next statuses that each transition policy allows, by status. Staying is always allowed, even if not listed. */
export const transitions: Readonly<Record<TransitionPolicy, ReadonlyArray<ReadonlyArray<Status>>>> = {
  any: every.map(() => every),
  guarded: [[1, 6, 7], [2, 3, 6, 7], [3, 6, 7], [4, 5, 8], [5, 8], [6, 8], [], [6], [5, 6]]
}

/** Whether a shop's policy allows a transition from one status to another. */
export const allowed = (policy: TransitionPolicy, from: Status, to: Status): boolean =>
  from === to || transitions[policy][from]!.includes(to)

/** Whether an order with this status is archived or aborted, so that it needs neither stock nor coupon. */
const isOver = (status: Status): boolean => status === 6 || status === 7

/** Whether an order that is created in this status takes stock. */
export const takesStock = (status: Status): boolean => !isOver(status)

/**
 * How a transition changes the order's stock; `given` is true if the stock was given back already. 7 gives the stock
 * back, and so does 6 unless the goods were sent. Leaving 6 and 7 takes again what was given back; moving between them
 * does not.
 */
export const stockEffectOf = (from: Status, to: Status, given: boolean): "give" | "take" | undefined => {
  if (!isOver(to)) return given ? "take" : undefined
  const back = to === 7 || (to === 6 && from <= 2)
  return back && !given ? "give" : undefined
}

/** How a transition changes the use of the order's coupon: 7 frees it, and leaving 6 and 7 claims a freed one again. */
export const couponEffectOf = (to: Status, freed: boolean): "free" | "claim" | undefined => {
  if (to === 7) return freed ? undefined : "free"
  return freed && !isOver(to) ? "claim" : undefined
}
