/**
 * When the demo shop's customers order: in the evening more than at night, on Sundays and Mondays more than on Saturdays, before
 * Christmas more than in August, and more from month to month, because the shop grows.
 */
import { localOf } from "@bottega/domain/contract"

/** Shares of a day's orders by hour of the shop's zone, from midnight on. */
const byHour = [8, 4, 2, 1, 1, 2, 6, 14, 26, 38, 46, 48, 44, 42, 44, 46, 46, 48, 52, 58, 68, 72, 54, 26]
/** Shares of a week's orders by day, from Sunday on. */
const byWeekday = [17, 16, 15, 14, 14, 12, 12]
/** Shares of a year's orders by month, from January on. */
const byMonth = [8, 7, 7, 7, 8, 7, 6, 4, 8, 9, 13, 16]
/** How many times as many orders come at the end as at the beginning. */
const growth = 12

const hourSeconds = 3600

/** Gives the instant, in unix seconds with a fraction, before which a share of all orders between two instants came. */
export const calendarOf = (start: number, end: number, zone: string): ((share: number) => number) => {
  const sums: Array<number> = []
  let sum = 0
  for (let at = start; at < end; at += hourSeconds) {
    // The last hour may be cut off.
    sum += weightAt(at, (at - start) / (end - start), zone) * Math.min(1, (end - at) / hourSeconds)
    sums.push(sum)
  }
  return (share) => {
    const wanted = share * sum
    const hour = firstAbove(sums, wanted)
    const before = hour === 0 ? 0 : sums[hour - 1]!
    const from = start + hour * hourSeconds
    const within = (wanted - before) / (sums[hour]! - before)
    return from + within * Math.min(hourSeconds, end - from)
  }
}

const weightAt = (at: number, share: number, zone: string): number => {
  const local = new Date(localOf(at, zone) * 1000)
  return byHour[local.getUTCHours()]! * byWeekday[local.getUTCDay()]! * byMonth[local.getUTCMonth()]! * growth ** share
}

/** The index of the first sum above a number; the last one if none is. */
const firstAbove = (sums: ReadonlyArray<number>, wanted: number): number => {
  let [low, high] = [0, sums.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if (sums[middle]! > wanted) high = middle
    else low = middle + 1
  }
  return low
}
