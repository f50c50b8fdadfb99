/** How the driver is set: what a write and a read promise, and how long each step may take. */
import { MongoClient, type MongoClientOptions, type TransactionOptions } from "mongodb"

/** Milliseconds. */
export const times = {
  /** To find a server, or to get a connection to it: over it, whoever asks is answered that there is none. */
  wait: 1200,
  /** After which an answer that does not come is given up, if the server is silent altogether. */
  answer: 1900,
  /** A server that is alive has said so within this time. */
  pulse: 1800,
  /** For one answer of a server that is alive, majority included. */
  patience: 5000,
  /** To find a server at the start. */
  start: 10_000,
  /** For a majority to acknowledge what a start fills in. */
  filling: 60_000
} as const

const promises = {
  writeConcern: { w: "majority", journal: true, wtimeoutMS: times.patience },
  readConcern: { level: "majority" },
  readPreference: "primary"
} as const

/** What each transaction begins with, for it takes nothing over from a collection. */
export const transaction: TransactionOptions = promises
/** The same for one that must not find what it reads and what it writes in different states, on several shards too. */
export const snapshot: TransactionOptions = { ...promises, readConcern: { level: "snapshot" } }

/** A client for the work of a server. */
export const worker = (uri: string): MongoClient =>
  clientOf(uri, {
    serverSelectionTimeoutMS: times.wait,
    waitQueueTimeoutMS: times.wait,
    connectTimeoutMS: times.wait,
    socketTimeoutMS: times.patience + 500,
    heartbeatFrequencyMS: 500,
    // Two at a time, as the driver would, keep the first many that come at once waiting for longer than they may.
    maxConnecting: 16
  })

/** A client for a start, which may have indexes to make and documents to go through. */
export const starter = (uri: string): MongoClient =>
  clientOf(uri, {
    serverSelectionTimeoutMS: times.start,
    connectTimeoutMS: times.start,
    socketTimeoutMS: 0,
    writeConcern: { ...promises.writeConcern, wtimeoutMS: times.filling }
  })

const clientOf = (uri: string, options: MongoClientOptions): MongoClient =>
  new MongoClient(uri, { appName: "bottega", ...promises, ...options })
