/** Decides the life of a demo order: its statuses until now, its tags and its parcel. */
import {
  couponEffectOf,
  type LogEntry,
  logEntryKind,
  noTracking,
  type Order,
  type Status,
  shippedStatus,
  stockEffectOf,
  trackingAfter
} from "@bottega/domain/areas/orders"
import { orderStyle } from "@bottega/domain/contract"
import type { Chance } from "./chance.ts"

const hour = 3600
const day = 24 * hour

/** The time after which an unpaid or unwanted order is aborted; the same for all, so that they are aborted in order. */
const abortedAfterSeconds = 3 * day

type Path = ReadonlyArray<Status>

/** The possible paths of an order by its age in days; the first line with a sufficient age applies. */
const paths: ReadonlyArray<readonly [days: number, ReadonlyArray<readonly [weight: number, path: Path]>]> = [
  [
    1,
    [
      [4, []],
      [4, [1]],
      [2, [1, 2]]
    ]
  ],
  [
    3,
    [
      [1, []],
      [3, [1]],
      [4, [1, 2]],
      [3, [1, 2, 3]]
    ]
  ],
  [
    10,
    [
      [1, [1, 2]],
      [4, [1, 2, 3]],
      [5, [1, 2, 3, 4]],
      [1, [7]]
    ]
  ],
  [
    Number.POSITIVE_INFINITY,
    [
      [2, [1, 2, 3, 4]],
      [10, [1, 2, 3, 4, 5]],
      [2, [1, 2, 3, 4, 5, 6]],
      [1, [1, 2, 3, 4, 8]],
      [1, [7]],
      [1, [1, 7]]
    ]
  ]
]

/** The duration of each step in seconds, if there is time for it. */
const stepSeconds: ReadonlyArray<number> = [2 * hour, 20 * hour, 16 * hour, 50 * hour, 14 * day, 30 * day]

/** The way that an order goes, decided before it is made: the seconds of each status after the first. */
export interface OrderPlan {
  readonly steps: ReadonlyArray<readonly [status: Status, ts: number]>
  /** When it is aborted and gives back its stock. */
  readonly aborted: number | undefined
}

/** Decides what becomes of an order that is placed at an instant; both in unix seconds. */
export const orderPlanOf = (chance: Chance, placed: number, now: number): OrderPlan => {
  const age = now - placed
  const path = chance.weighted(paths.find(([days]) => age < days * day)![1])
  const takes = path.map((_, index) => stepSeconds[index]! * (0.5 + chance.number()))
  const whole = takes.reduce((sum, seconds) => sum + seconds, 0)
  const pace = Math.min(1, (0.95 * age) / Math.max(1, whole))
  let at = placed
  const steps = path.map((status, index) => {
    at = status === 7 ? placed + abortedAfterSeconds : at + Math.floor(takes[index]! * pace)
    return [status, at] as const
  })
  return { steps, aborted: path.at(-1) === 7 ? at : undefined }
}

/** The order at the end of its way, as the changes one by one would have made it. */
export const applyPlan = (order: Order, { steps }: OrderPlan, chance: Chance, zone: string, ip: string): Order => {
  const log: Array<LogEntry> = [...order.log]
  let { coupon, status, stock, tracking } = order
  const tagged = steps.length > 2 && chance.is(0.06)
  if (tagged) log.push({ eventId: logEntryKind.tagsAdded, status, ts: order.orderDate.sec + 60, ip })
  for (const [to, ts] of steps) {
    const move = stockEffectOf(status, to, stock.given)
    if (move !== undefined) stock = { ...stock, given: move === "give" }
    if (coupon !== null && couponEffectOf(to, coupon.freed) === "free") coupon = { ...coupon, freed: true }
    status = to
    log.push({ eventId: logEntryKind.status, status, ts, ip })
    if (to !== shippedStatus) continue
    tracking = trackingAfter(noTracking, parcelOf(chance, orderStyle(ts, zone).slice(0, 10))) ?? null
    log.push({ eventId: logEntryKind.tracking, status, ts, ip })
  }
  return { ...order, status, stock, coupon, tracking, log, tags: tagged ? [...order.tags, "assistenza"] : order.tags }
}

const couriers = ["brt", "brt", "gls_italy", "sda", "poste_italiane", "dhl", "ups"]
const parcelOf = (chance: Chance, pickup_date: string) => ({
  courier: chance.of(couriers),
  tracking: chance.digits(12),
  pickup_date
})
