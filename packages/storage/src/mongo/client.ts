/** The settings of the driver: what a write and a read promise, and how long each step may take. */
import { MongoClient, type MongoClientOptions, type TransactionOptions } from "mongodb"
import { conflictTimeoutMs } from "../retry-on-conflict.ts"
import "./connections.ts"

/** Time limits in milliseconds. */
export const times = {
  /** For finding a server, or getting a connection to it. */
  wait: 1200,
  /** After which an answer is given up if the server is also silent otherwise. */
  answer: 1900,
  /** The age at which a server's last answer no longer shows that it is alive. */
  pulse: 1800,
  /** For one answer of a server that is alive, the majority's acknowledgement included. */
  patience: 5000,
  /** For a commit with everything that it waits for, as long as the server is alive. */
  queue: conflictTimeoutMs,
  /** After which a server ends an open transaction by default: its lifetime of 60 s, and 30 s between two checks. */
  lifetime: 90_000,
  /** For finding a server at the start. */
  start: 10_000,
  /** For a majority to acknowledge what a start fills in. */
  filling: 60_000
} as const

const promises = {
  writeConcern: { w: "majority", journal: true, wtimeoutMS: times.patience },
  readConcern: { level: "majority" },
  readPreference: "primary"
} as const

/** The options of each transaction, because a transaction inherits none from a collection. */
export const transaction: TransactionOptions = promises
/** The same, for a transaction whose reads and writes must see one state, also across shards. */
export const snapshot: TransactionOptions = { ...promises, readConcern: { level: "snapshot" } }

/** The client of a running server. */
export const worker = (uri: string): MongoClient =>
  clientOf(uri, {
    serverSelectionTimeoutMS: times.wait,
    waitQueueTimeoutMS: times.patience,
    connectTimeoutMS: times.wait,
    socketTimeoutMS: times.patience + 500,
    heartbeatFrequencyMS: 500,
    // With the driver's default of two at a time, the first burst of requests would wait longer than their limit.
    maxConnecting: 16
  })

/** The client of a start, which may have to build indexes and read all documents. */
export const starter = (uri: string): MongoClient =>
  clientOf(uri, {
    serverSelectionTimeoutMS: times.start,
    connectTimeoutMS: times.start,
    socketTimeoutMS: 0,
    writeConcern: { ...promises.writeConcern, wtimeoutMS: times.filling }
  })

const clientOf = (uri: string, options: MongoClientOptions): MongoClient =>
  new MongoClient(uri, { appName: "bottega", ...promises, ...options })
