/** The webhooks in the OpenAPI description: each event with the body of its delivery. */
import { type AnyEvent, type Areas, deliveryOf, shapeOf } from "@bottega/domain/contract"
import { nameOf, type Schemas } from "./schemas.ts"

/** The events that an operation causes, by their names. */
export const webhooksOf = (areas: Areas, schemas: Schemas): Record<string, object> =>
  Object.fromEntries(
    Object.entries(areas).flatMap(([area, { events }]) =>
      Object.values(events)
        .filter(({ by }) => by.length > 0)
        .map((event) => [event.name, { post: webhookOf(area, event, schemas) }])
    )
  )

const webhookOf = (area: string, event: AnyEvent, schemas: Schemas): object => ({
  operationId: event.name,
  tags: [area],
  summary: event.summary,
  description: `Event ${event.type}, caused by ${event.by.join(", ")}. It is sent to the webhooks of this type.`,
  security: [],
  parameters: headers,
  requestBody: {
    required: true,
    content: {
      "application/json": { schema: schemas.named(`${nameOf(event.name)}Delivery`, shapeOf(deliveryOf(event).ast)) }
    }
  },
  responses: { "2XX": { description: "Received. Any other answer, or none in time, is tried again later." } }
})

const header = (name: string, description: string) => ({
  ...{ name, in: "header", required: true, description },
  schema: { type: "string" }
})

const headers = [
  header("webhook-id", "The delivery's id, the same for each attempt."),
  header("webhook-timestamp", "When this attempt was made, in unix seconds."),
  header("webhook-signature", "Signatures as in Standard Webhooks 1.0.0, separated by spaces.")
]
