/** Which messages a change writes: each is in the change's commit, together with its entry of the queue. */
import { collections } from "@bottega/domain/areas"
import { type MailType, mailOfStatus, mailType } from "@bottega/domain/areas/emails"
import { type Message, peopleOf } from "@bottega/domain/areas/mail"
import type { Order, Status } from "@bottega/domain/areas/orders"
import type { Person } from "@bottega/domain/areas/people"
import { Effect } from "effect"
import { insert, installation, type WriteDraft } from "../../engine/decide/change.ts"
import { Session } from "../../engine/decide/session.ts"
import { timeKey } from "../../engine/ids.ts"

const { mail, mailQueue } = collections

/** A message to be written: to whom, which mail it is, and what it is about. */
interface Draft
  extends Pick<Message, "to" | "reason">,
    Partial<Pick<Message, "order" | "people" | "about" | "person">> {}

/** The writes of one message of the session's shop. */
export const messageWrites = (draft: Draft) => Session.use(({ now, shop }) => messageOf(shop.id, now, draft))

/** The writes of one message of a shop. Its text is made later, because that takes long. */
export const messageOf = Effect.fnUntraced(function* (
  shop: string,
  now: number,
  { about = {}, order = null, people = [], person = null, reason, to }: Draft
) {
  const id = yield* timeKey
  const blank = { subject: "", text: "", html: "", rendered: false, attempts: [], messageId: null, failures: 0 }
  const own = { id, to, reason, order, people, about, person, ts: Math.floor(now / 1000), due: now }
  return [
    insert(mail, { ...blank, ...own, state: "queued" }, shop),
    insert(mailQueue, { id, shop, due: now }, installation)
  ] as ReadonlyArray<WriteDraft>
})

/** The writes of a message with a link that signs a person in; each attempt to send it makes the link. */
export const linkMessage = (shop: string, now: number, { email: to, id: person, name: fullname }: Person) =>
  messageOf(shop, now, { to, reason: "sign_in_link", person, about: { customer: { fullname, email: to } } })

/** The writes of one mail about an order, one message to each recipient. */
export const mailOf = Effect.fnUntraced(function* (type: MailType, order: Order) {
  const { shop } = yield* Session
  const recipients = mailType(type).to === "shop" ? shop.emails : buyerOf(order)
  const writes = yield* Effect.forEach(recipients, (to) =>
    messageWrites({ to, reason: type, order: order.orderID, people: peopleOf(order, to) })
  )
  return writes.flat()
})

const buyerOf = ({ billing: { email } }: Order): ReadonlyArray<string> => (email === "" ? [] : [email])

/** The writes of the mails that a shop sends by itself of an order: of these, those to customers only where it wants them. */
const sentByItself = Effect.fnUntraced(function* (order: Order, types: ReadonlyArray<MailType>) {
  const { shop } = yield* Session
  const wanted = types.filter((type) => mailType(type).to === "shop" || shop.mail_customers === 1)
  return (yield* Effect.forEach(wanted, (type) => mailOf(type, order))).flat()
})

/** The writes of the mails of a new order: to the shop, to the buyer, and the one of its status. */
export const mailsOfCreation = (order: Order) =>
  sentByItself(order, ["new_order", "order_received", ...ofStatus(order.status)])

/** The writes of the mail of an order's new status. */
export const mailsOfChange = (order: Order) => sentByItself(order, ofStatus(order.status))

const ofStatus = (status: Status): ReadonlyArray<MailType> => {
  const type = mailOfStatus(status)
  return type === undefined ? [] : [type]
}
