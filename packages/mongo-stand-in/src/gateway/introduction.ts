// How the gateway introduces itself: as a router of a sharded cluster, so that drivers use sessions, transactions and retryable
// writes without looking for a primary; without `topologyVersion`, so that they poll and do not wait for a change.
import type { Call } from "./call.ts"
import { maxMessageBytes, written } from "./wire.ts"

/** The version of MongoDB whose wire protocol this is. */
const version = "7.0.0"

/** The answer to `hello` and its older names. */
export const hello = (): Uint8Array =>
  written({
    helloOk: true,
    ismaster: true,
    isWritablePrimary: true,
    msg: "isdbgrid",
    maxBsonObjectSize: 16 * 1024 * 1024,
    maxMessageSizeBytes: maxMessageBytes,
    maxWriteBatchSize: 25_000,
    localTime: new Date(),
    logicalSessionTimeoutMinutes: 30,
    minWireVersion: 0,
    maxWireVersion: 21,
    readOnly: false,
    ok: 1
  })

/** The MongoDB version that it emulates, and the version of the extension. */
export const buildInfo = ({ gate }: Call): Uint8Array =>
  written({ version, versionArray: [7, 0, 0, 0], documentdb: gate.version, maxBsonObjectSize: 16 * 1024 * 1024, ok: 1 })
