/** A cart to try a coupon on: what it takes off, or every reason why it cannot be used. Nothing is claimed. */
import { useState } from "preact/hooks"
import { call, operationsById } from "../call/client.ts"
import { notice, shop } from "../call/session.ts"
import { Labelled } from "../form/labelled.tsx"
import { Drop } from "../form/parts.tsx"
import { say } from "../kit/notice.tsx"
import { words } from "../words/words.ts"
import { useCountries } from "./conditions.tsx"
import { type Picked, ProductPicker } from "./picker.tsx"
import { type Line, type Product, Verdict } from "./verdict.tsx"
import { couponWords } from "./words.ts"

const read = operationsById.get("products.read")!

const lineOf = (product: Product, sku: string): Line => {
  const price = product.variants.find((one) => one.sku === sku)?.price ?? product.final_price
  return { product, sku, price: String(price), quantity: "1" }
}

/** `version` changes when the coupon does. */
export const TryCoupon = ({ code, version }: { readonly code: string; readonly version: number }) => {
  const [lines, setLines] = useState<ReadonlyArray<Line>>([])
  const [about, setAbout] = useState({ billing_email: "", shipping_cost: "5", delivery_country: "" })
  const said = couponWords.value
  const add = async ({ uid }: Picked) => {
    try {
      const product = (await call(read, { uid })).data as Product
      setLines((now) => [...now, lineOf(product, product.variants[0]?.sku ?? product.code)])
    } catch (cause) {
      notice(cause)
      say(words.value.failed)
    }
  }
  const put = (at: number, changes: Partial<Line>) => setLines(lines.with(at, { ...lines[at]!, ...changes }))
  const countries = useCountries()
  return (
    <section class="card">
      <h2>{said.tryIt}</h2>
      <p class="help">{said.tryHelp}</p>
      {lines.map((line, at) => (
        <CartLine
          key={at}
          line={line}
          onChange={(one) => put(at, one)}
          onDrop={() => setLines(lines.toSpliced(at, 1))}
        />
      ))}
      <ProductPicker onPick={(picked) => void add(picked)} />
      <div class="coupon-pair">
        <Labelled id="try-shipping" label={`${said.shipping} (${shop.value?.currency})`}>
          <input
            id="try-shipping"
            type="text"
            inputMode="decimal"
            value={about.shipping_cost}
            onInput={(event) => setAbout({ ...about, shipping_cost: event.currentTarget.value.replace(",", ".") })}
          />
        </Labelled>
        <Labelled id="try-country" label={said.country}>
          <select
            id="try-country"
            value={about.delivery_country}
            onChange={(event) => setAbout({ ...about, delivery_country: event.currentTarget.value })}
          >
            <option value="">{words.value.notSet}</option>
            {countries.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </select>
        </Labelled>
      </div>
      <Labelled id="try-buyer" label={said.buyer}>
        <input
          id="try-buyer"
          type="email"
          autocomplete="off"
          value={about.billing_email}
          onChange={(event) => setAbout({ ...about, billing_email: event.currentTarget.value.trim() })}
        />
      </Labelled>
      {lines.length === 0 ? (
        <p class="faint">{said.emptyCart}</p>
      ) : (
        <Verdict code={code} lines={lines} about={about} version={version} />
      )}
    </section>
  )
}

interface CartLineProperties {
  readonly line: Line
  readonly onChange: (changes: Partial<Line>) => void
  readonly onDrop: () => void
}

const CartLine = ({ line, onChange, onDrop }: CartLineProperties) => {
  const { product, sku } = line
  const { price, quantity, removeOne } = couponWords.value
  return (
    <div class="cart-line">
      <b>{product.title}</b>
      <Drop label={removeOne(product.title)} onClick={onDrop} />
      {product.variants.length > 0 && (
        <select
          aria-label={`${product.title}: SKU`}
          value={sku}
          onChange={(event) => onChange({ ...lineOf(product, event.currentTarget.value), quantity: line.quantity })}
        >
          {product.variants.map((one) => (
            <option key={one.sku} value={one.sku}>
              {one.sku}
            </option>
          ))}
        </select>
      )}
      <div class="coupon-pair">
        <label>
          {price}
          <input
            type="text"
            inputMode="decimal"
            value={line.price}
            onInput={(event) => onChange({ price: event.currentTarget.value.replace(",", ".") })}
          />
        </label>
        <label>
          {quantity}
          <input
            type="text"
            inputMode="numeric"
            value={line.quantity}
            onInput={(event) => onChange({ quantity: event.currentTarget.value })}
          />
        </label>
      </div>
    </div>
  )
}
