/** The operations on B2B listings and accounts. */
import { Schema } from "effect"
import { Removal } from "../../contract/answers.ts"
import { del, get, post, stream } from "../../contract/endpoint.ts"
import { Conflict, NotFound } from "../../contract/refusals.ts"

import { Bool, Email, NotBlank, names, ServiceID, Text, Uid } from "../../contract/values.ts"

import { ShownListing } from "./document.ts"
import { AccountList } from "./shown.ts"

const requires = "b2b"

export const endpoints = {
  listings: stream("/b2b/list_listing.json", {
    summary: "List the B2B listings.",
    columns: ["name", "description", "customers_group", "id"],
    output: Schema.Array(ShownListing),
    requires
  }),
  createListing: post("/b2b/listing.json", {
    summary: "Create a listing with its customer group and its price attribute.",
    description:
      "The group has the listing's name. The attribute is of type number and has the name with ' - price' after it.",
    input: {
      name: NotBlank.annotate({ description: "Several listings may have the same name." }),
      description: Schema.optionalKey(Text.annotate({ description: "What the listing is for, as the shop reads it." }))
    },
    output: ShownListing,
    refusals: [Conflict],
    requires,
    example: { name: "Restaurants", description: "Prices by the crate." }
  }),
  removeListing: del("/b2b/listing.json", {
    summary: "Remove a listing and its price attribute; its customer group stays.",
    input: { id: names("listings", ServiceID).annotate({ description: "The listing." }) },
    output: Schema.Struct({
      customers_group: Schema.Struct({
        id: names("customerGroups", ServiceID),
        listing: Schema.Struct({ removed: Bool.annotate({ description: "Whether the group lost the listing." }) })
      }),
      listing: Schema.Struct({
        id: names("listings", ServiceID),
        attribute: Schema.Struct({ removed: Bool.annotate({ description: "False if it was gone already." }) })
      })
    }),
    refusals: [NotFound],
    requires
  }),
  users: get("/b2b/users_list.json", {
    summary: "List the B2B accounts, in the order of their ids.",
    output: AccountList,
    requires
  }),
  createUser: post("/b2b/user.json", {
    summary: "Give a customer an active B2B account and a customer group.",
    description:
      "A guest with the email address is registered; without a customer of that address one is created. An account " +
      "that exists is kept; name and group become those that are sent.",
    input: {
      email: Email.annotate({ description: "Case does not matter." }),
      fullname: NotBlank.annotate({ description: "The customer's name." }),
      customer_group_id: names("customerGroups", ServiceID).annotate({ description: "A customer group of the shop." }),
      send_email: Schema.optionalKey(
        Text.annotate({
          description: "yes sends a welcome message to the holder of a new account; any other value does not."
        })
      )
    },
    output: Schema.Struct({
      user: Schema.Struct({ created: Bool.annotate({ description: "False if the account existed." }) }),
      customer_group: Schema.Struct({ associated: Bool.annotate({ description: "The customer is in the group." }) })
    }),
    requires,
    example: {
      email: "anna@example.com",
      fullname: "Anna Rossi",
      customer_group_id: "5f0c3a2b0e1f4d5a6b7c8d9e",
      send_email: "yes"
    }
  }),
  removeUser: del("/b2b/user.json", {
    summary: "Remove a B2B account: the customer becomes a guest, or is removed too.",
    input: {
      email: Schema.optionalKey(Email.annotate({ description: "Required if uid is not sent; uid wins." })),
      uid: Schema.optionalKey(names("users", Uid).annotate({ description: "The account's id." })),
      customer: Schema.optionalKey(
        Text.annotate({ description: "delete removes the customer too; with any other value it becomes a guest." })
      )
    },
    output: Schema.Struct({
      ...Removal.fields,
      customer: Schema.Struct({
        action: Schema.Literals(["deleted", "guest"]),
        customer_id: names("customers", ServiceID)
      })
    }),
    rules: ({ email, uid }) =>
      email === undefined && uid === undefined
        ? [{ at: ["email"], without: [["uid"]], message: "is required if uid is not sent" }]
        : [],
    refusals: [NotFound, Conflict],
    requires
  })
}
