/** What may come next in an order's life: a button for each step of the usual course, the others behind "More". */
import { call, operationsById } from "../call/client.ts"
import { shop } from "../call/session.ts"
import type { Operation } from "../contract/operation.ts"
import { statuses } from "../contract/statuses.ts"
import { OperationForm } from "../form/form.tsx"
import { todayIn } from "../form/zoned.ts"
import { read, write } from "../kept.ts"
import { Dialog } from "../kit/dialog.tsx"
import { Icon } from "../kit/icons.tsx"
import { words } from "../words/words.ts"
import type { Order, ShopSettings, Tracking } from "./order.ts"
import { orderWords } from "./words.ts"

export const update = operationsById.get("orders.update")!
const detail = operationsById.get("orders.read")!
const trackingOf = operationsById.get("orders.tracking")!
/** The status in which an order has its tracking. */
export const shippedStatus = 3
const cancelledStatus = 7

/** The statuses that an order may get: those of the usual course, and the others that the shop allows. */
export const stepsOf = (status: number, policy: ShopSettings["transitions"]) => {
  const { next } = statuses[status]!
  const usual = next.guarded.filter((one) => one !== 6 && one !== cancelledStatus)
  return { usual, others: next[policy].filter((one) => !usual.includes(one)) }
}

interface Properties {
  readonly order: Order
  readonly number: string
  readonly settings: ShopSettings
  readonly tracking: Tracking | undefined
  readonly couriers: Couriers
  readonly to: number
  readonly onClose: () => void
  /** Called when the order is no longer as it is shown. */
  readonly onStale: () => void
  readonly onDone: () => void
}

/** Asks for a step, and says what it does. */
export const StepDialog = ({
  couriers,
  number,
  onClose,
  onDone,
  onStale,
  order,
  settings,
  to,
  tracking
}: Properties) => {
  const said = orderWords.value
  // An order has no version to send. What someone else changes between this and the call is still overwritten.
  const check = async () => {
    const { orderID } = order
    const [now, parcel] = await Promise.all([call(detail, { orderID }), call(trackingOf, { orderID })])
    const isSame = (now.data as Order).status === order.status && isSameTracking(parcel.data as Tracking, tracking)
    if (isSame) return
    onStale()
    throw new Error(said.changedMeanwhile)
  }
  const ships = to === shippedStatus
  const isEdit = to === order.status
  const title = isEdit ? said.editTracking : said.asked(number)[to]!
  return (
    <Dialog title={title} kind={to === cancelledStatus ? "warning step" : "step"} onClose={onClose}>
      {!isEdit && <Consequences {...{ order, settings, to }} />}
      {ships ? (
        <Shipping
          {...{ check, couriers, order, onDone, tracking }}
          submit={isEdit ? words.value.save : said.next[to]!}
        />
      ) : (
        <OperationForm
          operation={update}
          fixed={{ orderID: order.orderID, status: to, ...noTracking }}
          submit={said.next[to]!}
          check={check}
          onDone={onDone}
        />
      )}
    </Dialog>
  )
}

/** A tracking that was never read is not compared. */
const isSameTracking = (now: Tracking, shown = now): boolean => JSON.stringify(now) === JSON.stringify(shown)

/** Only the status with a tracking takes one. */
const noTracking = { courier: undefined, tracking: undefined, pickup_date: undefined, tracking_url: undefined }

const Consequences = ({ order, settings, to }: Pick<Properties, "order" | "settings" | "to">) => {
  const said = orderWords.value
  const { mail, stock } = statuses[to]!
  const move = settings.stock === "ignore" ? null : stock[order.status]
  return (
    <ul class="consequences">
      <li>
        <Icon name="mail" /> {mailOf(mail, order, settings)}
      </li>
      {move !== null && (
        <li>
          <Icon name="stock" /> {move === "give" ? said.stockGiven : said.stockTaken}
        </li>
      )}
      {to === cancelledStatus && order.cart.couponCode !== "" && (
        <li>
          <Icon name="coupons" /> {said.couponFreed(order.cart.couponCode)}
        </li>
      )}
    </ul>
  )
}

const mailOf = (mail: string | null, { billing }: Order, settings: ShopSettings): string => {
  const said = orderWords.value
  if (mail === null) return said.mailNone
  if (billing.email === "") return said.mailNoAddress
  return settings.mail_customers === 1 ? said.mailGoes(billing.email, said.mailNames[mail] ?? mail) : said.mailOff
}

interface ShippingProperties extends Pick<Properties, "couriers" | "order" | "onDone" | "tracking"> {
  readonly submit: string
  readonly check: () => Promise<void>
}

/** Courier and number are asked for together with the status, because the mail to the buyer has them. */
const Shipping = ({ check, couriers, onDone, order, submit, tracking }: ShippingProperties) => {
  const { courier, pickup_date, tracking: parcel } = tracking ?? { courier: "", pickup_date: "", tracking: "" }
  return (
    <OperationForm
      operation={withCouriers(couriers)}
      fixed={{ orderID: order.orderID, status: shippedStatus }}
      given={{
        courier: courier === "" ? (read<string>("courier") ?? "") : courier,
        tracking: parcel,
        pickup_date: pickup_date === "" ? todayIn(shop.value?.timezone) : pickup_date
      }}
      submit={submit}
      check={check}
      // Most shops have one courier.
      onChange={({ courier }) => typeof courier === "string" && write("courier", courier)}
      onDone={onDone}
    />
  )
}

/** The couriers by their codes. */
export type Couriers = Readonly<Record<string, { readonly name: string }>>

/** The operation with a list of couriers to choose from. */
const withCouriers = (known: Couriers): Operation => {
  const labels = Object.fromEntries(Object.entries(known).map(([code, { name }]) => [code, name]))
  const choices = Object.keys(labels).sort((one, other) => labels[one]!.localeCompare(labels[other]!))
  const courier = { kind: "choice", choices, labels } as const
  return {
    ...update,
    // The help of the contract is for programs.
    input: update.input.map(({ help, ...field }) =>
      field.name === "courier" ? { ...field, ...courier } : field.name === "tracking_url" ? { ...field, help } : field
    ) as Operation["input"]
  }
}
