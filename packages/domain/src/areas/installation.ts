/** How an installation is: its last backup and examination, what waits to be sent, and its background work. */
import { Schema } from "effect"
import { area } from "../contract/area.ts"
import { maxCounted } from "../contract/bounded.ts"
import { collection } from "../contract/collection.ts"
import { control } from "../contract/endpoint.ts"
import { NotFound } from "../contract/refusals.ts"
import { Instant, Int, names, ServiceID, Text } from "../contract/values.ts"

/**
 * The last run of a maintenance command that was recorded in the store, in unix milliseconds: the file that a backup wrote, or the
 * number of faults that doctor found.
 */
const LastRun = Schema.Union([
  Schema.Struct({ command: Schema.Literal("backup"), at: Int, file: Text }),
  Schema.Struct({ command: Schema.Literal("doctor"), at: Int, faults: Int })
])
export type LastRun = typeof LastRun.Type

export const collections = {
  // The runs of another store say nothing of this one.
  lastRuns: collection("lastruns", LastRun, {
    personal: "none",
    owner: "installation",
    local: true,
    key: ({ command }) => command
  })
}

const counted = (description: string) =>
  Schema.optionalKey(Int.annotate({ description: `${description} Only with a shop; counting ends at ${maxCounted}.` }))

const Mails = Schema.Struct({
  failed: counted("Messages that were given up."),
  queued: Int.annotate({ description: `Messages that wait to be sent; counting ends at ${maxCounted}.` }),
  kept: counted("Messages that are sent only when the operator asks for it."),
  sent: counted("Messages that were sent and are still kept."),
  oldest_at: Schema.NullOr(Instant).annotate({
    description:
      "When the oldest queued message was made; null if that is not known, after a clock that was ahead was set back."
  })
}).annotate({ identifier: "MailStatus" })

const Deliveries = Schema.Struct({
  undelivered: Int.annotate({
    description: `Deliveries that have failed once or wait behind such a one, and without a shop also events that were not tried yet; counting ends at ${maxCounted}.`
  }),
  oldest_at: Schema.NullOr(Instant).annotate({
    description:
      "When the oldest of them happened; null if that is not known, after a clock that was ahead was set back."
  }),
  broken: Int.annotate({ description: "Webhooks whose receivers accept nothing at present." }),
  dead: counted("Deliveries that were given up."),
  paused: counted("Webhooks that are paused."),
  disabled: counted("Webhooks that were disabled because their addresses failed for too long.")
}).annotate({ identifier: "DeliveryStatus" })

const WorkerStatus = Schema.Struct({
  name: Text,
  last_run_at: Schema.NullOr(Instant).annotate({ description: "When it last finished a run, in any process." }),
  last_failure: Schema.NullOr(
    Schema.Struct({
      at: Instant,
      reason: Text.annotate({ description: "The kind of the failure; the log says more." })
    })
  )
}).annotate({ identifier: "WorkerStatus" })

/** The status as it is shown. */
export const Status = Schema.Struct({
  backup: Schema.NullOr(Schema.Struct({ at: Instant, file: Text })).annotate({
    description: "The last copy that bottega backup made of this store, and its path on that machine."
  }),
  doctor: Schema.NullOr(Schema.Struct({ at: Instant, faults: Int })).annotate({
    description: "What bottega doctor last found in this store."
  }),
  mail: Mails,
  deliveries: Deliveries,
  workers: Schema.NullOr(Schema.Array(WorkerStatus)).annotate({ description: "Background work that ever ran." }),
  version: Text.annotate({ description: "The version of the program." }),
  clock: Schema.Struct({
    now: Instant.annotate({ description: "What the clock of the server shows." }),
    offset_seconds: Schema.Finite.annotate({ description: "How far it is ahead of real time." })
  })
}).annotate({ identifier: "Status" })

const endpoints = {
  status: control.get("/status.json", {
    audience: "shop",
    summary: "Show the state of the installation, or of one of its shops.",
    description:
      "Without a shop, mail and deliveries are those of all shops. A person who has signed in sees those of their shop; backup, doctor and workers are null, because they are of the whole installation.",
    input: {
      shop: Schema.optionalKey(names("shops", ServiceID).annotate({ description: "Count what this shop has." }))
    },
    output: Status,
    refusals: [NotFound]
  })
}

export const installation = area({ endpoints, collections, checks: [], events: {} })
