/** A message and the order that it is about: the order's removal leaves no message that names it. */
import { collections } from "@bottega/domain/areas"
import { all } from "@bottega/storage"
import { Effect } from "effect"
import { relation, succeeds } from "../../relations/relation.ts"
import { placed } from "../orders/sample.ts"

export const mailOfOrder = relation({
  name: "a message and its order",
  target: async (side) => {
    const orderID = await placed(side, { billing_email: "anna@example.com" })
    return { orderID, ...(await side.operator.authorizations.create({ shop: side.shop, orderID })) }
  },
  make: ({ api }, { orderID }) => succeeds(api.orders.resendEmail({ orderID })),
  remove: ({ api }, { authorization_code, orderID }) => succeeds(api.orders.remove({ orderID, authorization_code })),
  references: (shop, { orderID }) =>
    Effect.map(
      all(shop, collections.mail, { where: [{ on: "order", eq: orderID }], latest: true }),
      ({ length }) => length
    ),
  withoutGuards: "the message is in a commit that writes the order"
})
