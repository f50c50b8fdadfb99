/** What was ordered, and what it costs. */
import { useEffect, useState } from "preact/hooks"
import { call, operationsById } from "../call/client.ts"
import { money } from "../detail/manner.ts"
import { linkTo } from "../page/router.ts"
import type { Order } from "./order.ts"
import { orderWords } from "./words.ts"

export const Items = ({ order }: { readonly order: Order }) => {
  const said = orderWords.value
  const lines = Object.entries(order.cart.items)
  const pictures = usePictures(lines.map(([key]) => productOf(key)))
  return (
    <section class="box items">
      <h2>{said.items}</h2>
      <table class="plain">
        <thead>
          <tr>
            <th scope="col">{said.item}</th>
            <th scope="col" class="number">
              {said.count}
            </th>
            <th scope="col" class="number no-print">
              {said.price}
            </th>
            <th scope="col" class="number no-print">
              {said.sum}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(([key, { count, options, price, sku, title }]) => (
            <tr key={key}>
              <td>
                <div class="item">
                  <Picture address={pictures.get(productOf(key))} />
                  <div>
                    <ProductLink uid={productOf(key)} title={title} />
                    <small class="faint">{[options, sku].filter((one) => one !== "").join(" · ")}</small>
                  </div>
                </div>
              </td>
              <td class="number">{count}</td>
              <td class="number no-print">{money(price)}</td>
              <td class="number no-print">{money(price * count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Totals order={order} />
    </section>
  )
}

const ProductLink = ({ title, uid }: { readonly uid: number; readonly title: string }) =>
  uid > 0 ? <a href={linkTo(["products", String(uid)])}>{title}</a> : <span>{title}</span>

const Picture = ({ address }: { readonly address: string | undefined }) =>
  address === undefined ? <span class="thumb" /> : <img class="thumb" src={address} alt="" loading="lazy" />

const Totals = ({ order: { cart, method, total } }: { readonly order: Order }) => {
  const said = orderWords.value
  const lines: ReadonlyArray<readonly [string, number, string?]> = [
    [said.subtotal, cart.total],
    ...(cart.saleAmount === 0 ? [] : [[said.discount(cart.couponCode), -cart.saleAmount] as const]),
    [said.shipping, cart.shippingAmount, method],
    ...(cart.paymentAmount === 0 ? [] : [[said.paymentCost, cart.paymentAmount] as const])
  ]
  return (
    <dl class="totals no-print">
      {lines.map(([name, amount, detail]) => (
        <div key={name}>
          <dt>
            {name} {detail !== undefined && <small>{detail}</small>}
          </dt>
          <dd>{money(amount)}</dd>
        </div>
      ))}
      <div class="grand">
        <dt>{said.total}</dt>
        <dd>{money(total)}</dd>
      </div>
    </dl>
  )
}

/** `5#|#red` is a line of the product 5; 0 stands for none. */
const productOf = (key: string): number => Number(key.slice(0, key.indexOf("#|#"))) || 0

const read = operationsById.get("products.read")!
/** An order with more products shows these with their pictures. */
const maxPictures = 30

/** The first picture of each product, as far as they were read. */
const usePictures = (uids: ReadonlyArray<number>): ReadonlyMap<number, string> => {
  const [known, setKnown] = useState<ReadonlyMap<number, string>>(new Map())
  const wanted = [...new Set(uids)].filter((uid) => uid > 0).slice(0, maxPictures)
  useEffect(() => {
    const end = new AbortController()
    for (const uid of wanted)
      pictureOf(uid, end.signal).then(
        (address) => {
          if (address !== undefined && !end.signal.aborted) setKnown((before) => new Map(before).set(uid, address))
        },
        // A product that was removed has no picture.
        () => {}
      )
    return () => end.abort()
  }, [wanted.join()])
  return known
}

const pictureOf = async (uid: number, signal: AbortSignal): Promise<string | undefined> => {
  const { data } = await call(read, { uid }, { signal, retries: 0 })
  return (data as { readonly gallery?: ReadonlyArray<{ readonly thumbnail: string }> }).gallery?.[0]?.thumbnail
}
