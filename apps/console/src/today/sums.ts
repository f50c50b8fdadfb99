/** Orders by day as a page compares them: a span of days, and as many before. */

/** A line of the sums: the orders of a day in one status. */
export interface DayLine {
  /** yyyy-mm-dd */
  readonly day: string
  readonly status: number
  readonly orders: number
  readonly turnover: number
}

/** What was ordered. */
export interface Sum {
  readonly orders: number
  readonly turnover: number
}

/** A day, and the one that is compared with it. */
export interface Compared extends Sum {
  readonly day: string
  readonly before: Sum & { readonly day: string }
}

/** Orders that were given up are no turnover: archived and aborted ones. */
const givenUp = new Set([6, 7])

/** The day some days after another. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** The days of a span that ends with `today`, each with the day that many days before. */
export const comparedDays = (lines: ReadonlyArray<DayLine>, today: string, days: number): ReadonlyArray<Compared> => {
  const sums = new Map<string, Sum>()
  for (const { day, orders, status, turnover } of lines) {
    if (givenUp.has(status)) continue
    sums.set(day, plus(sums.get(day) ?? none, { orders, turnover }))
  }
  return Array.from({ length: days }, (_, at) => {
    const day = dayAfter(today, at + 1 - days)
    const former = dayAfter(day, -days)
    return { day, ...(sums.get(day) ?? none), before: { day: former, ...(sums.get(former) ?? none) } }
  })
}

const none: Sum = { orders: 0, turnover: 0 }
// Sums of cents are exact, and those of their hundredths are not.
const plus = (one: Sum, other: Sum): Sum => ({
  orders: one.orders + other.orders,
  turnover: Math.round((one.turnover + other.turnover) * 100) / 100
})

/** The sum of some days. */
export const sumOf = (days: ReadonlyArray<Sum>): Sum => days.reduce(plus, none)

/** How much more one number is than another, as a part of that; undefined if there is nothing to compare with. */
export const growthOf = (now: number, before: number): number | undefined =>
  before === 0 ? undefined : (now - before) / before

/** The orders in a status, and the day of the oldest. */
export interface Waiting {
  readonly status: number
  readonly orders: number
  readonly oldest: string
}

/** What waits for someone, in the order of the statuses. */
export const waitingOf = (lines: ReadonlyArray<DayLine>, statuses: ReadonlyArray<number>): ReadonlyArray<Waiting> =>
  statuses.flatMap((status) => {
    const own = lines.filter((line) => line.status === status && line.orders > 0)
    const oldest = own.map(({ day }) => day).sort()[0]
    return oldest === undefined ? [] : [{ status, oldest, orders: own.reduce((sum, { orders }) => sum + orders, 0) }]
  })

/** Ticks of an axis: at most four steps of a round length that hold the number. */
export const ticksOf = (max: number): ReadonlyArray<number> => {
  if (max <= 0) return [0, 1]
  const rough = max / 4
  const unit = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(
    [1, 2, 2.5, 5, 10].map((one) => one * unit).find((one) => one >= rough) ?? 10 * unit,
    Number.MIN_VALUE
  )
  return Array.from({ length: Math.ceil(max / step) + 1 }, (_, at) => at * step)
}
