/** An order and its life: what it is, what may come next, and what happened to it. */
import { useEffect, useState } from "preact/hooks"
import { type Asked, useAnswer, useConstant } from "../call/asked.ts"
import { operationsById } from "../call/client.ts"
import { mayCall, shop } from "../call/session.ts"
import { manner, moment } from "../detail/manner.ts"
import { textOf } from "../detail/text.ts"
import { Value } from "../detail/value.tsx"
import { areaNoun } from "../fold/spoken.ts"
import { Tags } from "../form/tags.tsx"
import { say } from "../kit/notice.tsx"
import { linkTo } from "../page/router.ts"
import { Failure, Loading } from "../page/states.tsx"
import { Title } from "../page/title.tsx"
import { Actions } from "./actions.tsx"
import { Aside } from "./aside.tsx"
import { Deliveries, useDeliveries } from "./deliveries.tsx"
import { Items } from "./items.tsx"
import { statusPart, Timeline } from "./life.tsx"
import { Mails, useMails } from "./mails.tsx"
import { type Couriers, StepDialog, shippedStatus, update } from "./next.tsx"
import type { Entry, Listed, Order, ShopSettings, Tracking } from "./order.ts"
import { orderWords } from "./words.ts"

const read = operationsById.get("orders.read")!
const list = operationsById.get("orders.list")!
const add = operationsById.get("orders.addTags")!
const remove = operationsById.get("orders.removeTags")!
const log = operationsById.get("orders.log")!
const trackingOf = operationsById.get("orders.tracking")!
const couriersOf = operationsById.get("orders.couriers")!
const settingsOf = operationsById.get("shops.read")!
const nodes = "connected_orders,customergroup,paymentlabel,marketplace"

export const OrderPage = ({ entry: id }: { readonly entry: string }) => {
  const [turn, setTurn] = useState(0)
  const detail = useAnswer(read, { orderID: id, nodes }, { turn })
  const listed = useAnswer(list, { orderID: [id], nodes: "short_id,tags" }, { turn })
  const settings = useAnswer(settingsOf, { id: shop.value?.id })
  // What only parts of the page need is asked for at the same time.
  const parts: Parts = {
    tracking: useAnswer(trackingOf, { orderID: id }, { turn }).data as Tracking | undefined,
    couriers: (useConstant(couriersOf) ?? {}) as Couriers,
    entries: (useAnswer(log, { orderID: id }, { turn }).data ?? []) as ReadonlyArray<Entry>,
    deliveries: useDeliveries(id, turn),
    mails: useMails(id, turn)
  }
  const order = detail.data as Order | undefined
  const [own] = (listed.data ?? []) as ReadonlyArray<Listed>
  const again = () => setTurn((one) => one + 1)
  if (detail.failure !== undefined)
    return (
      <>
        <Title text={id} above={[[areaNoun("orders"), ["orders"]]]} />
        <Failure cause={detail.failure} onRetry={again} />
      </>
    )
  if (order === undefined || listed.data === undefined || settings.data === undefined) return <Loading rows={12} />
  return (
    <Shown
      id={id}
      {...{ again, order, parts }}
      number={own?.short_id ?? id}
      tags={own?.tags ?? []}
      settings={settings.data as ShopSettings}
    />
  )
}

/** What parts of the page show. */
interface Parts {
  readonly tracking: Tracking | undefined
  readonly couriers: Couriers
  readonly entries: ReadonlyArray<Entry>
  readonly deliveries: Asked
  readonly mails: Asked
}

interface Properties {
  readonly id: string
  readonly parts: Parts
  readonly order: Order
  readonly number: string
  readonly tags: ReadonlyArray<string>
  readonly settings: ShopSettings
  readonly again: () => void
}

const Shown = ({ again, id, number, order, parts, settings, tags }: Properties) => {
  const said = orderWords.value
  const [step, setStep] = useState<number>()
  // Someone else may have changed the order since it was read. What follows from the step is said of the order as it is now.
  const ask = (to: number) => {
    setStep(to)
    again()
  }
  useEffect(() => {
    if (step === undefined) return
    setStep(undefined)
    say(said.moved(textOf(order.status, statusPart, manner.value)))
  }, [order.status])
  const { couriers, deliveries, entries, mails, tracking } = parts
  const done = (to: number) => {
    setStep(undefined)
    say(to === order.status ? said.trackingSaved : said.moved(textOf(to, statusPart, manner.value)))
    again()
  }
  return (
    <>
      <Title
        text={said.number(number)}
        above={[[areaNoun("orders"), ["orders"]]]}
        beside={<Value part={statusPart} value={order.status} />}
      >
        <Actions {...{ number, order, settings }} onStep={ask} onChange={again} />
      </Title>
      <Sender settings={settings} />
      <p class="order-line faint">{said.placed(moment(order.orderDate.sec))}</p>
      <div class="order">
        <div class="order-main">
          <Items order={order} />
          <Mails orderID={id} asked={mails} buyer={order.billing.email} />
          <Timeline entries={entries} />
          <Deliveries {...deliveries} />
        </div>
        <div class="order-side">
          <Aside
            {...{ couriers, order, tracking }}
            onEditTracking={
              order.status === shippedStatus && mayCall(update) ? () => setStep(shippedStatus) : undefined
            }
          />
          <Tags
            {...{ tags, add, remove }}
            entry={{ orderID: order.orderID }}
            hrefOf={(tag) => linkTo(["orders"], { tags: tag })}
            onChange={again}
          />
        </div>
      </div>
      {step !== undefined && (
        <StepDialog
          {...{ couriers, number, order, settings, tracking }}
          to={step}
          onClose={() => setStep(undefined)}
          onStale={again}
          onDone={() => done(step)}
        />
      )}
    </>
  )
}

/** The sender, on paper. */
const Sender = ({ settings: { name, warehouse } }: { readonly settings: ShopSettings }) => (
  <div class="only-print">
    <p>
      <b>{orderWords.value.deliveryNote}</b>
    </p>
    <p>{[name, warehouse?.name, warehouse?.address].filter((one) => one !== undefined && one !== "").join(" · ")}</p>
  </div>
)
