/** Shared parts of the suites of email templates. */
import type { Store } from "../../surface.ts"
import { pathsOf } from "../attributes/sample.ts"

/** The names of the mails, in the order of their numbers. */
export const names = [
  ...["new_order", "order_received", "order_paid", "order_in_preparation", "order_shipped", "order_cancelled"],
  ...["b2b_welcome", "gift_card", "webhook_disabled"]
]

/** A text of the second mail. */
export const own = (given: { readonly locale: string; readonly subject?: string; readonly message?: string }) => ({
  id: 2,
  subject: "Order {{ order.number }}",
  message: "<p>Hello {{ customer.fullname }}, {{ order.total | money }}</p>",
  ...given
})

/** The status of a change of a text, and what it changed or what was wrong with it. */
export const put = async ({ send }: Store, body: object | string) => {
  const { json, status } = await send({ method: "PUT", path: "/v1.1/emails/template.json", body })
  return [status, status === 200 ? json.nModified : pathsOf(json)]
}
