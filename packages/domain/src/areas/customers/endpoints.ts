/** The operations on customers. */
import { Schema } from "effect"
import { get } from "../../contract/endpoint.ts"
import { NotFound } from "../../contract/refusals.ts"
import { ServiceID, Text } from "../../contract/values.ts"
import { CustomerDetail } from "./shown.ts"

export const endpoints = {
  read: get("/clients/client.json", {
    summary: "Read a customer.",
    input: {
      id: Schema.optionalKey(ServiceID),
      email: Schema.optionalKey(
        Text.annotate({ description: "Required if id is not sent; upper and lower case are equal." })
      )
    },
    output: CustomerDetail,
    rules: ({ email, id }) =>
      id === undefined && email === undefined ? [{ at: ["id"], message: "is required if email is not sent" }] : [],
    refusals: [NotFound],
    stability: "beta"
  })
}
