/** How each operation on orders is called so that it answers 200. */
import { addressed, noId, noOrder, type Subjects, unique } from "../../subjects.ts"
import { placed, sample } from "./sample.ts"

const ofOrder = addressed("orderID", (store) => placed(store))

export const subjects: Subjects<"orders"> = {
  list: {
    given: async (store) => ({ orderID: [await placed(store)], nodes: ["tags"] }),
    absent: (given) => ({ ...given, orderID: [noOrder] })
  },
  changes: { given: () => ({ updated_from: 0, updated_to: 4_000_000_000 }) },
  read: ofOrder(),
  legacy: ofOrder(),
  update: ofOrder({ status: 3, courier: "brt", tracking: "123456789", pickup_date: "2026-11-23" }),
  addTags: ofOrder({ tags: ["gift"] }),
  removeTags: addressed("orderID", (store) => placed(store, { tags: ["gift"] }))({ tags: ["gift"] }),
  tracking: ofOrder(),
  couriers: { given: () => ({}) },
  statuses: { given: () => ({}) },
  create: { given: () => sample({ billing_email: `buyer${unique()}@example.com` }) },
  remove: {
    given: async (store) => {
      const orderID = await placed(store)
      const issued = await store.operator.authorizations.create({ shop: store.shop.id, orderID })
      return { orderID, authorization_code: issued.authorization_code }
    }
  },
  resendEmail: addressed("orderID", (store) => placed(store, { billing_email: "anna@example.com" }))(),
  checkoutMethods: { given: () => ({}) },
  days: {
    given: async (store) => {
      const day = `2026-${String(1 + (Math.floor(unique() / 28) % 12)).padStart(2, "0")}-${String(1 + (unique() % 28)).padStart(2, "0")}`
      await placed(store, { timestamp: Date.parse(`${day}T12:00:00Z`) / 1000 })
      await store.work()
      return { shop: store.shop.id, from: day, to: day }
    },
    absent: (given) => ({ ...given, shop: noId })
  },
  log: {
    given: async (store) => ({ shop: store.shop.id, orderID: await placed(store) }),
    absent: (given) => ({ ...given, orderID: noOrder })
  },
  timeline: ofOrder()
}
