/** What the list of coupons says of each: what it takes off, how often it can still be used, and its last day. */
import { manner } from "../detail/manner.ts"
import { dayOf, textOf } from "../detail/text.ts"
import type { Cells } from "../list/table.tsx"

interface Row {
  readonly type: string
  readonly value: string
  readonly unlimited: number
  readonly count: number
  readonly stopDate: { readonly sec: number }
}

/** What a coupon takes off: a part of the price, or an amount. */
export const worthOf = ({ type, value }: Pick<Row, "type" | "value">): string =>
  textOf(value, { kind: type === "1" ? "percent" : "money" }, manner.value)

export const cells: Cells = {
  value: (entry) => <span>{worthOf(entry as Row)}</span>,
  count: (entry) => {
    const { count, unlimited } = entry as Row
    return <span>{unlimited ? "∞" : count}</span>
  },
  "iso.stopDate": (entry) => <span>{dayOf((entry as Row).stopDate.sec, manner.value)}</span>
}
