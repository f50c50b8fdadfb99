/** How orders are found, ordered and kept, and what they hold of a person. */
import { collection } from "../../contract/collection.ts"
import { number, numbers, text, texts } from "../../contract/lookup.ts"
import { searched } from "../../contract/search-words.ts"
import { collections as ofDays } from "./days.ts"
import { beside, hourOf, Order, placedAt, wordsOf } from "./document.ts"
import { personal } from "./personal.ts"

/** The words of names that find an order. Most orders have two or three. */
const maxWords = 8

export const collections = {
  ...ofDays,
  orders: collection("orders", Order, {
    noun: "order",
    personal,
    key: ({ orderID }) => orderID,
    lookups: {
      placed: number(placedAt),
      status: number(({ status }) => status),
      email: text(({ billing: { email } }) => (email === "" ? undefined : email.toLowerCase())),
      tag: texts(({ tags }) => tags),
      word: texts(({ billing: { fullname } }) => wordsOf(fullname)),
      begun: number(({ log }) =>
        log.reduce<number | undefined>((least, { ts }) => Math.min(least ?? ts, ts), undefined)
      ),
      active: numbers(({ log }) => [
        ...new Set(log.flatMap(({ after, ts }) => (after === undefined ? [hourOf(ts)] : [hourOf(ts), hourOf(after)])))
      ]),
      customer: text(({ customer: { id } }) => id ?? undefined),
      /** The email address of an order that is delivered to another person than its buyer. */
      recipient: text(({ billing, delivery }) => {
        const email = delivery.email.toLowerCase()
        return email === "" || email === billing.email.toLowerCase() ? undefined : email
      }),
      /** The microsecond in the key of its last event, by which those who follow a shop find what changed. */
      changed: number(({ lastEvent }) =>
        lastEvent === undefined ? undefined : Number.parseInt(lastEvent.slice(0, 14), 16)
      ),
      token: searched(
        ({ billing, delivery, short_id }) => ({
          words: [billing.fullname, delivery.fullname, billing.email],
          values: [short_id]
        }),
        maxWords
      )
    },
    orders: [
      ["placed"],
      ["status", "placed"],
      ["email", "placed"],
      ["tag", "placed"],
      ["word", "placed"],
      ["customer", "placed"],
      ["begun"],
      ["active"]
    ],
    // Buyers order in no particular sequence, so each index entry changes a different page. Few orders have another
    // recipient, and a deferred lookup without a value has no entry.
    deferred: ["email", "customer", "recipient", "token"],
    lastEvent: "lastEvent",
    beside: Object.keys(beside) as Array<keyof typeof beside>
  })
}
