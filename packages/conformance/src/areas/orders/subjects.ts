/** How each operation on orders is called so that it answers 200. */
import { type Subject, type Subjects, unique } from "../../subjects.ts"
import { noOrder, placed, sample } from "./sample.ts"

/** A call that addresses an order, with what else it is given; the order is made with these parameters. */
const ofOrder = <Given extends { readonly orderID: string }>(
  more: Omit<Given, "orderID">,
  order?: Parameters<typeof placed>[1]
): Subject<Given> => ({
  given: async (store) => ({ orderID: await placed(store, order), ...more }) as Given,
  absent: (given) => ({ ...given, orderID: noOrder })
})

export const subjects: Subjects<"orders"> = {
  list: {
    given: async (store) => ({ orderID: [await placed(store)], nodes: ["tags"] }),
    absent: (given) => ({ ...given, orderID: [noOrder] })
  },
  changes: { given: () => ({ updated_from: 0, updated_to: 4_000_000_000 }) },
  read: ofOrder({}),
  legacy: ofOrder({}),
  update: ofOrder({ status: 3, courier: "brt", tracking: "123456789", pickup_date: "2026-11-23" }),
  addTags: ofOrder({ tags: ["gift"] }),
  removeTags: ofOrder({ tags: ["gift"] }, { tags: ["gift"] }),
  tracking: ofOrder({}),
  couriers: { given: () => ({}) },
  statuses: { given: () => ({}) },
  create: { given: () => sample({ billing_email: `buyer${unique()}@example.com` }) },
  remove: {
    given: async (store) => {
      const orderID = await placed(store)
      const issued = await store.operator.authorizations.create({ shop: store.shop.id, orderID })
      return { orderID, authorization_code: issued.authorization_code }
    },
    absent: (given) => ({ ...given, orderID: noOrder })
  },
  checkoutMethods: { given: () => ({}) },
  timeline: ofOrder({})
}
