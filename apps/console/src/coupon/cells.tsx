/** What the list of coupons says of each: what it takes off, how often it can still be used, and its last day. */
import { shop } from "../call/session.ts"
import { money } from "../detail/manner.ts"
import type { Cells } from "../list/table.tsx"
import { language } from "../words/words.ts"

interface Row {
  readonly type: "0" | "1"
  readonly value: number | string
  readonly unlimited: boolean | number
  readonly count: number
  readonly stopDate: { readonly sec: number }
}

const dayOf = (sec: number): string =>
  new Intl.DateTimeFormat(language.value, { dateStyle: "medium", timeZone: shop.value?.timezone ?? "UTC" }).format(
    sec * 1000
  )

export const cells: Cells = {
  value: (entry) => {
    const { type, value } = entry as Row
    return <span>{type === "1" ? `${value} %` : money(Number(value))}</span>
  },
  count: (entry) => {
    const { count, unlimited } = entry as Row
    return <span>{unlimited ? "∞" : count}</span>
  },
  "iso.stopDate": (entry) => <span>{dayOf((entry as Row).stopDate.sec)}</span>
}
