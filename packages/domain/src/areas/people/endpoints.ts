/** The operations on the people of a shop. */
import { Schema } from "effect"
import { Done } from "../../contract/answers.ts"
import { control } from "../../contract/endpoint.ts"
import { Conflict, Duplicate, NotFound } from "../../contract/refusals.ts"
import { Instant, NonEmptyText, names, ServiceID, Text } from "../../contract/values.ts"
import { Person } from "./document.ts"

const shop = names("shops", ServiceID).annotate({ description: "The shop that they work on." })
const { email, name, role } = Person.fields
const id = names("people", ServiceID)

export const endpoints = {
  list: control.get("/people/list.json", {
    summary: "List the people who may sign in to a shop.",
    audience: "shop",
    columns: ["name", "email", "role", "last_seen_at", "id"],
    input: { shop },
    output: Schema.Array(
      Schema.Struct({
        id,
        email,
        name,
        role,
        last_seen_at: Schema.NullOr(Instant).annotate({ description: "The last use of a session, to the hour." })
      })
    ),
    refusals: [NotFound]
  }),
  create: control.post("/people/person.json", {
    summary: "Let a person sign in to a shop.",
    description:
      "The link signs in once, within 7 days. A server with SMTP also mails the person a link of their own; without SMTP, send them the link in the answer. POST /session/code.json makes another one.",
    audience: "shop",
    input: {
      shop,
      email: email.annotate({ description: "The person's email address." }),
      name: Schema.optionalKey(name.annotate({ description: "The person's name; by default their email address." })),
      role
    },
    output: Schema.Struct({
      id,
      url: Text.annotate({ description: "A link that signs in; shown only once. The one in the mail is another." })
    }),
    refusals: [NotFound, Duplicate, Conflict],
    secret: true,
    mails: "email",
    example: { shop: "5f0c3a2b9e1d4c6a8b7f0123", email: "anna@example.com", name: "Anna Rossi", role: "owner" }
  }),
  remove: control.del("/people/person.json", {
    summary: "Remove a person from a shop; their sessions and links end at once.",
    description: "The last owner of a shop can be removed by the operator only.",
    audience: "shop",
    input: { shop, id: names("people", NonEmptyText).annotate({ description: "The person." }) },
    output: Done,
    refusals: [NotFound, Conflict]
  })
}
