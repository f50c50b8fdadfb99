/** The operations on webhooks: those of the shop's applications, and those of the operator. */
import { Schema } from "effect"
import { Done, doneWith } from "../../contract/answers.ts"
import { optional, withDefault } from "../../contract/defaults.ts"
import { control, del, get, post, put, stream } from "../../contract/endpoint.ts"
import { Conflict, NotFound } from "../../contract/refusals.ts"
import { SecretOverlap } from "../../contract/secrets.ts"
import { Flag, maxCharacters, names, ServiceID, Text, Title, Url } from "../../contract/values.ts"
import { maxWebhooks, WebhookFormat, WebhookState } from "./document.ts"
import { EventType } from "./types.ts"

const WebhookId = names("webhooks", ServiceID)

/** The bounds of what is stored of a webhook, in characters. */
export const webhookBounds = { nameCharacters: 255, urlCharacters: 2048 }

/** A webhook as callers see it, without its secret. */
export const ShownWebhook = Schema.Struct({
  id: WebhookId,
  type: EventType.annotate({ description: "The type of the events that it receives." }),
  url: Text,
  name: Text,
  state: WebhookState
}).annotate({ identifier: "Webhook" })
export type ShownWebhook = typeof ShownWebhook.Type

const id = WebhookId.annotate({ description: "The webhook." })
const given = {
  url: Url.check(maxCharacters(webhookBounds.urlCharacters)).annotate({
    description: "Where events are sent by POST: an http or https address on the public internet."
  }),
  type: EventType.annotate({ description: "The type of the events to receive; each has its entry below Webhooks." }),
  name: Title(webhookBounds.nameCharacters).annotate({
    description: "What the webhook is called; several may have the same name."
  })
}
const secret = Text.annotate({
  description: "Signs the webhook's events by Standard Webhooks 1.0.0; it is shown only once."
})
const shop = names("shops", ServiceID).annotate({ description: "The shop's id." })
const webhook = WebhookId.annotate({ description: "The webhook." })

export const endpoints = {
  list: stream("/webhook/list.json", {
    summary: "List the webhooks of the shop, the oldest first.",
    columns: ["id", "type", "name", "url", "state"],
    output: Schema.Array(ShownWebhook)
  }),
  read: get("/webhook/webhook.json", {
    summary: "Read one webhook.",
    input: { id },
    output: ShownWebhook,
    refusals: [NotFound]
  }),
  search: get("/webhook/search.json", {
    summary: "Find a webhook by its name: the oldest of that name.",
    input: { name: Text.annotate({ description: "The whole name." }) },
    output: ShownWebhook,
    refusals: [NotFound]
  }),
  create: post("/webhook/webhook.json", {
    summary:
      "Add a webhook, which sends the events of a type to an address; the secret that signs them is shown only once.",
    description: `A shop has up to ${maxWebhooks} webhooks, which all its key sets share. A webhook pauses when the last pair of the application that made it is revoked or expires: its events wait.`,
    input: {
      ...given,
      format: withDefault(WebhookFormat, "json").annotate({
        description: "form sends events as a form instead of as JSON."
      })
    },
    output: doneWith({ id: WebhookId, secret }),
    refusals: [Conflict],
    secret: true,
    example: { url: "https://erp.example/bottega/orders", type: 0, name: "New orders to the ERP" }
  }),
  update: put("/webhook/webhook.json", {
    summary: "Change a webhook.",
    description: "Events of a former type that were tried before, or are parked, are still sent to it.",
    input: { id, ...optional(given) },
    output: Done,
    refusals: [NotFound],
    stability: "companion",
    example: { id: "5f0c3a2b9e1d4c6a8b7f0123", name: "New orders to the new ERP" }
  }),
  remove: del("/webhook/webhook.json", {
    summary: "Remove a webhook; events that wait for it are not sent any more.",
    input: { id },
    output: Done,
    refusals: [NotFound]
  }),
  rotate: control.post("/webhooks/rotate.json", {
    audience: "shop",
    summary: "Give a webhook a new secret; events are signed with the former one too for a while.",
    input: { shop, webhook, overlap_seconds: SecretOverlap },
    output: Schema.Struct({ secret }),
    refusals: [NotFound, Conflict],
    secret: true
  }),
  setPaused: control.put("/webhooks/webhook.json", {
    audience: "shop",
    summary: "Pause a webhook, or let it continue with the events that wait, even after it was disabled.",
    input: {
      shop,
      webhook,
      paused: Flag.annotate({
        description: "1 pauses it; 0 lets it continue, even if its application has no valid key."
      })
    },
    output: Done,
    refusals: [NotFound]
  })
}
