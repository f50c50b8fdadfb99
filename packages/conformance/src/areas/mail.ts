/** Mail: which messages are written of what, and what the operator sees of them and does with them. */
import { type Covered, noId, unique } from "../subjects.ts"
import { type Store, suiteOfWork } from "../surface.ts"
import { newUser } from "./b2b/sample.ts"
import { messages } from "./mail/messages.ts"
import { orderMails } from "./mail/orders.ts"
import { mailOfOrder } from "./mail/relation.ts"

const promises = suiteOfWork("mail", (open) => {
  messages(open)
  orderMails(open)
})

/** A shop with a message, and the parameters that address it. */
const oneIn = async (store: Store) => {
  const other = await store.withShop({ modules: ["b2b"] })
  await other.api.b2b.createUser(await newUser(other, { fullname: `Buyer ${unique()}`, send_email: "yes" }))
  await other.work()
  const [message] = await other.operator.mail.list({ shop: other.shop.id })
  return { shop: other.shop.id, id: message!.id }
}

export const mail: Covered<"mail"> = {
  suite: promises,
  relations: [mailOfOrder],
  subjects: {
    list: {
      given: async (store) => ({ shop: (await oneIn(store)).shop }),
      absent: () => ({ shop: noId })
    },
    message: { given: oneIn, absent: (given) => ({ ...given, id: noId }) },
    resend: { given: oneIn, absent: (given) => ({ ...given, id: noId }) }
  }
}
