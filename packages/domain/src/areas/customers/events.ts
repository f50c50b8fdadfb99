/** The events of customers. */
import { event } from "../../contract/event.ts"
import { CustomerDetail } from "./shown.ts"

export const events = {
  customerCreated: event(101, "customer.created", {
    summary: "A customer was created.",
    data: CustomerDetail,
    by: ["customers.create", "orders.create", "b2b.createUser"]
  }),
  customerUpdated: event(102, "customer.updated", {
    summary: "A customer was changed.",
    data: CustomerDetail,
    by: [
      ...["customers.update", "customers.acceptMarketing", "customers.setCustomFields"],
      ...["customers.setGroup", "customers.removeGroup", "customers.setTags", "customers.addTags"],
      ...["customers.removeTags", "customers.batchSetTags", "customers.batchAddTags", "customers.batchRemoveTags"],
      ...["b2b.createUser", "b2b.removeUser"]
    ]
  })
}
