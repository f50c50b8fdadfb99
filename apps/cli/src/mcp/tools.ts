/** The tools of `bottega mcp`: few, whatever the number of operations, because each tool costs an assistant room. */
import { topics } from "@bottega/domain/areas/follow"
import { Schema } from "effect"
import { Tool, Toolkit } from "effect/ai"

const Operation = Schema.String.annotate({ description: "The id of an operation, such as orders.list." })

/** A refusal in one sentence, with the wrong parameters if there are any. */
export class Refused extends Schema.TaggedError<Refused>()("Refused", { message: Schema.String }) {}

const Search = Tool.make("search", {
  description: "Find the operations of the store's API by words, such as: stock of a product.",
  parameters: Schema.Struct({
    query: Schema.String,
    limit: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 50 })))
  }),
  success: Schema.Struct({
    operations: Schema.Array(
      Schema.Struct({ operation: Operation, method: Schema.String, path: Schema.String, summary: Schema.String })
    )
  })
})

const Describe = Tool.make("describe", {
  description:
    "Read the parameters, the answer, the refusals and an example of an operation. Do so before you call it.",
  parameters: Schema.Struct({ operation: Operation }),
  success: Schema.Struct({ text: Schema.String }),
  failure: Refused
})

const Call = Tool.make("call", {
  description:
    "Call an operation of the store's API. A refusal names each wrong parameter. Ask for few rows: a long answer is cut.",
  parameters: Schema.Struct({
    operation: Operation,
    parameters: Schema.optionalKey(Schema.Record(Schema.String, Schema.Unknown))
  }),
  success: Schema.Struct({
    answer: Schema.Unknown,
    next: Schema.optionalKey(Schema.String).annotate({ description: "The cursor of the next page." }),
    cut: Schema.optionalKey(Schema.String).annotate({ description: "What was left out of a long answer." })
  }),
  failure: Refused
})

const Follow = Tool.make("follow", {
  description:
    "Wait for what happens in a shop: its events, the requests to it, what becomes of its deliveries to webhooks, or of its mails. It answers with the first entries, or with none when the time is over; to go on without a gap, send their place as after.",
  parameters: Schema.Struct({
    shop: Schema.optionalKey(Schema.String),
    topics: Schema.optionalKey(Schema.Array(Schema.Literals(topics))),
    after: Schema.optionalKey(Schema.String).annotate({ description: "The place to go on from; by default now." }),
    seconds: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 60 }))).annotate({
      description: "How long to wait; 10 by default."
    }),
    limit: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100 }))).annotate({
      description: "How many entries at most; 20 by default."
    })
  }),
  success: Schema.Struct({
    entries: Schema.Array(Schema.Unknown),
    after: Schema.String.annotate({ description: "The place after these entries." })
  }),
  failure: Refused
})

/** What an assistant can do with a store. */
export const tools = Toolkit.make(
  Search.annotate(Tool.Readonly, true).annotate(Tool.OpenWorld, false),
  Describe.annotate(Tool.Readonly, true).annotate(Tool.OpenWorld, false),
  Call.annotate(Tool.OpenWorld, false),
  Follow.annotate(Tool.Readonly, true).annotate(Tool.OpenWorld, false)
)
