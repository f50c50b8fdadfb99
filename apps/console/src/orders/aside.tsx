/** Whose an order is, where it goes, how it is paid. */
import { useMemo } from "preact/hooks"
import { useConstant } from "../call/asked.ts"
import { operationsById } from "../call/client.ts"
import { linkTo } from "../page/router.ts"
import { language, words } from "../words/words.ts"
import type { Couriers } from "./next.tsx"
import type { Address, Order, Tracking } from "./order.ts"
import { orderWords } from "./words.ts"

interface Properties {
  readonly order: Order
  readonly tracking: Tracking | undefined
  readonly couriers: Couriers
  readonly onEditTracking: (() => void) | undefined
}

export const Aside = ({ couriers, onEditTracking, order, tracking }: Properties) => {
  const said = orderWords.value
  const { billing, delivery, message } = order
  return (
    <>
      {message !== "" && (
        <section class="box buyer-note">
          <h2>{said.note}</h2>
          <p>{message}</p>
        </section>
      )}
      <Buyer order={order} />
      <section class="box">
        <h2>{said.deliverTo}</h2>
        <Place address={delivery} />
      </section>
      <Shipment {...{ couriers, onEditTracking, tracking }} method={order.method} />
      <section class="box no-print">
        <h2>{said.billTo}</h2>
        {isSame(billing, delivery) ? <p class="faint">{said.asDelivery}</p> : <Place address={billing} />}
        {billing.vat !== "" && (
          <p>
            <span class="faint">{said.vat}</span> {billing.vat}
          </p>
        )}
      </section>
      <Payment order={order} />
    </>
  )
}

const Buyer = ({
  order: { billing, connected_orders = [], customer, customergroup, delivery }
}: {
  readonly order: Order
}) => {
  const said = orderWords.value
  const name = billing.fullname === "" ? billing.email : billing.fullname
  return (
    // On paper the delivery names who gets the order, unless they fetch it themselves.
    <section class={delivery.fullname === "" ? "box" : "box no-print"}>
      <h2>{said.buyer}</h2>
      {name === "" && <p class="faint">{said.noBuyer}</p>}
      <p>{customer.id === null ? <b>{name}</b> : <a href={linkTo(["customers", customer.id])}>{name}</a>}</p>
      {customergroup && <p>{customergroup.name}</p>}
      {billing.email !== "" && (
        <p>
          <a href={`mailto:${billing.email}`}>{billing.email}</a>
        </p>
      )}
      {billing.phone !== "" && (
        <p>
          <a href={`tel:${billing.phone.replaceAll(/[^\d+]/g, "")}`}>{billing.phone}</a>
        </p>
      )}
      {connected_orders.length > 0 && (
        <p>
          <a href={linkTo(["orders"], { "billing.email": billing.email })}>
            {said.otherOrders(connected_orders.length)}
          </a>
        </p>
      )}
    </section>
  )
}

const Shipment = ({
  couriers,
  method,
  onEditTracking,
  tracking
}: Omit<Properties, "order"> & { readonly method: string }) => {
  const said = orderWords.value
  const isKnown = tracking !== undefined && (tracking.courier !== "" || tracking.tracking !== "" || tracking.url !== "")
  return (
    <section class="box">
      <div class="box-title">
        <h2>{said.shipment}</h2>
        {onEditTracking !== undefined && (
          <button type="button" class="quiet no-print" aria-label={said.editTracking} onClick={onEditTracking}>
            {words.value.edit}
          </button>
        )}
      </div>
      <p class="faint">{method}</p>
      {!isKnown && <p class="faint no-print">{said.notShipped}</p>}
      {isKnown && (
        <dl class="lines">
          <Line name={said.courier} text={couriers[tracking.courier]?.name ?? tracking.courier} />
          <div>
            <dt>{said.parcel}</dt>
            <dd>
              {tracking.url === "" ? (
                tracking.tracking
              ) : (
                <a href={tracking.url} target="_blank" rel="noreferrer">
                  {tracking.tracking || tracking.url}
                </a>
              )}
            </dd>
          </div>
          <Line name={said.pickup} text={dayOf(tracking.pickup_date)} />
        </dl>
      )}
    </section>
  )
}

const dayOf = (day: string): string => {
  const at = Date.parse(`${day}T12:00:00Z`)
  return Number.isNaN(at)
    ? day
    : new Intl.DateTimeFormat(language.value, { dateStyle: "medium", timeZone: "UTC" }).format(at)
}

const Line = ({ name, text }: { readonly name: string; readonly text: string }) =>
  text === "" ? null : (
    <div>
      <dt>{name}</dt>
      <dd>{text}</dd>
    </div>
  )

const Payment = ({ order: { marketplace, payment, paymentlabel, transactionID } }: { readonly order: Order }) => {
  const said = orderWords.value
  return (
    <section class="box no-print">
      <h2>{said.payment}</h2>
      <dl class="lines">
        <Line name={said.method} text={paymentlabel || payment.replaceAll("_", " ")} />
        <Line name={said.transaction} text={transactionID} />
        <Line name={said.marketplace} text={marketplace ?? ""} />
      </dl>
    </section>
  )
}

const parts = ["fullname", "addr1", "addr2", "zip", "city", "state", "country"] as const
const isSame = (one: Address, other: Address): boolean => parts.every((part) => one[part] === other[part])

const Place = ({ address }: { readonly address: Address }) => {
  const { addr1, addr2, city, country, fullname, phone, state, zip } = address
  const places = usePlaces(country !== "")
  const region = places.get(state) ?? state
  const lines = [
    ...[fullname, addr1, addr2],
    [zip, city, region === "" || region === city ? "" : `(${region})`].filter((part) => part !== "").join(" "),
    places.has(country) ? countryName(places.get(country)!) : country
  ].filter((line) => line !== "")
  if (lines.length === 0) return <p class="faint">{orderWords.value.noAddress}</p>
  return (
    <address>
      {lines.map((line) => (
        <div key={line}>{line}</div>
      ))}
      {phone !== "" && <div class="only-print">{phone}</div>}
    </address>
  )
}

const countryName = (code: string): string => new Intl.DisplayNames(language.value, { type: "region" }).of(code) ?? code

interface Country {
  readonly uid: number
  readonly code: string
  readonly states: ReadonlyArray<{ readonly uid: number; readonly code: string; readonly name: string }>
}

/** `MI` is known to those who write to Milan; a number is known to nobody. */
const regionOf = ({ code, name }: Country["states"][number]): string => /-([A-Z]{2,3})$/.exec(code)?.[1] ?? name

const countries = operationsById.get("countries.list")!

/** The codes of countries, and those of their states, by uid. */
const usePlaces = (isNeeded: boolean): ReadonlyMap<string, string> => {
  const all = useConstant(countries, isNeeded) as ReadonlyArray<Country> | undefined
  return useMemo(
    () =>
      new Map(
        all?.flatMap(({ code, states, uid }) => [
          [String(uid), code] as const,
          ...states.map((state) => [String(state.uid), regionOf(state)] as const)
        ])
      ),
    [all]
  )
}
