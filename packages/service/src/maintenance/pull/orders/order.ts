/** Makes an order of its detail, its list entry, its timeline and its tracking. What no operation gives stays as it is stored. */
import { type LogEntry, logEntryKind, type Order, statuses, type Tracking } from "@bottega/domain/areas/orders"
import type { Context } from "../context.ts"
import type { Given } from "../given.ts"
import * as read from "../given.ts"

/** The order that a detail shows; `locale` is that of the list of changed orders, if it is known. */
export const orderOf = (
  { now, shop }: Pick<Context, "now" | "shop">,
  before: Order | undefined,
  given: Given,
  locale: string | undefined
): Order => {
  const [cart, at] = [read.object(given["cart"]), read.object(given["orderDate"])]
  const status = statusOf(given["status"])
  const orderDate = { sec: read.int(at["sec"], "a date"), usec: read.intOr(at["usec"], 0, "a date") }
  const customer = read.objectOrEmpty(given["customer"])["id"]
  return {
    orderID: read.text(given["orderID"]),
    billing: addressOf(given["billing"]),
    delivery: addressOf(given["delivery"]),
    cart: cartOf(cart),
    total: read.number(given["total"], "a total"),
    userUID: read.intOr(given["userUID"], -1, "a user"),
    orderDate,
    method: read.text(given["method"]),
    payment: read.text(given["payment"]),
    status,
    message: read.text(given["message"]),
    transactionID: read.text(given["transactionID"]),
    customer: { id: read.serviceIdOrNull(customer, "a customer") },
    short_id: shortIdOf(given["short_id"], before),
    tags: [...new Set(read.texts(given["tags"], "a tag"))],
    log: logAfter(before, status, before === undefined ? orderDate.sec : now),
    tracking: before?.tracking ?? null,
    stock: before?.stock ?? { taken: [], given: status === 7 },
    coupon: before?.coupon ?? null,
    ...paymentLabelOf(given["paymentlabel"]),
    ...(before?.lastEvent === undefined ? {} : { lastEvent: before.lastEvent }),
    currency: before?.currency ?? shop.currency,
    locale: localeOf(locale) ?? before?.locale ?? shop.locale,
    invoice: before?.invoice ?? null,
    marketplace:
      given["marketplace"] === null || given["marketplace"] === undefined ? null : read.text(given["marketplace"]),
    marketplaceDetails: detailsOf(given["marketplaceDetails"])
  }
}

const statusOf = (given: unknown): Order["status"] => {
  const status = read.int(given, "a status")
  if (statuses[status] === undefined) throw new read.Unfit("has a status that orders do not have")
  return status as Order["status"]
}

const shortIdOf = (given: unknown, before: Order | undefined): string => {
  const found = given === undefined ? (before?.short_id ?? "0") : read.text(given, "a number")
  if (/^\d{1,12}$/.test(found)) return found
  throw new read.Unfit("has a number that orders do not have")
}

const localeOf = (locale: string | undefined) => (/^[a-z]{2,3}_[A-Z]{2}$/.test(locale ?? "") ? locale : undefined)
const paymentLabelOf = (given: unknown) => (typeof given === "string" && given !== "" ? { paymentlabel: given } : {})
const detailsOf = (given: unknown) =>
  given === null || given === undefined ? null : read.textRecord(given, "a detail")

const addressOf = (given: unknown): Order["billing"] => {
  const found = read.objectOrEmpty(given)
  const one = (name: string) => read.text(found[name], `a ${name}`)
  return {
    ...{ addr1: one("addr1"), addr2: one("addr2"), city: one("city"), email: one("email") },
    ...{ fullname: one("fullname"), country: one("country"), phone: one("phone") },
    principal: read.intOr(found["principal"], 0),
    state: one("state"),
    userUID: read.intOr(found["userUID"], -1, "a user"),
    ...{ vat: one("vat"), zip: one("zip") }
  }
}

const cartOf = (given: Given): Order["cart"] => ({
  total: read.number(given["total"], "a sum"),
  items: Object.fromEntries(
    Object.entries(read.objectOrEmpty(given["items"])).map(([key, one]) => {
      if (!/^\d{1,15}#\|#/.test(key)) throw new read.Unfit("has a line without its product's uid")
      const item = read.object(one)
      return [
        key,
        {
          count: read.int(item["count"], "a count"),
          price: read.number(item["price"], "a price"),
          ...{ options: read.text(item["options"]), title: read.text(item["title"]), sku: read.text(item["sku"]) }
        }
      ]
    })
  ),
  couponCode: read.text(given["couponCode"]),
  saleAmount: read.numberOr(given["saleAmount"], 0),
  shippingAmount: read.numberOr(given["shippingAmount"], 0),
  paymentAmount: read.numberOr(given["paymentAmount"], 0),
  shippingProfile: read.text(given["shippingProfile"]),
  paymentProfile: read.text(given["paymentProfile"]),
  checkouted: given["checkouted"] === undefined || read.truth(given["checkouted"]),
  userUID: read.intOr(given["userUID"], -1, "a user")
})

/** Without a timeline, a log has the creation, and each change of the status that a run has found. */
const logAfter = (before: Order | undefined, status: Order["status"], ts: number): Order["log"] => {
  if (before === undefined) return [{ eventId: logEntryKind.created, status, ts, ip: "" }]
  if (before.log.at(-1)?.status === status) return before.log
  return [...before.log, { eventId: logEntryKind.status, status, ts, ip: "" }]
}

/** The log that a timeline shows. Servers that do not say what happened show the statuses, which tell it nearly. */
export const logOf = (answer: unknown, { log, status }: Order): Order["log"] => {
  const entries: Array<LogEntry> = []
  for (const one of read.array(answer).map(read.object)) {
    const now = statusOf(one["status"])
    const same = entries.at(-1)?.status === now ? logEntryKind.tracking : logEntryKind.status
    const eventId = entries.length === 0 ? logEntryKind.created : read.intOr(one["eventId"], same, "an event")
    entries.push({ eventId, status: now, ts: read.int(one["ts"], "a time"), ip: read.text(one["ip"]) })
  }
  const last = entries.at(-1)
  if (last === undefined) return log
  // The order may have changed between the two calls; the next run brings that.
  return last.status === status ? entries : [...entries, { ...last, eventId: logEntryKind.status, status }]
}

/** The tracking of an order, as far as it has any. */
export const trackingFrom = (given: Given): Tracking | null => {
  const one = (name: string) => read.text(given[name], `a ${name}`)
  const tracking = {
    url: one("url"),
    courier: one("courier"),
    tracking: one("tracking"),
    pickup_date: one("pickup_date")
  }
  return Object.values(tracking).every((part) => part === "") ? null : tracking
}
