/** Snapshots of a shop on a server for development: its documents under a name, to which the shop can be returned. */
import { Schema } from "effect"
import { Done } from "../contract/answers.ts"
import { area } from "../contract/area.ts"
import { bounded } from "../contract/bounded.ts"
import { collection } from "../contract/collection.ts"
import { control } from "../contract/endpoint.ts"
import { texts } from "../contract/lookup.ts"
import { Conflict, NotFound } from "../contract/refusals.ts"
import { Instant, Int, names, ServiceID, Text, Title } from "../contract/values.ts"

/** The most snapshots of a shop, and the most that one of them holds. */
export const snapshotBounds = { snapshots: 20, documents: 50_000, bytes: 64 * 1024 * 1024, files: 10_000 }

/** The snapshot to which `reset` returns a shop. */
export const beginning = "beginning"

const shop = names("shops", ServiceID).annotate({ description: "The shop's id." })
const name = Title(64).annotate({ description: "The snapshot's name." })
const counts = {
  documents: Int.annotate({ description: "The documents in it." }),
  bytes: Int.annotate({ description: "Their size in bytes." })
}

/** A snapshot: `digest` is the SHA-256 of its documents, and `files` are those of the files that they name. `at` is in milliseconds. */
const Snapshot = Schema.Struct({
  name,
  at: Int,
  ...counts,
  digest: Text,
  files: bounded(Schema.Array(Text), { max: snapshotBounds.files, noun: "files" })
})
export type Snapshot = typeof Snapshot.Type

export const collections = {
  snapshots: collection("snapshots", Snapshot, {
    noun: "snapshot",
    personal: "none",
    local: true,
    key: ({ name }) => name,
    lookups: { contents: texts(({ digest, files }) => [digest, ...files]) },
    bytes: "contents",
    maxDocuments: snapshotBounds.snapshots
  })
}

const ShownSnapshot = Schema.Struct({
  name,
  at: Instant.annotate({ description: "When it was taken." }),
  ...counts
}).annotate({ identifier: "Snapshot" })

const endpoints = {
  list: control.get("/snapshots/list.json", {
    summary: "List the snapshots of a shop.",
    audience: "shop",
    input: { shop },
    output: Schema.Array(ShownSnapshot),
    refusals: [NotFound],
    workbench: true
  }),
  save: control.post("/snapshots/snapshot.json", {
    summary: "Take a snapshot of a shop; one of the same name is replaced.",
    audience: "shop",
    description: `It holds the shop's documents, but not its key sets and people, and not the answers that are kept for idempotency keys. A shop has up to ${snapshotBounds.snapshots}, each of up to ${snapshotBounds.documents} documents and 64 MiB.`,
    input: { shop, name },
    output: Done,
    refusals: [NotFound, Conflict],
    workbench: true
  }),
  remove: control.del("/snapshots/snapshot.json", {
    summary: "Remove a snapshot.",
    audience: "shop",
    input: { shop, name },
    output: Done,
    refusals: [NotFound],
    workbench: true
  }),
  restore: control.post("/snapshots/restore.json", {
    summary: "Return a shop to a snapshot, in one change.",
    audience: "shop",
    description:
      "Ids and numbers that were assigned since are not assigned again. Webhook deliveries and mail that wait to be sent are not sent. Key sets, people, limits and other shops stay as they are.",
    input: { shop, name },
    output: Done,
    refusals: [NotFound, Conflict],
    workbench: true
  }),
  reset: control.post("/snapshots/reset.json", {
    summary: "Return a shop to how it began.",
    description: `It began with the snapshot \`${beginning}\`, which the server takes when it makes the shop; saving one of that name sets another beginning.`,
    input: { shop },
    output: Done,
    refusals: [NotFound, Conflict],
    audience: "shop",
    workbench: true
  })
}

export const snapshots = area({ endpoints, collections, checks: [], events: {} })
