/** Sessions of people and of the operator: how a browser gets one, and how it ends. */
import { Schema } from "effect"
import { Done } from "../contract/answers.ts"
import { area } from "../contract/area.ts"
import { optional } from "../contract/defaults.ts"
import { control } from "../contract/endpoint.ts"
import { Conflict, NotFound } from "../contract/refusals.ts"
import { Instant, NonEmptyText, names, ServiceID, Text } from "../contract/values.ts"

const OpenSession = Schema.Struct({
  person: Schema.NullOr(names("people", ServiceID)).annotate({
    description: "The person who has signed in; null for the operator."
  }),
  role: Schema.Literals(["operator", "owner", "reads"]).annotate({
    description: "operator may do everything; owner everything in the shop; reads may only read, and sees no secrets."
  }),
  shops: Schema.Array(names("shops", ServiceID)).annotate({ description: "The shops that the session can reach." })
}).annotate({ identifier: "OpenSession" })
export type OpenSession = typeof OpenSession.Type

const endpoints = {
  create: control.post("/session.json", {
    summary: "Sign in with a code; the answer sets a cookie.",
    description:
      "A code is valid once. The cookie is called bottega_<port>, only this server reads it, and the session ends after 12 hours without use or after 30 days. A call with the cookie must be of a page of the same origin and have the header Bottega-Console: 1.",
    audience: "anyone",
    input: {
      code: NonEmptyText.annotate({
        description: "The code in a link, after the #: of npm start, of bottega console, or of a mail."
      })
    },
    output: OpenSession,
    refusals: [Conflict],
    secret: true
  }),
  link: control.post("/session/link.json", {
    summary: "Mail another link to the person whom a link was for, after it was used or has expired.",
    description:
      "The link goes to the person's address. The answer is the same for every code, and also where nothing is sent: the code is unknown, the person was removed, the server has no SMTP, or the person got 3 links within the last hour. A code asks for 30 days after its end.",
    audience: "anyone",
    input: { code: NonEmptyText.annotate({ description: "The code of the earlier link, after its #." }) },
    output: Done,
    refusals: [],
    secret: true
  }),
  read: control.get("/session.json", {
    summary: "Read who has signed in.",
    audience: "session",
    output: OpenSession
  }),
  remove: control.del("/session.json", {
    summary: "Sign out: the session of this call ends.",
    audience: "session",
    output: Done
  }),
  code: control.post("/session/code.json", {
    summary: "Make a code that signs in once, within 10 minutes.",
    description: "Without a person, the code is for the caller: the operator, or the person who has signed in.",
    audience: "shop",
    input: optional({
      shop: names("shops", ServiceID).annotate({ description: "The shop that the person works on." }),
      person: names("people", ServiceID).annotate({ description: "The person who is to sign in." })
    }),
    rules: ({ person, shop }) =>
      person === undefined || shop !== undefined ? [] : [{ at: ["shop"], message: "is required with person" }],
    output: Schema.Struct({
      code: Text,
      url: Text.annotate({ description: "The address that signs in, with the code after the #." }),
      expires_at: Instant
    }),
    refusals: [NotFound, Conflict],
    secret: true
  })
}

export const session = area({ endpoints, collections: {}, checks: [], events: {} })
