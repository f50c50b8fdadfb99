// An engine: one MongoDB, whichever way it was obtained.

/** A MongoDB that accepts commands. */
export interface Engine {
  readonly engine: "mongodb" | "documentdb"
  /** Its version, and for DocumentDB the version of the PostgreSQL below it. */
  readonly version: string
  readonly uri: string
  /** Process id of the database server; undefined if we did not start it. A restart changes it. */
  readonly pid: () => number | undefined
  /** Kills the server with SIGKILL and leaves it dead; its data stay. */
  readonly kill: () => Promise<void>
  /** Starts the server again on its data, at the same address. */
  readonly restart: () => Promise<void>
  /** Stops the server and removes its data. */
  readonly stop: () => Promise<void>
}

/** Why an engine is not available here, as part of a sentence. */
export interface Missing {
  readonly missing: string
}

/** A failure whose message says what to do; its stack adds nothing. */
export class Unavailable extends Error {
  override readonly name = "Unavailable"
}
