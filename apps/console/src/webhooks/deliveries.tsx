/** The deliveries of a webhook or of all, live: each attempt changes its row at its place. */
import { useEffect, useMemo, useState } from "preact/hooks"
import { operationsById } from "../call/client.ts"
import { type Entry, Follower } from "../call/follow.ts"
import { OperationForm } from "../form/form.tsx"
import { may } from "../kit/act.ts"
import { Dialog } from "../kit/dialog.tsx"
import { Icon } from "../kit/icons.tsx"
import { say } from "../kit/notice.tsx"
import { RowReader } from "../list/rows.ts"
import { address, replaceQuery } from "../page/router.ts"
import { Empty, Failure, Loading } from "../page/states.tsx"
import { type Delivery, DeliveryRow } from "./delivery.tsx"
import { own } from "./words.ts"

const list = operationsById.get("webhooks.deliveries")!
const replay = operationsById.get("webhooks.replay")!
const states = ["", "pending", "waiting", "parked", "delivered", "dead"] as const
const rowsAtOnce = 100

interface Properties {
  /** Only those to this webhook. */
  readonly webhook?: string
  /** What the webhooks are called, by their ids. */
  readonly names?: ReadonlyMap<string, string>
}

export const Deliveries = ({ names, webhook }: Properties) => {
  const { query } = address.value
  const state = states.find((one) => one !== "" && one === query["deliveries"]) ?? ""
  const [isChoosing, setChoosing] = useState(false)
  const choose = (one: string) => {
    const { deliveries: _, ...rest } = query
    replaceQuery(one === "" ? rest : { ...rest, deliveries: one })
  }
  return (
    <section class="deliveries">
      <div class="tabs">
        <h2>{own.value.deliveries}</h2>
        {states.map((one) => (
          <button key={one} type="button" class="tab" aria-pressed={one === state} onClick={() => choose(one)}>
            {one === "" ? own.value.all : own.value.states[one]}
          </button>
        ))}
        <span class="grow" />
        {may("webhooks.replay") && (
          <button type="button" class="button" onClick={() => setChoosing(true)}>
            <Icon name="clock" /> {own.value.sendSpan}
          </button>
        )}
      </div>
      <Rows key={`${webhook} ${state}`} names={names} webhook={webhook} state={state} />
      {isChoosing && (
        <Dialog title={own.value.sendSpan} kind="sheet" onClose={() => setChoosing(false)}>
          <p class="help">{own.value.spanHow}</p>
          <OperationForm
            operation={replay}
            fixed={{ delivery: undefined }}
            given={{ ...lastHour(), ...(webhook === undefined ? {} : { webhook }) }}
            submit={own.value.sendSpan}
            onDone={({ data }) => {
              setChoosing(false)
              say(own.value.replayed((data as { readonly replayed: number }).replayed))
            }}
          />
        </Dialog>
      )}
    </section>
  )
}

const lastHour = () => {
  const now = Math.ceil(Date.now() / 60_000) * 60
  return { from: now - 3600, to: now }
}

interface RowsProperties {
  readonly names: Properties["names"]
  readonly webhook: string | undefined
  readonly state: Delivery["state"] | ""
}

const useRows = ({ state, webhook }: RowsProperties): RowReader | undefined => {
  const [reader, setReader] = useState<RowReader>()
  const sent = useMemo(() => ({ ...(webhook && { webhook }), ...(state && { state }), limit: "100" }), [webhook, state])
  useEffect(() => {
    let current: RowReader | undefined
    const reload = async () => {
      current?.stop()
      current = new RowReader(list, sent)
      setReader(current)
    }
    const onEntries = (entries: ReadonlyArray<Entry>) => {
      for (const { delivery } of entries as ReadonlyArray<Entry & { readonly delivery: Delivery }>)
        if (webhook === undefined || delivery.webhook === webhook)
          current?.put(
            delivery,
            (one) => (one as Delivery).id === delivery.id,
            state === "" || state === delivery.state
          )
    }
    const follower = new Follower({ topic: "deliveries", reload, onEntries })
    follower.start()
    return () => {
      follower.stop()
      current?.stop()
    }
  }, [sent])
  return reader
}

const Rows = (given: RowsProperties) => {
  const reader = useRows(given)
  if (reader === undefined) return <Loading rows={5} />
  const { entries, failure, state } = reader.rows.value
  const isEmpty = state === "all" && entries.length === 0
  return (
    <>
      {isEmpty &&
        (given.state === "" ? (
          <Empty text={own.value.noDeliveries}>
            <p>{own.value.noDeliveriesHow}</p>
          </Empty>
        ) : (
          <Empty text={own.value.noneInState} />
        ))}
      {entries.length > 0 && (
        <ul class="entries">
          {(entries as ReadonlyArray<Delivery>).map((one) => (
            <DeliveryRow key={one.id} delivery={one} to={given.names?.get(one.webhook)} />
          ))}
        </ul>
      )}
      {state === "loading" && <Loading rows={5} />}
      {state === "failed" && <Failure cause={failure} />}
      {state === "some" && (
        <div class="actions">
          <button type="button" class="button" onClick={() => reader.want(entries.length + rowsAtOnce)}>
            {own.value.more}
          </button>
        </div>
      )}
    </>
  )
}
