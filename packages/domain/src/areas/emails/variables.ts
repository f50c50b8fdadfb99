/**
 * The variables that the text of a mail can use, as a tree of texts and numbers made from what the mail is about. Texts are one line of
 * bounded length, because buyers choose some of them; what is unset is null, which Liquid takes for false.
 */
import { currencyDigits } from "../../contract/currencies.ts"
import { decimal, numberOf, round, times } from "../../contract/money.ts"
import { truncated } from "../../contract/problems.ts"
import { customerStyle } from "../../contract/zones.ts"
import { countryByUid } from "../countries/rules.ts"
import { couriersByCode } from "../orders/couriers.ts"
import type { Address, Item, Order } from "../orders/document.ts"
import { trackingOf } from "../orders/shown.ts"
import type { Shop } from "../shops.ts"
import { type MailType, type MessageAbout, type MessageType, mailType } from "./types.ts"

/** The settings of a shop that its mails mention. */
export type MailShop = Pick<Shop, "name" | "url" | "emails" | "timezone" | "currency" | "locale">

/** The groups of variables of a mail, by their names. */
export type Variables = Readonly<Record<string, object>>

/** A text has at most this many characters: a title may be 100 KiB, and an address anything. */
const maxTextCharacters = 200

/** A text on one line. */
export const oneLine = (text: string): string =>
  truncated(text.trim(), maxTextCharacters)
    .replace(/[\p{Cc}\p{Zl}\p{Zp} ]+/gu, " ")
    .trim()

const set = (text: string): string | null => oneLine(text) || null

/** An http or https address; anything else in a link would be run by the program that shows the mail. */
const address = (url: string): string | null => (/^https?:\/\/\S+$/i.test(url) && url.length <= 2000 ? url : null)

/** The variables of a mail; undefined if it needs something that it is not about, such as an order. */
export const variablesOf = (
  type: MessageType,
  shop: MailShop,
  about: MessageAbout,
  locale: string
): Variables | undefined => {
  const { customer = buyerOf(about.order), email, gift_card, order, webhook } = about
  const groups: { readonly [Name in ReturnType<typeof mailType>["variables"][number]]: object | undefined } = {
    shop: { name: oneLine(shop.name), url: address(shop.url), emails: shop.emails },
    customer: customer && { fullname: oneLine(customer.fullname), email: customer.email },
    order: order && orderVariables(order, shop, locale),
    account: customer && { email: email ?? customer.email },
    gift_card: gift_card && { amount: gift_card.amount, balance: gift_card.balance },
    webhook: webhook && { name: oneLine(webhook.name), url: oneLine(webhook.url) }
  }
  const named = mailType(type).variables.map((name) => [name, groups[name]] as const)
  return named.every((one): one is [(typeof one)[0], object] => one[1] !== undefined)
    ? Object.fromEntries(named)
    : undefined
}

const buyerOf = (order: Order | undefined) => order && { fullname: order.billing.fullname, email: order.billing.email }

const orderVariables = (order: Order, { timezone }: MailShop, locale: string) => {
  const { cart, currency, orderDate, orderID, short_id, status, total } = order
  const digits = currencyDigits(currency) ?? 2
  return {
    id: orderID,
    number: short_id,
    date: customerStyle(orderDate.sec, timezone),
    status,
    currency,
    items: Object.values(cart.items).map((item) => itemVariables(item, digits)),
    shipping_cost: cart.shippingAmount,
    payment_cost: cart.paymentAmount,
    discount: cart.saleAmount,
    total,
    billing: addressVariables(order.billing, locale),
    delivery: addressVariables(order.delivery, locale),
    tracking: order.tracking && trackingVariables(order)
  }
}

const itemVariables = ({ count, price, sku, title }: Item, digits: number) => ({
  title: oneLine(title),
  sku: oneLine(sku),
  count,
  price,
  total: numberOf(round(times(decimal(price), decimal(count)), digits))
})

const addressVariables = (given: Address, locale: string) => {
  const country = countryByUid(Number(given.country))
  const state = country?.states.find(({ uid }) => String(uid) === given.state)?.name ?? given.state
  return {
    fullname: set(given.fullname),
    email: set(given.email),
    phone: set(given.phone),
    addr1: set(given.addr1),
    addr2: set(given.addr2),
    zip: set(given.zip),
    city: set(given.city),
    state: set(state),
    country: country === undefined ? null : (countryName(country.code, locale) ?? country.name),
    vat: set(given.vat)
  }
}

const trackingVariables = (order: Order) => {
  const { courier, tracking, url } = trackingOf(order)
  return {
    courier: set(couriersByCode[courier]?.name ?? courier),
    number: set(tracking),
    url: address(url)
  }
}

/** The name of a country in the language of a locale; undefined where the platform has none. */
const countryName = (code: string, locale: string): string | undefined => {
  try {
    if (countries?.locale !== locale) {
      const names = new Intl.DisplayNames([locale.replace("_", "-")], { type: "region", fallback: "none" })
      countries = { locale, names }
    }
    return countries.names.of(code)
  } catch {
    return undefined
  }
}

/** The names for the locale that was asked for last; making them takes 60 µs, and asking for one takes 7. */
let countries: { readonly locale: string; readonly names: Intl.DisplayNames } | undefined

const addressNames = ["fullname", "email", "phone", "addr1", "addr2", "zip", "city", "state", "country", "vat"]
const within = (name: string, names: ReadonlyArray<string>) => names.map((one) => `${name}.${one}`)

const namesByGroup: { readonly [Name in ReturnType<typeof mailType>["variables"][number]]: ReadonlyArray<string> } = {
  shop: ["name", "url", "emails[]"],
  customer: ["fullname", "email"],
  order: [
    ...["id", "number", "date", "status", "currency"],
    ...within("items[]", ["title", "sku", "count", "price", "total"]),
    ...["shipping_cost", "payment_cost", "discount", "total"],
    ...within("billing", addressNames),
    ...within("delivery", addressNames),
    ...within("tracking", ["courier", "number", "url"])
  ],
  account: ["email"],
  gift_card: ["amount", "balance"],
  webhook: ["name", "url"]
}

/** The names of all variables of a mail: `shop.name`, `order.items[].title`. */
export const variableNames = (type: MailType): ReadonlyArray<string> =>
  mailType(type).variables.flatMap((group) => within(group, namesByGroup[group]))
