/** The last requests of a server, for those who write its clients. */
import { Schema } from "effect"
import { area } from "../contract/area.ts"
import { cursor } from "../contract/cursor.ts"
import { optional, withDefault } from "../contract/defaults.ts"
import { control } from "../contract/endpoint.ts"
import { Conflict, NotFound } from "../contract/refusals.ts"
import { Decimal, Flag, Int, intBetween, NonEmptyText, names, ServiceID, Text, Unix } from "../contract/values.ts"

/** A request as the list shows it. */
export const ListedRequest = Schema.Struct({
  ts: Unix.annotate({ description: "When it was answered." }),
  requestId: Text,
  shop: Schema.NullOr(names("shops", ServiceID)),
  key: Schema.NullOr(Text).annotate({
    description: "The key of its pair, or person:<id>; null for the operator, and for a caller that is not known."
  }),
  method: Text,
  path: Text.annotate({ description: "Without its query." }),
  status: Int,
  ms: Decimal.annotate({ description: "Milliseconds from its arrival to its answer." }),
  ip: Text
}).annotate({ identifier: "ListedRequest" })
export type ListedRequest = typeof ListedRequest.Type

const shop = names("shops", ServiceID)
const text = Schema.NullOr(Text)

const endpoints = {
  list: control.page("/requests/list.json", {
    summary: "List the last requests that this server answered, newest first.",
    description:
      "Each process keeps its own last 2,000 requests in memory, without secrets. They are gone when it ends.",
    audience: "shop",
    columns: ["ts", "status", "method", "path", "ms", "key", "requestId"],
    input: {
      ...optional({
        shop: shop.annotate({ description: "Only requests to this shop." }),
        key: Text.annotate({ description: "Only requests with this key, or of this person: person:<id>." }),
        status: Int.annotate({ description: "Only requests answered with this status; 4 stands for 400 to 499." }),
        path: NonEmptyText.annotate({ description: "Only requests whose path has this text in it." }),
        from: Unix.annotate({ description: "Only requests after this moment." }),
        to: Unix.annotate({ description: "Only requests before this moment." })
      }),
      limit: withDefault(intBetween(1, 1000), 100),
      cursor
    },
    output: Schema.Array(ListedRequest),
    refusals: [NotFound]
  }),
  request: control.get("/requests/request.json", {
    summary: "Read one of the last requests, with what was sent and answered.",
    description:
      "Secrets are struck out. Without --demo or --workbench there are no headers, body and answer. A body is absent if it has more than 65,536 characters, is multipart data or a base64 upload; so is a streamed answer. Once a person's data are erased, these are absent from all requests to the shop until a minute later.",
    audience: "shop",
    input: {
      shop: shop.annotate({ description: "The shop." }),
      requestId: NonEmptyText.annotate({ description: "The request's id, from the header X-Request-Id." })
    },
    output: Schema.Struct({
      ...ListedRequest.fields,
      query: text,
      headers: Schema.NullOr(Schema.Record(Text.annotate({ title: "name" }), Text)),
      body: text,
      answer: text
    }),
    refusals: [NotFound]
  }),
  replay: control.post("/requests/replay.json", {
    summary: "Send one of the last requests again, as it was or changed, and compare both answers.",
    description:
      "It is sent with a key set, counts against its limits, and is one of the last requests itself. Of the headers only Content-Type and Idempotency-Key are sent again. A change that is sent again without its Idempotency-Key is made again.",
    audience: "shop",
    input: {
      shop: shop.annotate({ description: "The shop." }),
      requestId: NonEmptyText.annotate({ description: "The request's id, from the header X-Request-Id." }),
      ...optional({
        key: names("keySets", NonEmptyText).annotate({
          description: "Send it with this key; required if it was not sent with a key set."
        }),
        method: Schema.Literals(["GET", "POST", "PUT", "DELETE"]).annotate({
          description: "Send it with this method."
        }),
        path: NonEmptyText.annotate({
          description: "Send it to this path, with a query or without: /v1.1/orders/list.json?limit=1."
        }),
        body: NonEmptyText.annotate({
          description:
            "Send this body: JSON if it begins with {, otherwise a form. Required if the request had one that is not kept."
        })
      }),
      same_key: withDefault(Flag, 0).annotate({
        description:
          "1 sends the Idempotency-Key of the request, so that its answer is given again; with 0 a new one is sent if it had one."
      })
    },
    output: Schema.Struct({
      status: Int,
      body: text.annotate({ description: "The answer; null if it has more than 65,536 characters." }),
      requestId: Text.annotate({ description: "The id of the request that was sent now." }),
      before: Schema.Struct({ status: Int, body: text }).annotate({
        description: "The answer to the first request; its body is null if it is not kept."
      })
    }),
    refusals: [NotFound, Conflict],
    workbench: true,
    secret: true
  })
}

export const requests = area({ endpoints, collections: {}, checks: [], events: {} })
