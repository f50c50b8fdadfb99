/** The events of customers. */
import { Schema } from "effect"
import { event } from "../../contract/event.ts"
import { Int, names, ServiceID } from "../../contract/values.ts"
import { CustomerDetail } from "./document.ts"

/** What is left to say of a customer who was removed. */
const RemovedCustomer = Schema.Struct({ id: names("customers", ServiceID), userUID: names("users", Int) }).annotate({
  identifier: "RemovedCustomer"
})

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
  }),
  customerRemoved: event(108, "customer.removed", {
    summary: "A customer was removed, or erased; the event holds nothing else of the person.",
    data: RemovedCustomer,
    outlivesPerson: true,
    by: ["customers.remove", "customers.erase", "b2b.removeUser"]
  })
}
