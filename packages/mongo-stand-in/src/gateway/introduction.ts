// What the gateway says of itself. As a router of a sharded cluster, for then drivers use sessions, transactions and
// retryable writes without asking who is primary; without `topologyVersion`, for then they ask again and wait for nothing.
import type { Call } from "./commands.ts"
import { maxMessageSize, written } from "./wire.ts"

/** The version of MongoDB whose wire protocol this is. */
const version = "7.0.0"

/** The answer to `hello`, and to its older names. */
export const hello = (): Uint8Array =>
  written({
    helloOk: true,
    ismaster: true,
    isWritablePrimary: true,
    msg: "isdbgrid",
    maxBsonObjectSize: 16 * 1024 * 1024,
    maxMessageSizeBytes: maxMessageSize,
    maxWriteBatchSize: 25_000,
    localTime: new Date(),
    logicalSessionTimeoutMinutes: 30,
    minWireVersion: 0,
    maxWireVersion: 21,
    readOnly: false,
    ok: 1
  })

/** The version it speaks for, and the one of the extension behind it. */
export const buildInfo = ({ gate }: Call): Uint8Array =>
  written({ version, versionArray: [7, 0, 0, 0], documentdb: gate.version, maxBsonObjectSize: 16 * 1024 * 1024, ok: 1 })
