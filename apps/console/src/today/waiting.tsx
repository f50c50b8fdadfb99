/** What waits for someone: orders by status, stock and coupons that run out. */
import type { ComponentChildren } from "preact"
import { useLayoutEffect, useState } from "preact/hooks"
import { type Asked, useAnswer } from "../call/asked.ts"
import { listed, operationsById } from "../call/client.ts"
import { notice, shop } from "../call/session.ts"
import { Value } from "../detail/value.tsx"
import { instantOf } from "../form/zoned.ts"
import { read, write } from "../kept.ts"
import { linkTo } from "../page/router.ts"
import { Failure, Loading } from "../page/states.tsx"
import { dayText } from "./chart.tsx"
import { type DayLine, dayAfter, waitingOf } from "./sums.ts"
import { todayWords } from "./words.ts"

const days = operationsById.get("orders.days")!
const levels = operationsById.get("inventory.levels")!
const coupons = operationsById.get("coupons.list")!
const statusPart = days.output.item!.inner!.find(({ name }) => name === "status")!

interface CardProperties {
  readonly title: string
  readonly beside?: ComponentChildren
  readonly failure?: unknown
  readonly again?: () => void
  readonly isLoading: boolean
  readonly empty: string | undefined
  readonly children?: ComponentChildren
}

/** A card with a list, which says so while it loads, if it failed, and if there is nothing. */
export const Card = ({ again, beside, children, empty, failure, isLoading, title }: CardProperties) => (
  <section class="box">
    <div class="box-title">
      <h2>{title}</h2>
      {beside}
    </div>
    {failure !== undefined && <Failure cause={failure} {...(again === undefined ? {} : { onRetry: again })} />}
    {isLoading && failure === undefined && <Loading rows={3} />}
    {!isLoading && empty !== undefined && <p class="faint">{empty}</p>}
    <ul class="box-rows">{children}</ul>
  </section>
)

/** Pending payment, paid, in preparation, after-sales. */
const waitingStatuses = [0, 1, 2, 8]

/** The sums of what waits. The oldest order may be of any day. */
export const useWaiting = (turn: number): Asked => useAnswer(days, { status: waitingStatuses.join() }, { turn })

interface WaitingProperties {
  readonly waiting: Asked
  /** Empty until it is known. */
  readonly today: string
}

export const WaitingOrders = ({ today, waiting: { again, data, failure } }: WaitingProperties) => {
  const said = todayWords.value
  const all = data === undefined || today === "" ? [] : waitingOf(data as ReadonlyArray<DayLine>, waitingStatuses)
  return (
    <Card
      {...{ again, failure }}
      title={said.waiting}
      isLoading={data === undefined || today === ""}
      empty={all.length === 0 ? said.nothingWaits : undefined}
    >
      {all.map(({ oldest, orders, status }) => (
        <li key={status}>
          <a class="line" href={linkTo(["orders"], { status: String(status) })}>
            <b>{said.orderCount(orders)}</b> {said.waits[status] ?? said.aftersale}
          </a>
          <span class="grow" />
          <Value part={statusPart} value={status} />
          <small>
            <a href={linkTo(["orders"], { status: String(status), ...dayOf(oldest) })}>
              {said.oldest(dayText(oldest, styleOf(oldest, today)))}
            </a>
          </small>
        </li>
      ))}
    </Card>
  )
}

/** A day of another year is named with it. */
const styleOf = (day: string, today: string): Intl.DateTimeFormatOptions =>
  day.slice(0, 4) === today.slice(0, 4) ? { day: "numeric", month: "short" } : { dateStyle: "medium" }

/** The filters of a list for one day. */
const dayOf = (day: string) => {
  const start = (one: string) => instantOf(`${one}T00:00`, shop.value?.timezone) ?? 0
  return { from: String(start(day) - 1), to: String(start(dayAfter(day, 1))) }
}

interface Level {
  readonly sku: string
  readonly uid: number
  readonly title: string
  /** Null if it was never set, which counts as 0. */
  readonly quantity: number | null
}

const maxLevels = 8
const bounds = [1, 3, 5, 10, 20]

export const Stock = ({ turn }: { readonly turn: number }) => {
  const said = todayWords.value
  const [below, setBelow] = useState(() => read<number>("below") ?? 5)
  const { again, data, failure } = useAnswer(levels, { below, limit: maxLevels }, { turn })
  const all = (data ?? []) as ReadonlyArray<Level>
  const choose = (one: number) => {
    setBelow(one)
    write("below", one)
  }
  const bound = (
    <label class="bound">
      {said.below}
      <select value={String(below)} onChange={(event) => choose(Number(event.currentTarget.value))}>
        {bounds.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
    </label>
  )
  return (
    <Card
      {...{ again, failure }}
      title={said.stock}
      beside={bound}
      isLoading={data === undefined}
      empty={all.length === 0 ? said.noStock(below) : undefined}
    >
      {all.map(({ quantity, sku, title, uid }) => (
        <li key={sku}>
          <a class="line" href={linkTo(["products", String(uid)])}>
            {title}
          </a>
          <span class="grow" />
          <Left count={quantity ?? 0} />
          <small class="faint">{sku}</small>
        </li>
      ))}
      {data !== undefined && (
        <li>
          <a href={linkTo(["inventory"], { below: String(below) })}>{said.allStock}</a>
        </li>
      )}
    </Card>
  )
}

const Left = ({ count }: { readonly count: number }) => (
  <span class={count <= 0 ? "badge tone-bad" : "badge tone-wait"}>{todayWords.value.left(count)}</span>
)

interface Coupon {
  readonly uid: number
  readonly code: string
  readonly name: string
  readonly active: number
  readonly unlimited: boolean
  readonly count: number
  readonly stopDate: { readonly sec: number }
}

const soonDays = 14
const fewUses = 10
/** A shop with more coupons has these looked through. */
const maxRead = 2000
const maxCoupons = 8

/** What runs out soon after an instant, in seconds since 1970; that is NaN until it is known. */
export const Coupons = ({ now }: { readonly now: number }) => {
  const said = todayWords.value
  const [active, setActive] = useState<ReadonlyArray<Coupon>>()
  const [failure, setFailure] = useState<unknown>()
  useLayoutEffect(() => {
    const end = new AbortController()
    readActive(end.signal).then(
      (all) => end.signal.aborted || setActive(all),
      (cause) => {
        if (end.signal.aborted) return
        notice(cause)
        setFailure(cause)
      }
    )
    return () => end.abort()
  }, [])
  const found = Number.isNaN(now) ? undefined : active?.filter((one) => runsOut(one, now)).slice(0, maxCoupons)
  return (
    <Card
      title={said.coupons}
      failure={failure}
      isLoading={found === undefined}
      empty={found?.length === 0 ? said.noCoupons : undefined}
    >
      {found?.map(({ code, count, name, stopDate, uid, unlimited }) => (
        <li key={uid}>
          <a class="line" href={linkTo(["coupons", String(uid)])}>
            {code}
          </a>
          <span class="grow" />
          {!unlimited && count <= fewUses && <span class="badge tone-wait">{said.usesLeft(count)}</span>}
          {endsSoon(stopDate.sec, now) && (
            <span class="badge tone-wait">
              {said.ends(dayText(new Date(stopDate.sec * 1000).toISOString().slice(0, 10)))}
            </span>
          )}
          <small class="faint">{name}</small>
        </li>
      ))}
    </Card>
  )
}

const endsSoon = (sec: number, now: number): boolean => sec > now && sec < now + soonDays * 86_400

const runsOut = ({ count, stopDate, unlimited }: Coupon, now: number): boolean =>
  stopDate.sec > now && ((!unlimited && count <= fewUses) || endsSoon(stopDate.sec, now))

const readActive = async (signal: AbortSignal): Promise<ReadonlyArray<Coupon>> => {
  const found: Array<Coupon> = []
  const entries = listed(coupons, {}, signal)
  for (let read = 0; read < maxRead; read++) {
    const next = await entries.next()
    if (next.done === true) return found
    const coupon = next.value as Coupon
    if (coupon.active === 1) found.push(coupon)
  }
  void entries.return?.(undefined)?.catch(() => {})
  return found
}
