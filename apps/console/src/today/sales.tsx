/** Turnover and orders of the last days against the days before. */
import type { ComponentChildren } from "preact"
import { useRef, useState } from "preact/hooks"
import { useAnswer } from "../call/asked.ts"
import { operationsById } from "../call/client.ts"
import { shop } from "../call/session.ts"
import { money } from "../detail/manner.ts"
import { instantOf } from "../form/zoned.ts"
import { read, write } from "../kept.ts"
import { linkTo } from "../page/router.ts"
import { Failure, Loading } from "../page/states.tsx"
import { language } from "../words/words.ts"
import { Chart, type Measure } from "./chart.tsx"
import { type Compared, comparedDays, type DayLine, growthOf, sumOf } from "./sums.ts"
import { todayWords } from "./words.ts"

const spans = [7, 30, 90] as const
const daysOf = operationsById.get("orders.days")!

interface Properties {
  readonly turn: number
  /** Empty until it is known. */
  readonly today: string
}

export const Sales = ({ today, turn }: Properties) => {
  const said = todayWords.value
  const [span, setSpan] = useState(() => read<number>("span") ?? 30)
  const [measure, setMeasure] = useState<Measure>("turnover")
  const { again, data, failure } = useAnswer(daysOf, { last: 2 * span }, { turn })
  // The days of before are shown until those of another span are there.
  const shown = useRef({ data, span })
  if (shown.current.data !== data) shown.current = { data, span }
  const choose = (one: number) => {
    setSpan(one)
    write("span", one)
  }
  if (failure !== undefined) return <Failure cause={failure} onRetry={again} />
  if (data === undefined || today === "") return <Loading rows={8} />
  const compared = comparedDays(data as ReadonlyArray<DayLine>, today, shown.current.span)
  return (
    <>
      <Numbers days={compared} today={today} />
      <section class="box">
        <div class="box-title">
          <h2>{said.chart}</h2>
          <div class="choice">
            <Tabs
              name={said.chart}
              all={(["turnover", "orders"] as const).map((one) => [one, said[one]])}
              chosen={measure}
              onChoose={setMeasure}
            />
            <Tabs name={said.span} all={spans.map((one) => [one, said.days(one)])} chosen={span} onChoose={choose} />
          </div>
        </div>
        <Chart days={compared} measure={measure} />
        <p class="help">{said.without}</p>
      </section>
    </>
  )
}

interface TabsProperties<A> {
  readonly name: string
  readonly all: ReadonlyArray<readonly [A, string]>
  readonly chosen: A
  readonly onChoose: (one: A) => void
}

const Tabs = <A extends string | number>({ all, chosen, name, onChoose }: TabsProperties<A>) => (
  <fieldset class="choice" aria-label={name}>
    {all.map(([one, text]) => (
      <button key={one} type="button" class="tab" aria-pressed={one === chosen} onClick={() => onChoose(one)}>
        {text}
      </button>
    ))}
  </fieldset>
)

const Numbers = ({ days, today }: { readonly days: ReadonlyArray<Compared>; readonly today: string }) => {
  const said = todayWords.value
  const [now, before] = [sumOf(days), sumOf(days.map((day) => day.before))]
  const own = days.at(-1)!
  const average = (sum: typeof now) => (sum.orders === 0 ? 0 : sum.turnover / sum.orders)
  const count = days.length
  return (
    <ul class="numbers">
      <Figure name={said.today} value={money(own.turnover)} href={ordersFrom(today)}>
        {said.orderCount(own.orders)} · {said.usual(money(now.turnover / count))}
      </Figure>
      <Figure
        name={`${said.turnover}, ${said.days(count)}`}
        value={money(now.turnover)}
        href={ordersFrom(days[0]!.day)}
      >
        <Growth now={now.turnover} before={before.turnover} days={count} />
      </Figure>
      <Figure
        name={`${said.orders}, ${said.days(count)}`}
        value={now.orders.toLocaleString(language.value)}
        href={ordersFrom(days[0]!.day)}
      >
        <Growth now={now.orders} before={before.orders} days={count} />
      </Figure>
      <Figure name={`${said.average}, ${said.days(count)}`} value={money(average(now))} href={ordersFrom(days[0]!.day)}>
        <Growth now={average(now)} before={average(before)} days={count} />
      </Figure>
    </ul>
  )
}

interface FigureProperties {
  readonly name: string
  readonly value: string
  readonly href: string
  readonly children: ComponentChildren
}

const Figure = ({ children, href, name, value }: FigureProperties) => (
  <li class="box">
    <p class="faint">{name}</p>
    <a class="figure" href={href}>
      {value}
    </a>
    <p class="faint">{children}</p>
  </li>
)

interface GrowthProperties {
  readonly now: number
  readonly before: number
  readonly days: number
}

const Growth = ({ before, days, now }: GrowthProperties) => {
  const said = todayWords.value
  const growth = growthOf(now, before)
  if (growth === undefined) return <>{said.nothingBefore(days)}</>
  const part = new Intl.NumberFormat(language.value, { style: "percent" }).format(Math.abs(growth))
  if (Math.abs(growth) < 0.005) return <>{said.same(days)}</>
  return (
    <span class={growth > 0 ? "rise" : "fall"}>{said.than(growth > 0 ? said.more(part) : said.less(part), days)}</span>
  )
}

/** The list of the orders since a day began. */
const ordersFrom = (day: string): string =>
  linkTo(["orders"], { since: String((instantOf(`${day}T00:00`, shop.value?.timezone) ?? 0) - 1) })
