/**
 * The statuses of an order: the table, which moves between them a shop allows, and what a move does to the stock and
 * to the coupon that the order took.
 */
import { Schema } from "effect"
import type { Shop } from "../shops.ts"

/** Statuses in the order of their numbers: group and label. */
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
export const Status = Schema.Literals([0, 1, 2, 3, 4, 5, 6, 7, 8])
export type Status = typeof Status.Type

/** The one status in which an order has tracking set. */
export const sent: Status = 3

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
/** The table in that shape. */
export const statusGroups = Object.fromEntries(
  Object.keys(StatusGroups.fields).map((name) => [name, labelsOf(name as (typeof statuses)[number]["group"])])
) as unknown as typeof StatusGroups.Type

const every = Status.literals

/** Where each status may go, by a shop's transition policy. Staying is always allowed and not listed under `guarded`. */
export const transitions: Readonly<Record<Shop["transitions"], ReadonlyArray<ReadonlyArray<Status>>>> = {
  any: every.map(() => every),
  guarded: [[1, 6, 7], [2, 3, 6, 7], [3, 6, 7], [4, 5, 8], [5, 8], [6, 8], [], [6], [5, 6]]
}

/** Whether a shop lets an order go from one status to another. */
export const allowed = (policy: Shop["transitions"], from: Status, to: Status): boolean =>
  from === to || transitions[policy][from]!.includes(to)

/** Whether an order of this status has come to an end in which it needs no stock and no coupon. */
const isOver = (status: Status): boolean => status === 6 || status === 7

/** Whether an order that begins in this status takes stock. */
export const takesStock = (status: Status): boolean => !isOver(status)

/**
 * What a move does to the order's stock, `given` telling whether it was given back already. 7 gives back, and so does
 * 6 unless the goods were sent; a move out of the two takes again what was given, one between them does not.
 */
export const stockOf = (from: Status, to: Status, given: boolean): "give" | "take" | undefined => {
  if (!isOver(to)) return given ? "take" : undefined
  const back = to === 7 || (to === 6 && from <= 2)
  return back && !given ? "give" : undefined
}

/** What a move does to the use of the order's coupon: 7 frees it, a move out of 6 and 7 claims a freed one again. */
export const couponOf = (to: Status, freed: boolean): "free" | "claim" | undefined => {
  if (to === 7) return freed ? undefined : "free"
  return freed && !isOver(to) ? "claim" : undefined
}
