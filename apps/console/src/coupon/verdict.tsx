/** What a coupon takes off a cart, or every reason why it cannot be used. */
import { useAnswer } from "../call/asked.ts"
import { operationsById } from "../call/client.ts"
import { manner } from "../detail/manner.ts"
import { textOf } from "../detail/text.ts"
import { Failure } from "../page/states.tsx"
import { words } from "../words/words.ts"
import { couponWords } from "./words.ts"

const check = operationsById.get("coupons.check")!

export interface Product {
  readonly title: string
  readonly code: string
  readonly final_price: number
  readonly variants: ReadonlyArray<{ readonly sku: string; readonly price: number | null }>
}

/** A line of the cart. */
export interface Line {
  readonly product: Product
  readonly sku: string
  readonly price: string
  readonly quantity: string
}

/** The answer of a check. */
interface Checked {
  readonly usable: boolean
  readonly amount: number
  readonly reasons: ReadonlyArray<string>
}

interface VerdictProperties {
  readonly code: string
  readonly lines: ReadonlyArray<Line>
  readonly about: Readonly<Record<string, string>>
  readonly version: number
}

export const Verdict = ({ about, code, lines, version }: VerdictProperties) => {
  const given = Object.fromEntries(Object.entries(about).filter(([, value]) => value !== ""))
  const item_id = lines.map(({ price, quantity, sku }) => ({ sku, price, quantity }))
  const { data, failure } = useAnswer(check, { code, item_id, ...given }, { turn: version })
  const checked = data as Checked | undefined
  const said = couponWords.value
  const money = (amount: number) => textOf(amount, { kind: "money" }, manner.value)
  if (failure !== undefined) return <Failure cause={failure} />
  if (checked === undefined) return <p class="faint">{words.value.loading}</p>
  const sum = lines.reduce((all, { price, quantity }) => all + Number(price) * Number(quantity), 0)
  const rows = [
    [said.sum, sum],
    [said.shipping, Number(about["shipping_cost"] ?? 0)],
    [said.off, checked.amount === 0 ? 0 : -checked.amount]
  ] as const
  return (
    <div class={checked.usable ? "verdict works" : "verdict fails"} role="status">
      <p>
        <b>{checked.usable ? said.works : said.fails}</b> {checked.usable && checked.amount === 0 && said.worksNothing}
      </p>
      {checked.reasons.length > 0 && (
        <ul>
          {checked.reasons.map((reason) => (
            <li key={reason}>{sentenceOf(reason, money)}</li>
          ))}
        </ul>
      )}
      <dl>
        {rows.map(([label, amount]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{money(amount)}</dd>
          </div>
        ))}
        <div>
          <dt>{said.total}</dt>
          <dd>
            <b>{money(rows.reduce((all, [, amount]) => all + amount, 0))}</b>
          </dd>
        </div>
      </dl>
    </div>
  )
}

/** A reason of the server as a sentence in the person's language; one that the console does not know stays as it is. */
const sentenceOf = (reason: string, money: (amount: number) => string): string => {
  const { lessThan, reasons } = couponWords.value
  const less = /come to less than ([\d.]+)$/.exec(reason)?.[1]
  if (less !== undefined) return lessThan(money(Number(less)))
  return reasons[reason] ?? `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`
}
