/**
 * A webhook as stored, and the types of events that a shop's webhooks wait for. Every commit that writes a webhook also writes
 * `hooks`, so its version tells whether any webhook of the shop changed.
 */
import { Schema } from "effect"
import { bounded } from "../../contract/bounded.ts"
import { collection } from "../../contract/collection.ts"
import { number, text } from "../../contract/lookup.ts"
import type { Outgoing } from "../../contract/outbox.ts"
import { SigningSecrets } from "../../contract/secrets.ts"
import { Int, ServiceID, Text, Unix } from "../../contract/values.ts"
import { goesOn, instanceFields } from "../keys/instance.ts"

/** What becomes of a webhook's events. */
export const WebhookState = Schema.Literals(["active", "paused", "disabled"]).annotate({
  description:
    "active: events are sent. paused: they wait. disabled: its address failed for too long; what happens now is not kept for it."
})
export type WebhookState = typeof WebhookState.Type

/** The body of a delivery: JSON, or a form. */
export const WebhookFormat = Schema.Literals(["json", "form"])

/** The most webhooks of a shop. */
export const maxWebhooks = 100

/**
 * A webhook as stored. `state` is what the operator and the deliveries made of it; {@link stateOf} adds whether its
 * application has keys. `resumed` is when the operator last let it go on, or when it last got another address, in unix
 * seconds; `created` is in unix microseconds. `since` is the number in {@link Hooks} with which it began to listen to its type;
 * see {@link isMeantFor}.
 */
export const Webhook = Schema.Struct({
  id: ServiceID,
  type: Int,
  url: Text,
  name: Text,
  format: WebhookFormat,
  ...instanceFields,
  state: WebhookState,
  resumed: Schema.NullOr(Unix),
  secrets: SigningSecrets,
  created: Int,
  since: Schema.optionalKey(Int)
})
export type Webhook = typeof Webhook.Type

/** The key of a shop's only document of {@link Hooks}. */
export const hooksKey = "hooks"

/**
 * The types of events that some webhook of the shop receives, now or once it is not paused any more; in ascending order.
 * `followed` is the key up to which followers have seen events: each commit of events guards this document, and gives them
 * higher keys. Notes of deliveries are written since someone first followed the shop's deliveries: with keys higher than
 * `notedFrom`; those of messages likewise, with keys higher than `mailsFrom`. `begun` counts how often a webhook began to listen to a type: when it was made, got another type, or was let go on
 * after it was disabled.
 */
export const Hooks = Schema.Struct({
  id: Schema.Literal(hooksKey),
  types: bounded(Schema.Array(Int), { max: maxWebhooks, noun: "types" }),
  followed: Schema.optionalKey(Text),
  notedFrom: Schema.optionalKey(Text),
  mailsFrom: Schema.optionalKey(Text),
  begun: Schema.optionalKey(Int)
})
export type Hooks = typeof Hooks.Type

/**
 * The state of a webhook at an instant (unix milliseconds): it pauses when the last pair of its application ends, until the
 * operator lets it go on or the application gets a new pair.
 */
export const stateOf = (
  { state, ...application }: Pick<Webhook, "keysEnd" | "resumed" | "state">,
  nowMs: number
): WebhookState => (state === "active" && !goesOn(application, nowMs) ? "paused" : state)

/** Whether events that happen now are kept for a webhook. */
export const isListening = ({ state }: Pick<Webhook, "state">): boolean => state !== "disabled"

/** Whether a webhook begins to listen to its type by a change; without `before` it is made. */
export const isBeginning = (
  before: Pick<Webhook, "state" | "type"> | undefined,
  after: Pick<Webhook, "state" | "type">
): boolean => isListening(after) && (before === undefined || !isListening(before) || before.type !== after.type)

/** Whether events that are still to be sent happened after a webhook began to listen, by the sequence of commits and not by a clock. */
export const isMeantFor = (
  { begun = Number.POSITIVE_INFINITY }: Pick<Outgoing, "begun">,
  { since = 0 }: Pick<Webhook, "since">
): boolean => since <= begun

/** What `hooks` holds with these webhooks. */
export const hooksOf = (webhooks: ReadonlyArray<Pick<Webhook, "state" | "type">>): Hooks => {
  const types = new Set(webhooks.filter(isListening).map(({ type }) => type))
  return { id: hooksKey, types: [...types].sort((a, b) => a - b) }
}

/** What a shop has that never had a webhook or a follower. */
export const noHooks: Hooks = { id: hooksKey, types: [] }

export const collections = {
  webhooks: collection("webhooks", Webhook, {
    noun: "webhook",
    personal: "none",
    key: ({ id }) => id,
    lookups: {
      created: number(({ created }) => created),
      name: text(({ name }) => name),
      instance: text(({ instance }) => instance),
      /** The type of a webhook for which events that happen now are kept. */
      listening: number((webhook) => (isListening(webhook) ? webhook.type : undefined))
    },
    orders: [["created"], ["name", "created"], ["instance", "created"], ["listening", "created"]],
    maxDocuments: maxWebhooks,
    // A copy of a shop sends nothing by itself; what happens there waits until the operator lets it go on.
    imported: (webhook) => (webhook.state === "active" ? { ...webhook, state: "paused" as const } : webhook)
  }),
  hooks: collection("hooks", Hooks, { noun: "list of event types", personal: "none", key: ({ id }) => id })
}
