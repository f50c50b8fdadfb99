/** The orders of a person, and the coupons that they used. */
import { moment, money } from "../detail/manner.ts"
import { Value } from "../detail/value.tsx"
import { statusPart } from "../orders/life.tsx"
import { linkTo } from "../page/router.ts"
import { type PersonsOrder, spentIn } from "./person.ts"
import { customerWords } from "./words.ts"

/** The newest ones; the list has all. */
const maxShown = 10

interface Properties {
  readonly orders: ReadonlyArray<PersonsOrder>
  readonly email: string
}

export const Orders = ({ email, orders }: Properties) => {
  const said = customerWords.value
  const newest = orders.toSorted((one, other) => other.orderDate.sec - one.orderDate.sec)
  return (
    <section class="box">
      <div class="box-title">
        <h2>{said.orders}</h2>
        {orders.length > 0 && <span class="faint">{said.spent(money(spentIn(orders)), orders.length)}</span>}
      </div>
      {orders.length === 0 && <p class="faint">{said.noOrders}</p>}
      <ul class="box-rows">
        {newest.slice(0, maxShown).map(({ orderDate, orderID, short_id, status, total }) => (
          <li key={orderID}>
            <a href={linkTo(["orders", orderID])}>
              <b>{short_id}</b>
            </a>
            <Value part={statusPart} value={status} />
            <span class="grow" />
            <span class="number">{money(total)}</span>
            <small class="faint">{moment(orderDate.sec)}</small>
          </li>
        ))}
      </ul>
      {orders.length > maxShown && (
        <p class="apart">
          <a href={linkTo(["orders"], { "billing.email": email })}>{said.allOrders}</a>
        </p>
      )}
    </section>
  )
}

export const Coupons = ({ orders }: Pick<Properties, "orders">) => {
  const said = customerWords.value
  const used = orders.filter(({ cart }) => cart.couponCode !== "")
  return (
    <section class="box">
      <h2>{said.coupons}</h2>
      {used.length === 0 && <p class="faint">{said.noCoupons}</p>}
      <ul class="box-rows">
        {used.slice(-maxShown).map(({ cart, orderID, short_id }) => (
          <li key={orderID}>
            <b>{cart.couponCode}</b>
            <a href={linkTo(["orders", orderID])}>{short_id}</a>
            <span class="grow" />
            <span class="number">{money(-cart.saleAmount)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
