/** What doctor checks of mail: the queue has an entry for each queued message, and for no other one. */
import { belongs, type Check } from "../../contract/check.ts"
import { collections } from "./document.ts"

const { mail, mailQueue } = collections

export const checks: ReadonlyArray<Check> = [
  belongs(
    "A queued message has an entry in the queue, for the time of its next attempt",
    mail,
    mailQueue,
    ({ id, state }) => (state === "queued" ? id : undefined),
    ({ due, id }, entry) => {
      if (entry === undefined) return `the message ${id} is queued, and has no entry in the queue`
      return entry.due === due
        ? undefined
        : `the message ${id} is due at ${due}, and its entry in the queue at ${entry.due}`
    }
  ),
  // An entry outlives a message that was erased or removed, until it is due.
  belongs(
    "A message with an entry in the queue is queued",
    mailQueue,
    mail,
    ({ id }) => id,
    ({ id, shop }, message) =>
      message === undefined || message.state === "queued"
        ? undefined
        : `the message ${id} of the shop ${shop} is ${message.state}, and has an entry in the queue`,
    ({ shop }) => shop
  )
]
