/** The events of the shop while they happen. */
import { useEffect, useState } from "preact/hooks"
import { type Entry, Follower } from "../call/follow.ts"
import { areaNoun } from "../fold/spoken.ts"
import { linkTo } from "../page/router.ts"
import { Siblings } from "../page/siblings.tsx"
import { Empty } from "../page/states.tsx"
import { Title } from "../page/title.tsx"
import { timeOf } from "./delivery.tsx"
import { own } from "./words.ts"

interface Event extends Entry {
  readonly ts: number
  readonly name: string
  readonly orderID: string | null
  readonly replay: boolean
  readonly data: unknown
}

/** Older ones leave the page, however long it is open. */
const maxRows = 200

export const Events = () => {
  const [events, setEvents] = useState<ReadonlyArray<Event>>([])
  useEffect(() => {
    const onEntries = (entries: ReadonlyArray<Entry>) => {
      const newest = (entries as ReadonlyArray<Event>).toReversed()
      setEvents((former) => [...newest, ...former].slice(0, maxRows))
    }
    const follower = new Follower({ topic: "events", reload: async () => {}, onEntries })
    follower.start()
    return () => follower.stop()
  }, [])
  return (
    <>
      <Title text={areaNoun("follow")} />
      <Siblings area="follow" />
      <p class="help">
        <span class="dot on" /> {own.value.eventsHow}
      </p>
      {events.length === 0 ? (
        <Empty text={own.value.noEvents}>
          <p>{own.value.noEventsHow}</p>
          <pre class="code">bottega trigger order.paid</pre>
        </Empty>
      ) : (
        <ul class="entries">
          {events.map((one) => (
            <EventRow key={one.after} event={one} />
          ))}
        </ul>
      )}
    </>
  )
}

const EventRow = ({ event: { data, name, orderID, replay, ts } }: { readonly event: Event }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <li class="delivery">
      <details open={isOpen} onToggle={(toggled) => setOpen(toggled.currentTarget.open)}>
        <summary>
          <code>{name}</code>
          <span>{replay && <span class="badge tone-busy">{own.value.replay}</span>}</span>
          <span class="delivery-order faint">{orderID ?? ""}</span>
          <span />
          <time class="faint">{timeOf(ts)}</time>
        </summary>
        {isOpen && (
          <div class="delivery-body">
            <pre class="code">{JSON.stringify(data, null, 2)}</pre>
            {orderID !== null && <a href={linkTo(["orders", orderID])}>{orderID}</a>}
          </div>
        )}
      </details>
    </li>
  )
}
