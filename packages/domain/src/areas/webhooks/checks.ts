/** What doctor checks of webhooks: which events are kept for them, and when the keys of their applications end. */
import { belongs, type Check, crossCheck, related } from "../../contract/check.ts"
import { pausesWithKeys } from "../keys/instance.ts"
import { collections, type Hooks, hooksKey, isListening } from "./document.ts"
import { eventsByType } from "./types.ts"

const { hooks, webhooks } = collections

const typesCheck = belongs(
  "The types of events that the shop keeps for webhooks hold the type of each webhook",
  webhooks,
  hooks,
  (webhook) => (isListening(webhook) ? hooksKey : undefined),
  ({ id, type }, list) => {
    if (!eventsByType.has(type)) return `the webhook ${id} is for events of type ${type}, which no area declares`
    return list?.types.includes(type) ? undefined : `events of type ${type} are not kept for the webhook ${id}`
  }
)

const listCheck = crossCheck<Hooks, Set<number>>(
  "Each type of events that the shop keeps for webhooks is that of a webhook",
  hooks,
  {
    related: [
      related(
        webhooks,
        "listening",
        ({ types }: Hooks) => types,
        (found: Set<number>, { type }) => found.add(type)
      )
    ],
    begin: () => new Set(),
    wrong: ({ types }, found) =>
      types
        .filter((type) => !found.has(type))
        .map((type) => `events of type ${type} are kept, and no webhook is for them`)
  }
)

const keysCheck = pausesWithKeys(webhooks, "webhook")

export const checks: ReadonlyArray<Check> = [typesCheck, listCheck, keysCheck]
