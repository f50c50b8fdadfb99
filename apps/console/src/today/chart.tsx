/** Turnover or orders by day: a bar for each day, a line at the day that it is compared with. */
import { useState } from "preact/hooks"
import { money } from "../detail/manner.ts"
import { language } from "../words/words.ts"
import { type Compared, ticksOf } from "./sums.ts"
import { todayWords } from "./words.ts"

export type Measure = "turnover" | "orders"

interface Properties {
  readonly days: ReadonlyArray<Compared>
  readonly measure: Measure
}

/** A day as people read it. */
export const dayText = (day: string, style: Intl.DateTimeFormatOptions = { day: "numeric", month: "short" }): string =>
  new Intl.DateTimeFormat(language.value, { ...style, timeZone: "UTC" }).format(Date.parse(`${day}T12:00:00Z`))

/** A value of a measure as people read it. */
const measured = (measure: Measure, value: number): string =>
  measure === "turnover" ? money(value) : value.toLocaleString(language.value)

export const Chart = ({ days, measure }: Properties) => {
  const said = todayWords.value
  const [at, setAt] = useState<number>()
  const ticks = ticksOf(Math.max(...days.map((day) => Math.max(day[measure], day.before[measure]))))
  const top = ticks.at(-1)!
  const dayAt = (event: PointerEvent) => {
    const box = (event.currentTarget as Element).getBoundingClientRect()
    setAt(Math.min(days.length - 1, Math.max(0, Math.floor(((event.clientX - box.left) / box.width) * days.length))))
  }
  const shown = at === undefined ? undefined : days[at]
  return (
    <figure class="chart">
      <figcaption aria-hidden="true">
        <span class="key now">{shown === undefined ? said.now : readout(shown, measure)}</span>
        <span class="key before">{shown === undefined ? said.before : readout(shown.before, measure)}</span>
      </figcaption>
      <div class="plot" aria-hidden="true">
        <div class="axis">
          {ticks.toReversed().map((tick) => (
            <span key={tick}>{short(measure, tick)}</span>
          ))}
        </div>
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${days.length * 10} 100`}
          preserveAspectRatio="none"
          onPointerMove={dayAt}
          onPointerDown={dayAt}
          onPointerLeave={() => setAt(undefined)}
        >
          {ticks.map((tick) => (
            <line key={tick} class="grid" x1="0" x2={days.length * 10} y1={y(tick, top)} y2={y(tick, top)} />
          ))}
          {days.map((day, column) => (
            <Column key={day.day} {...{ column, day, measure, top }} isShown={column === at} />
          ))}
        </svg>
        <div class="days">
          {[days[0], days[Math.floor((days.length - 1) / 2)], days.at(-1)].map((one, place) => (
            <span key={place}>{dayText(one!.day)}</span>
          ))}
        </div>
      </div>
      <Numbers {...{ days, measure }} />
    </figure>
  )
}

const y = (value: number, top: number): number => 100 - (value / top) * 100

const readout = (one: Compared["before"], measure: Measure): string =>
  `${dayText(one.day, { weekday: "short", day: "numeric", month: "short" })}: ${measured(measure, one[measure])}`

const short = (measure: Measure, tick: number): string =>
  new Intl.NumberFormat(language.value, {
    notation: "compact",
    maximumFractionDigits: measure === "orders" ? 1 : 2
  }).format(tick)

interface ColumnProperties {
  readonly column: number
  readonly day: Compared
  readonly measure: Measure
  readonly top: number
  readonly isShown: boolean
}

const Column = ({ column, day, isShown, measure, top }: ColumnProperties) => {
  const [value, former] = [y(day[measure], top), y(day.before[measure], top)]
  return (
    <g class={isShown ? "column shown" : "column"}>
      <rect class="hit" x={column * 10} y="0" width="10" height="100" />
      <rect class="bar-now" x={column * 10 + 1.5} y={value} width="7" height={100 - value} />
      <line class="bar-before" x1={column * 10 + 0.5} x2={column * 10 + 9.5} y1={former} y2={former} />
    </g>
  )
}

/** The same for those who do not see it. */
const Numbers = ({ days, measure }: Properties) => {
  const said = todayWords.value
  return (
    <table class="hidden">
      <caption>{said[measure]}</caption>
      <thead>
        <tr>
          <th scope="col">{said.day}</th>
          <th scope="col">{said.now}</th>
          <th scope="col">{said.before}</th>
        </tr>
      </thead>
      <tbody>
        {days.map((day) => (
          <tr key={day.day}>
            <th scope="row">{dayText(day.day)}</th>
            <td>{measured(measure, day[measure])}</td>
            <td>{measured(measure, day.before[measure])}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
